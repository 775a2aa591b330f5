#!/usr/bin/env bash
# echo-vs-nginx.sh - CPU per request of the echo server against nginx with the echo module.
# NEEDS: wrk, nginx, libnginx-mod-http-echo.  OVERHEAD: about 80 s a level and both cores.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/echo-vs-nginx.sh [PAIRS] [LEVEL...]
wrk drives both in turn (A B B A), 50 ms delay, keep-alive; one event loop, one nginx worker.
CPU of each is read from /proc before and after its run. Prints the echo server's own delay too.
Example: benchmarks/echo-vs-nginx.sh 5 200 800 2600
TEXT
}

readonly ECHO_PORT=28081 NGINX_PORT=28091
readonly SECONDS_EACH=6

nginx_config() {
  cat <<TEXT
load_module /usr/lib/nginx/modules/ngx_http_echo_module.so;
worker_processes 1;
daemon off;
pid $WORK/nginx.pid;
error_log $WORK/nginx.log;
events { worker_connections 12000; }
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 600;
  server {
    listen 127.0.0.1:$NGINX_PORT backlog=4096;
    location /echo { default_type text/plain; echo_sleep 0.05; echo echo; }
  }
}
TEXT
}

# worker_of MASTER: the one worker, which the master starts after it listens.
worker_of() {
  local tries
  for ((tries = 0; tries < 50; tries++)); do
    pgrep --parent "$1" && return
    sleep 0.1
  done
  die 1 "nginx has no worker after 5 s: $(tail -n 1 "$WORK/nginx.log")"
}

# cpu_per_request PID PORT CONNECTIONS
cpu_per_request() {
  local before after requests
  before=$(cpu_us "$1")
  requests=$(wrk -t1 -c "$3" -d "${SECONDS_EACH}s" "http://127.0.0.1:$2/echo" | sed -n 's/^ *\([0-9]*\) requests in .*/\1/p')
  after=$(cpu_us "$1")
  ratio $((after - before)) "$requests"
}

post() {
  exec 3<>"/dev/tcp/127.0.0.1/$ECHO_PORT"
  printf '%s HTTP/1.1\r\nHost: echo\r\nConnection: close\r\n\r\n' "$1" >&3
  cat <&3
  exec 3<&-
}

compare() {
  local level=$1 pairs=$2 pair ours theirs our_all=() their_all=() ratios=()
  post 'POST /stats/reset' >/dev/null
  for ((pair = 1; pair <= pairs; pair++)); do
    if ((pair % 2)); then
      ours=$(cpu_per_request "$ECHO_PID" $ECHO_PORT "$level")
      theirs=$(cpu_per_request "$NGINX_PID" $NGINX_PORT "$level")
    else
      theirs=$(cpu_per_request "$NGINX_PID" $NGINX_PORT "$level")
      ours=$(cpu_per_request "$ECHO_PID" $ECHO_PORT "$level")
    fi
    our_all+=("$ours")
    their_all+=("$theirs")
    ratios+=("$(ratio "$ours" "$theirs")")
  done
  printf '%5d connections: echo %s us, nginx %s us CPU per request, median ratio %s (limit 1.3); delay %s\n' \
    "$level" "$(median "${our_all[@]}")" "$(median "${their_all[@]}")" "$(median "${ratios[@]}")" \
    "$(post 'GET /stats' | tail -n 1)"
}

end() {
  end_background
  rm -rf "$WORK"
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    usage
    return
  fi
  local pairs=${1:-5} level
  shift || true
  whole_numbers "$pairs" "$@"
  find_jdk
  need wrk nginx setpriv
  [[ -e /usr/lib/nginx/modules/ngx_http_echo_module.so ]] ||
    die 1 "nginx's echo module is missing; run: ./scripts/setup.sh benchmark"
  ensure_built
  WORK=$(mktemp -d)
  trap end EXIT
  nginx_config >"$WORK/nginx.conf"
  background nginx -c "$WORK/nginx.conf"
  wait_for "http://127.0.0.1:$NGINX_PORT/" "$STARTED_PID"
  NGINX_PID=$(worker_of "$STARTED_PID")
  background "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx256m -jar "$ROOT/echo-server/target/echo-server.jar" --port $ECHO_PORT
  ECHO_PID=$STARTED_PID
  wait_for "http://127.0.0.1:$ECHO_PORT/" "$ECHO_PID"
  printf 'echo server against nginx %s: %s\n' "$(nginx -v 2>&1 | sed 's,.*/,,')" "$(host_line)"
  wrk -t1 -c 800 -d 15s "http://127.0.0.1:$ECHO_PORT/echo" >/dev/null
  for level in "${@:-800}"; do
    compare "$level" "$pairs"
  done
}

if (($# == 0)); then
  set -- 5 200 800 2600
fi
main "$@"
