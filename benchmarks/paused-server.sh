#!/usr/bin/env bash
# paused-server.sh - drives a server that stops for one second, and compares the response times that the load generator
# reports with the computed ones.
# NEEDS: jq.  OVERHEAD: half a minute for each round, and little CPU.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/paused-server.sh [ROUNDS]
Open model at 500 requests/s for 20 s against the echo server (50 ms), which gets SIGSTOP for P = 1 s.
A request due t after the stop answers at P + 50 ms: it took P + 50 ms - t. Those in flight at the stop
answer at P. So 500 (P + 100 ms - x) requests take longer than x, and of 10,000
  p99 of the response time = P - 100 ms      max = P + 50 ms.
Over 800 connections every request is sent when it is due, so its service time is the same. Over 50
all but 50 requests wait for a connection: the maximum stays, and the p99 of the service time, near the
delay, hides the stop that the response time shows.
Exit code 1 when a median is more than 2 % away.
Example: benchmarks/paused-server.sh 5
TEXT
}

readonly ECHO_PORT=28081
readonly URL=http://127.0.0.1:$ECHO_PORT/echo
readonly RATE=500 SECONDS_EACH=20

# one_round CONNECTIONS: sets PAUSE_MS and measures a load.
one_round() {
  local generator stopped
  rm -rf "$WORK/load"
  background "${LOADGEN[@]}" "$URL" -t1 -c "$1" -R "$RATE" --phases "settle=5s,measure=${SECONDS_EACH}s" \
    --out "$WORK/load" >/dev/null 2>"$WORK/loadgen.log"
  generator=$STARTED_PID
  sleep 12 # connecting and settling take 6 of them
  stopped=${EPOCHREALTIME/./}
  kill -STOP "$ECHO_PID"
  sleep 1
  kill -CONT "$ECHO_PID"
  PAUSE_MS=$(ratio $((${EPOCHREALTIME/./} - stopped)) 1000)
  wait "$generator" || generator_failed
}

# within NAME MEASURED EXPECTED: one line, and a mark when they differ by more than 2 %.
within() {
  awk -v name="$1" -v m="$2" -v e="$3" 'BEGIN {
    off = 100 * (m / e - 1)
    printf "  %-34s %8.1f ms, expected %8.1f ms: %+.2f %% (limit 2 %%)\n", name, m, e, off
    exit off > 2 || off < -2
  }' || FAILED=true
}

rounds() {
  local connections=$1 rounds=$2 round pauses=() p99s=() maxima=() services=()
  for ((round = 1; round <= rounds; round++)); do
    one_round "$connections"
    pauses+=("$PAUSE_MS")
    p99s+=("$(last_phase '.response_time_us.p99 / 1000')")
    maxima+=("$(last_phase '.response_time_us.max / 1000')")
    services+=("$(last_phase '.service_time_us.p99 / 1000')")
  done
  printf '%d connections, medians of %d rounds, pause %s ms\n' "$connections" "$rounds" "$(median "${pauses[@]}")"
  local pause
  pause=$(median "${pauses[@]}")
  if ((connections >= RATE)); then
    within 'response time, p99' "$(median "${p99s[@]}")" "$(awk -v p="$pause" 'BEGIN { print p - 100 }')"
  else
    printf '  %-34s %8.1f ms\n' 'response time, p99' "$(median "${p99s[@]}")"
  fi
  within 'response time, max' "$(median "${maxima[@]}")" "$(awk -v p="$pause" 'BEGIN { print p + 50 }')"
  printf '  %-34s %8.1f ms\n' 'service time, p99' "$(median "${services[@]}")"
}

end() {
  kill -CONT "${ECHO_PID:-$$}" 2>/dev/null || true
  end_background
  rm -rf "$WORK"
}

main() {
  local rounds=${1:-5}
  whole_numbers "$rounds"
  FAILED=false
  prepare jq
  start_echo
  printf 'load generator against a stopped server: %s\n' "$(host_line)"
  rounds 800 "$rounds"
  rounds 50 "$rounds"
  ! $FAILED || die 1 "a value is more than 2 % away from arithmetic"
}

run_main "$@"
