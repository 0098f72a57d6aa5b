# Not built where it was written: no container runtime was at hand. Corrections are welcome.
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production WINNOW_DATA_DIRECTORY=/data WINNOW_SERVER__HOST=0.0.0.0
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/models models
COPY --from=build /app/corpus corpus
COPY --from=build /app/web/dist web/dist
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 8321
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8321/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# It listens on all addresses of the container, so it needs a key first: docker compose run --rm winnow keys create NAME
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve"]
