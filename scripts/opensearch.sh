#!/usr/bin/env bash
# A real OpenSearch 2.19.1 with k-NN on this machine, for tests and measurements; no Docker.
#   scripts/opensearch.sh start [NODES] [HEAP]   starts and waits; prints the addresses (default: 1 node, 512m)
#   scripts/opensearch.sh stop [NODE]            stops all, or one node (1, 2, ...) as a crash would
#   scripts/opensearch.sh again NODE NODES [HEAP]  starts a node that was stopped, with the data it had
# Needs Java 17 or newer and Maven, which fetches it from Maven Central the first time (81 MB). ENGINES_FOLDER chooses the folder, PORT the first port
# (the nodes speak among themselves at PORT + 100 and on). With OWNER set to the id of a process, all is stopped and deleted when that process ends.
# Know: only "engine": "lucene" for vectors (the native engines are not in the package), no security plugin, and it refuses to run as root.
set -euo pipefail
HERE="$(cd "$(dirname "$0")" && pwd)"
. "$HERE/stop-with-owner.sh"
VERSION=2.19.1
DIR="${ENGINES_FOLDER:-${TMPDIR:-/tmp}/winnow-engines}/opensearch"
HOME_DIR="$DIR/home/opensearch-$VERSION"
PORT="${PORT:-9270}"
RUN="$DIR/run-$PORT"

as_nobody() { if [ "$(id -u)" = 0 ]; then exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else exec "$@"; fi; }

module() { # name class extended
  mkdir -p "$HOME_DIR/modules/$1"
  printf 'description=%s\nversion=%s\nname=%s\nclassname=%s\njava.version=11\nopensearch.version=%s\ncustom.foldername=\nextended.plugins=%s\nhas.native.controller=false\n' \
    "$1" $VERSION "$1" "$2" $VERSION "$3" > "$HOME_DIR/modules/$1/plugin-descriptor.properties"
}

setup() {
  [ -f "$DIR/ready" ] && return
  command -v java >/dev/null && command -v mvn >/dev/null || { echo "OpenSearch needs Java and Maven, which are not here." >&2; exit 3; }
  mkdir -p "$DIR"; chmod 755 "$DIR"
  cp "$HERE/opensearch-pom.xml" "$DIR/pom.xml"
  timeout 120 mvn -q -B -f "$DIR/pom.xml" package >"$DIR/setup.log" 2>&1 || { echo "OpenSearch cannot be fetched from Maven Central: $(grep -m1 ERROR "$DIR/setup.log" || true)" >&2; exit 3; }
  module lang-painless org.opensearch.painless.PainlessPlugin ""
  module analysis-common org.opensearch.analysis.common.CommonAnalysisPlugin lang-painless
  cat > "$HOME_DIR/modules/lang-painless/plugin-security.policy" <<'P'
grant {
  permission java.lang.RuntimePermission "createClassLoader";
  permission java.lang.RuntimePermission "getClassLoader";
};
P
  chmod -R a+rX "$DIR"
  touch "$DIR/ready"
}

node() { # I N HEAP
  local run="$RUN/node$1" seeds names
  mkdir -p "$run/config" "$run/data" "$run/logs" "$run/tmp"
  cp "$HOME_DIR/config/log4j2.properties" "$run/config/"
  seeds=$(for i in $(seq 1 "$2"); do printf '"127.0.0.1:%d",' $((PORT + 99 + i)); done)
  names=$(for i in $(seq 1 "$2"); do printf '"node%d",' "$i"; done)
  cat > "$run/config/opensearch.yml" <<Y
cluster.name: winnow-$PORT
node.name: node$1
path.data: $run/data
path.logs: $run/logs
network.host: 127.0.0.1
http.port: $((PORT - 1 + $1))
transport.port: $((PORT + 99 + $1))
discovery.seed_hosts: [${seeds%,}]
cluster.initial_cluster_manager_nodes: [${names%,}]
cluster.routing.allocation.disk.threshold_enabled: false
Y
  [ "$(id -u)" = 0 ] && chown -R 65534:65534 "$run"
  (
    cd "$HOME_DIR"
    as_nobody env HOME="$run/tmp" java -Xms"$3" -Xmx"$3" -XX:+UseG1GC -Djava.io.tmpdir="$run/tmp" -Djava.security.manager=allow \
      -Dfile.encoding=UTF-8 -Djna.nosys=true -Djna.tmpdir="$run/tmp" -Dio.netty.noUnsafe=true -Dio.netty.noKeySetOptimization=true \
      -Dio.netty.recycler.maxCapacityPerThread=0 -Dio.netty.allocator.numDirectArenas=0 -Dlog4j.shutdownHookEnabled=false \
      -Dlog4j2.disable.jmx=true -Djava.locale.providers=SPI,COMPAT -Dopensearch.path.home="$HOME_DIR" -Dopensearch.path.conf="$run/config" \
      -Dopensearch.distribution.type=zip -Dopensearch.bundled_jdk=false -cp "$HOME_DIR/lib/*" org.opensearch.bootstrap.OpenSearch \
      </dev/null >"$run/logs/out.log" 2>&1
  ) &
  echo $! > "$RUN/node$1.pid"
}

# Another process may have the id of a node that ended long ago.
is_ours() { case "$(ps -p "${1:-0}" -o args= 2>/dev/null)" in *"$RUN/"* | *opensearch.sh*) true ;; *) false ;; esac; }

start() {
  local nodes="${1:-1}" heap="${2:-512m}"
  setup
  if is_ours "$(cat "$RUN/node1.pid" 2>/dev/null)"; then echo "OpenSearch runs already at port $PORT. Stop it first: $0 stop" >&2; exit 3; fi
  mkdir -p "$RUN"; chmod 755 "$RUN"
  stop_with_owner "$RUN"
  for i in $(seq 1 "$nodes"); do node "$i" "$nodes" "$heap"; done
  for _ in $(seq 1 180); do
    if curl -sf --max-time 5 "127.0.0.1:$PORT/_cluster/health?wait_for_nodes=$nodes&timeout=1s" 2>/dev/null | grep -q '"timed_out":false'; then
      for i in $(seq 1 "$nodes"); do echo "http://127.0.0.1:$((PORT - 1 + i))"; done
      return
    fi
    is_ours "$(cat "$RUN/node1.pid" 2>/dev/null)" || break
    sleep 1
  done
  echo "OpenSearch did not start: $(tail -n 3 "$RUN/node1/logs/out.log" 2>&1)" >&2
  stop; exit 3
}

stop() {
  for file in "$RUN"/node*.pid; do
    if [ -f "$file" ] && { [ -z "${1:-}" ] || [ "$(basename "$file")" = "node$1.pid" ]; }; then
      local pid; pid="$(cat "$file")"
      if is_ours "$pid"; then kill -9 "$pid" 2>/dev/null || true; fi
      for _ in $(seq 1 50); do is_ours "$pid" || break; sleep 0.1; done # its folder cannot be deleted before it is gone
      rm -f "$file"
    fi
  done
  [ -n "${1:-}" ] || rm -rf "$RUN"
}

case "${1:-}" in
  start) shift; start "$@" ;;
  stop) shift; stop "$@" ;;
  again) node "$2" "$3" "${4:-512m}" ;;
  *) sed -n '2,9p' "$0"; exit 2 ;;
esac
