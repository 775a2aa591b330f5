#!/usr/bin/env bash
# echo-first.sh - measures how well the echo tier keeps its delay when it goes before the generator on a core of both.
# NEEDS: root, curl, jq, taskset and two cores.  OVERHEAD: with the defaults about 8 minutes.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/echo-first.sh [OPTION...]
On two cores the generator and the echo tier share one, and each waits for the other. WebFlux has the other core. In each
round the echo tier has the priority of the generator, and nice -10 alone and as a session, as sweeps start it; which comes
first alternates. Prints medians and ranges over the rounds. The check echo_delay fails from 55 ms on.
  --rounds N  of each level; default 5
Example: benchmarks/echo-first.sh --rounds 3
TEXT
}

readonly ECHO_PORT=28281 PORT=28282
readonly URL=http://127.0.0.1:$PORT/sleep
readonly LEVELS=(1000 1800 2600) WAYS=(equal echo-first)

ROUNDS=5

# at_boundary: counts from here on, or what was counted since then.
at_boundary() {
  if [[ -e $WORK/began ]]; then
    curl -fsS "http://127.0.0.1:$ECHO_PORT/stats" >"$WORK/stats.json"
  else
    curl -fsS -X POST "http://127.0.0.1:$ECHO_PORT/stats/reset" >"$WORK/began"
  fi
}

# one WAY LEVEL: the echo tier's p99, requests a second and the p99 of the service time.
one() {
  local nice=0 rate latency
  [[ $1 == equal ]] || nice=-10
  rm -f "$WORK/began" "$WORK/stats.json"
  [[ ! -e /proc/$ECHO_PID/autogroup ]] || echo "$nice" >"/proc/$ECHO_PID/autogroup"
  renice -n "$nice" -g "$ECHO_PID" >/dev/null
  measure_load -c "$2" --phases settle=4s,measure=10s --events | at_boundaries at_boundary || generator_failed
  read -r rate latency <<<"$(last_phase '"\(.throughput_rps) \(.service_time_us.p99 / 1000)"')"
  printf '%.1f %.0f %.0f\n' "$(jq '.p99_us / 1000' "$WORK/stats.json")" "$rate" "$latency"
}

level() {
  local level=$1 round i way values delay rate latency
  local -A delays=() rates=() latencies=()
  for ((round = 0; round < ROUNDS; round++)); do
    for ((i = 0; i < ${#WAYS[@]}; i++)); do
      way=${WAYS[(i + round) % ${#WAYS[@]}]}
      values=$(one "$way" "$level")
      log "  $level, round $((round + 1)), $way: $values"
      read -r delay rate latency <<<"$values"
      delays[$way]+=" $delay" rates[$way]+=" $rate" latencies[$way]+=" $latency"
    done
  done
  for way in "${WAYS[@]}"; do
    # shellcheck disable=SC2086 # words on purpose
    printf '| %d | %s | %s | %s | %s |\n' "$level" "$way" "$(cell ${delays[$way]})" "$(cell ${rates[$way]})" \
      "$(cell ${latencies[$way]})"
  done
}

# cell VALUE...: "median (least to most)".
cell() {
  printf '%s (%s)' "$(median "$@")" "$(range "$@")"
}

main() {
  local level
  take_options "--rounds" "$@"
  whole_numbers "$ROUNDS"
  ((EUID == 0)) || die 1 "to raise a priority takes root: sudo $0"
  prepare curl jq taskset
  (($(nproc) >= 2)) || die 1 "it takes two cores"
  start_echo
  background "$JAVA" -Xms1g -Xmx1g -XX:+AlwaysPreTouch -XX:+UseG1GC -XX:ActiveProcessorCount=1 -jar "$ROOT/netty-server/target/netty-server.jar" \
    --server.port="$PORT" --server.address=127.0.0.1 --echo.url="http://127.0.0.1:$ECHO_PORT" \
    --netty.model=webflux-reactor >"$WORK/server.log" 2>&1
  wait_for "http://127.0.0.1:$PORT/" "$STARTED_PID"
  # Warm on all cores, which the compilers need.
  measure_load -c 150 --phases measure=25s >"$WORK/warm-up.txt" || generator_failed
  hold 0 "$ECHO_PID"
  hold 1 "$STARTED_PID"
  # In a session of its own, which the kernel schedules as one beside that of the echo tier.
  LOADGEN=(setsid taskset -c 0 "${LOADGEN[@]}")
  measure_load -c 1800 --phases measure=10s >"$WORK/warm-up.txt" || generator_failed
  printf 'echo tier and generator on one core: %s\n' "$(host_line)"
  printf '| concurrent | echo tier | echo p99 ms | req/s | p99 ms |\n| ---: | --- | ---: | ---: | ---: |\n'
  for level in "${LEVELS[@]}"; do
    level "$level"
  done
}

run_main "$@"
