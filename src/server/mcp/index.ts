/**
 * The MCP server: ask, search, read and verify as tools. Over stdio for `winnow mcp`, over streamable HTTP to be
 * mounted at /mcp.
 */
import { readFileSync } from 'node:fs';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { type StdioServerHandle, serveStdio } from '@modelcontextprotocol/server/stdio';
import { Hono } from 'hono';
import type { AnswerEngine, AnsweringFor } from '../answering.js';
import type { ServerEnv } from '../endpoint.js';
import { registerAsk } from './ask.js';
import { registerRead } from './read.js';
import { registerSearch } from './search.js';
import { registerVerify } from './verify.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const INSTRUCTIONS =
  'Use "ask" for an answer with checked citations, "search" and "read" to look for yourself, "verify" to check a text you wrote. Offsets count UTF-16 code units.';

export function mcpServer(answering: AnswerEngine): McpServer {
  const server = new McpServer(
    { name: 'winnow', title: 'Winnow', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  registerAsk(server, answering);
  registerSearch(server, answering);
  registerRead(server, answering);
  registerVerify(server, answering);
  return server;
}

/** Stateless: every request gets a server of its own, bound to the caller. */
export function mcpApp(answeringFor: AnsweringFor): Hono<ServerEnv> {
  return new Hono<ServerEnv>().all('/', (c) => {
    const answering = answeringFor(c);
    return createMcpHandler(() => mcpServer(answering)).fetch(c.req.raw);
  });
}

export function mcpOverStdio(answering: AnswerEngine): StdioServerHandle {
  return serveStdio(() => mcpServer(answering));
}
