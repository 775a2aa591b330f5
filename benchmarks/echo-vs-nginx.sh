#!/usr/bin/env bash
# echo-vs-nginx.sh - compares CPU per request of the echo server with nginx and its echo module.
# NEEDS: wrk, nginx, libnginx-mod-http-echo.  OVERHEAD: about 80 s for each level, and both cores.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/echo-vs-nginx.sh [PAIRS] [LEVEL...]
wrk drives both in turn (A B B A), 50 ms delay, keep-alive; one event loop, one nginx worker.
CPU of each is read from /proc before and after its run. Each pair has a fresh, warmed-up JVM, since
one differs from the next. Prints the echo server's own delay too.
Example: benchmarks/echo-vs-nginx.sh 5 200 800 2600
TEXT
}

readonly ECHO_PORT=28081 NGINX_PORT=28091
readonly SECONDS_EACH=6 MOST_BURSTS=12 QUIET_US=10000

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

# compiler_us PID: what its JIT threads have used so far, in microseconds (10 ms ticks).
compiler_us() {
  awk '$2 ~ /^\(C[12]_Compiler/ { ticks += $14 + $15 } END { print ticks * 10000 }' \
    <(sed 's/ Compiler/_Compiler/' "/proc/$1"/task/*/stat)
}

# Much work per wake-up, then little until the JIT is quiet: its threads would be counted with the
# requests, and at 200 connections 0.1 s of theirs is 4 us of each.
start_warm_echo() {
  local burst before
  start_echo
  wrk -t1 -c 800 -d 10s "http://127.0.0.1:$ECHO_PORT/echo" >/dev/null
  # The first time, either makes the JIT compile the handler again.
  post 'POST /stats/reset' >/dev/null
  post 'GET /stats' >/dev/null
  for ((burst = 0; burst < MOST_BURSTS; burst++)); do
    before=$(compiler_us "$ECHO_PID")
    wrk -t1 -c 200 -d 5s "http://127.0.0.1:$ECHO_PORT/echo" >/dev/null
    if (($(compiler_us "$ECHO_PID") - before <= QUIET_US)); then
      break
    fi
  done
}

stop_echo() {
  kill "$ECHO_PID"
  wait "$ECHO_PID" 2>/dev/null || true
}

# one_pair LEVEL NUMBER: appends the values to OURS, THEIRS, RATIOS and DELAYS of the level.
one_pair() {
  local level=$1 ours theirs
  post 'POST /stats/reset' >/dev/null
  if (($2 % 2)); then
    ours=$(cpu_per_request "$ECHO_PID" $ECHO_PORT "$level")
    theirs=$(cpu_per_request "$NGINX_PID" $NGINX_PORT "$level")
  else
    theirs=$(cpu_per_request "$NGINX_PID" $NGINX_PORT "$level")
    ours=$(cpu_per_request "$ECHO_PID" $ECHO_PORT "$level")
  fi
  OURS[$level]+=" $ours"
  THEIRS[$level]+=" $theirs"
  RATIOS[$level]+=" $(ratio "$ours" "$theirs")"
  DELAYS[$level]+=" $(post 'GET /stats' | tail -n 1 | sed -n 's/.*"p99_us":\([0-9.]*\).*/\1/p')"
}

print_level() {
  # shellcheck disable=SC2086 # words on purpose
  printf '%5d connections: echo %s us, nginx %s us CPU per request, median ratio %s of%s (limit 1.3); echo delay p99 %s us\n' \
    "$1" "$(median ${OURS[$1]})" "$(median ${THEIRS[$1]})" "$(median ${RATIOS[$1]})" "${RATIOS[$1]}" "$(median ${DELAYS[$1]})"
}

main() {
  local pairs=${1:-5} pair level
  shift || true
  whole_numbers "$pairs" "$@"
  [[ -e /usr/lib/nginx/modules/ngx_http_echo_module.so ]] ||
    die 1 "nginx's echo module is missing; run: ./scripts/setup.sh benchmark"
  prepare wrk nginx
  nginx_config >"$WORK/nginx.conf"
  background nginx -c "$WORK/nginx.conf"
  wait_for "http://127.0.0.1:$NGINX_PORT/" "$STARTED_PID"
  NGINX_PID=$(worker_of "$STARTED_PID")
  printf 'echo server against nginx %s: %s\n' "$(nginx -v 2>&1 | sed 's,.*/,,')" "$(host_line)"
  local -A OURS=() THEIRS=() RATIOS=() DELAYS=()
  for ((pair = 1; pair <= pairs; pair++)); do
    start_warm_echo
    for level in "${@:-800}"; do
      one_pair "$level" "$pair"
    done
    stop_echo
  done
  for level in "${@:-800}"; do
    print_level "$level"
  done
}

if (($# == 0)); then
  set -- 5 200 800 2600
fi
run_main "$@"
