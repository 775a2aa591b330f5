#!/usr/bin/env bash
# cross-check.sh - drives the same target with loadgen, wrk, h2load and ab (and wrk2 when it is on the PATH) and prints
# throughput, p50 and p99 side by side.
# NEEDS: wrk, h2load, ab, jq.  OVERHEAD: about 10 s for each tool and round.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/cross-check.sh [CONNECTIONS] [ROUNDS] [URL]
Without URL the target is an echo server (50 ms) that the script starts. Closed model, keep-alive.
Default: 200 connections, 3 rounds.
Example: benchmarks/cross-check.sh 200 3
TEXT
}

readonly ECHO_PORT=28081 SECONDS_EACH=6

row() {
  printf '%-10s %14s %10s %10s\n' "$1" "${2:-–}" "${3:-–}" "${4:-–}"
}

# to_ms: 50.21ms, 1.03s or 830us as plain milliseconds.
to_ms() {
  sed -E 's/us$/ 0.001/; s/ms$/ 1/; s/s$/ 1000/' | awk 'NF == 2 { printf "%.2f", $1 * $2 }'
}

loadgen_row() {
  measure_load -c "$LEVEL" --phases "settle=3s,measure=${SECONDS_EACH}s" >/dev/null || generator_failed
  row loadgen "$(last_phase .throughput_rps)" "$(last_phase '.service_time_us.p50 / 10 | round / 100')" \
    "$(last_phase '.service_time_us.p99 / 10 | round / 100')"
}

wrk_row() {
  local out=$WORK/$1.txt
  "$@" >"$out"
  row "$1" "$(sed -n 's/^Requests\/sec: *//p' "$out")" "$(sed -n 's/^ *50\(\.000\)\{0,1\}% *//p' "$out" | head -n 1 | to_ms)" \
    "$(sed -n 's/^ *99\(\.000\)\{0,1\}% *//p' "$out" | head -n 1 | to_ms)"
}

# h2load prints no percentiles; its log has a line a request: start us, status, time us.
h2load_row() {
  local out=$WORK/h2load.txt log=$WORK/h2load.log
  rm -f "$log"
  h2load --h1 -t1 -c "$LEVEL" -D "$SECONDS_EACH" --log-file "$log" "$URL" >"$out"
  row h2load "$(sed -n 's/^finished in .*, \([0-9.]*\) req\/s.*/\1/p' "$out")" "$(nearest_rank 50 "$log")" \
    "$(nearest_rank 99 "$log")"
}

# nearest_rank PERCENT LOG: that percentile of the good answers' times, in ms.
nearest_rank() {
  awk '$2 == 200 { print $3 }' "$2" | sort -n |
    awk -v p="$1" '{ v[NR] = $1 } END { if (NR) { i = int((NR * p + 99) / 100); printf "%.2f", v[i] / 1000 } }'
}

ab_row() {
  local out=$WORK/ab.txt
  ab -q -k -t "$SECONDS_EACH" -n 10000000 -c "$LEVEL" "$URL" >"$out" 2>&1
  row 'ab -k' "$(sed -n 's/^Requests per second: *\([0-9.]*\).*/\1/p' "$out")" "$(sed -n 's/^ *50% *//p' "$out")" \
    "$(sed -n 's/^ *99% *//p' "$out")"
}

main() {
  LEVEL=${1:-200} URL=${3:-http://127.0.0.1:$ECHO_PORT/echo}
  local rounds=${2:-3} round
  whole_numbers "$LEVEL" "$rounds"
  prepare wrk h2load ab jq
  if (($# < 3)); then
    start_echo
    wrk -t1 -c 200 -d 8s "$URL" >/dev/null
  fi
  printf '%s, %s connections: %s\n' "$URL" "$LEVEL" "$(host_line)"
  row tool requests/s 'p50 ms' 'p99 ms'
  for ((round = 1; round <= rounds; round++)); do
    loadgen_row
    wrk_row wrk -t1 -c "$LEVEL" -d "${SECONDS_EACH}s" --latency "$URL"
    h2load_row
    ab_row
    if command -v wrk2 >/dev/null; then
      wrk_row wrk2 -t1 -c "$LEVEL" -d "${SECONDS_EACH}s" -R "$(last_phase .throughput_rps)" --latency "$URL"
    fi
  done
}

run_main "$@"
