#!/usr/bin/env bash
# idle-neighbours.sh - measures what idle JVMs on the cores of a server do to its CPU per request.
# NEEDS: python3, jq, taskset, two cores and 10 GB.  OVERHEAD: with the defaults about 14 minutes.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/idle-neighbours.sh [OPTION...]
In a round of a sweep one server has load and the others are idle on the same cores. Here Tomcat has a constant rate of
requests, on one core with other servers that had load for a moment and are idle now. They are stopped (SIGSTOP) in two
of four adjacent windows, in the order alone, beside, beside, alone or its reverse. The ratio of both, and that of the
last to the first of the windows alone, are printed with their 90 % intervals. Within 0.98 and 1.02 both are equivalent.
  --neighbours N  idle JVMs, Tomcat and WebFlux in turn; default 7
  --rounds N      fresh JVMs of the server that has load; default 3
  --blocks N      of four windows, in each round; default 15
  --window N      seconds of each; default 2
  --rate N        requests per second; default 2000
Example: benchmarks/idle-neighbours.sh --neighbours 3 --rounds 1
TEXT
}

readonly ECHO_PORT=28181 PORT=28180 FIRST_PORT=28190
readonly WARMUP_SECONDS=30
# Of the constant rate, before the first window; the generator warms itself up in the first half.
readonly LEAD_SECONDS=20
# After a change, before a window opens: what was due while they were stopped is done by then.
readonly SETTLE=0.5

NEIGHBOURS=7
ROUNDS=3
BLOCKS=15
WINDOW=2
RATE=2000
IDLE=()

RATIOS='
import math, statistics, sys
# The 95 % quantile of the normal distribution; there are dozens of blocks.
BESIDE, AA = [], []
for line in sys.stdin:
    order, *values = line.split()
    first, second, third, fourth = map(float, values)
    alone, beside = ((first, fourth), (second, third)) if order == "A" else ((second, third), (first, fourth))
    BESIDE.append(math.log(sum(beside) / sum(alone)))
    AA.append(math.log(alone[1] / alone[0]))
def row(name, logs):
    mean, half = statistics.mean(logs), 1.645 * statistics.stdev(logs) / math.sqrt(len(logs))
    print("| %s | %d | %.1f %% | %.3f | %.3f to %.3f |" % (name, len(logs), 100 * statistics.stdev(logs),
        math.exp(mean), math.exp(mean - half), math.exp(mean + half)))
print("| ratio of CPU per request | blocks | scatter of one | ratio | 90 % interval |")
print("|---|---:|---:|---:|---:|")
row("beside idle JVMs / alone", BESIDE)
row("alone / alone (A/A)", AA)
'

# start NAME PORT JAR OPTION...: a server on all cores, which its compilers need at first; its PID is in $STARTED_PID.
start() {
  local name=$1 port=$2 jar=$3
  shift 3
  background "$JAVA" -Xms1g -Xmx1g -XX:+AlwaysPreTouch -XX:+UseG1GC -XX:-UseDynamicNumberOfCompilerThreads \
    -XX:ActiveProcessorCount=1 -jar "$ROOT/$jar/target/$jar.jar" --server.port="$port" --server.address=127.0.0.1 \
    --echo.url="http://127.0.0.1:$ECHO_PORT" "$@" >"$WORK/$name.log" 2>&1
}

# warm PORT OPTION...: load of 150 concurrent requests.
warm() {
  local URL=http://127.0.0.1:$1/sleep
  shift
  measure_load -c 150 "$@" >/dev/null || generator_failed
}

start_neighbours() {
  local i port
  for ((i = 0; i < NEIGHBOURS; i++)); do
    port=$((FIRST_PORT + i))
    if ((i % 2)); then
      start "idle-$i" "$port" netty-server --netty.model=webflux-reactor
    else
      start "idle-$i" "$port" tomcat-server --spring.threads.virtual.enabled=false
    fi
    IDLE+=("$STARTED_PID")
    wait_for "http://127.0.0.1:$port/" "$STARTED_PID"
    warm "$port" -d 5s --cold
    hold "$SERVER_CORE" "$STARTED_PID"
  done
}

# window WAY: CPU of the server in us per second, with the neighbours stopped (A) or not (B).
window() {
  local signal=CONT cpu began
  [[ $1 != A ]] || signal=STOP
  kill -"$signal" "${IDLE[@]}"
  sleep "$SETTLE"
  cpu=$(cpu_us "$SERVER")
  began=${EPOCHREALTIME/./}
  sleep "$WINDOW"
  ratio $((1000000 * ($(cpu_us "$SERVER") - cpu))) $((${EPOCHREALTIME/./} - began))
}

# one_round: a fresh JVM, and a line for each block.
one_round() {
  local generator block order way values
  start server "$PORT" tomcat-server --spring.threads.virtual.enabled=false
  SERVER=$STARTED_PID
  wait_for "http://127.0.0.1:$PORT/" "$SERVER"
  warm "$PORT" -d "${WARMUP_SECONDS}s"
  hold "$SERVER_CORE" "$SERVER"
  rm -rf "$WORK/load"
  # A second more for each block than its windows take.
  background "${LOADGEN[@]}" "http://127.0.0.1:$PORT/sleep" -t1 -c 400 -R "$RATE" \
    -d $((LEAD_SECONDS + BLOCKS * (4 * WINDOW + 3)))s --out "$WORK/load" >/dev/null 2>"$WORK/loadgen.log"
  generator=$STARTED_PID
  sleep "$LEAD_SECONDS"
  for ((block = 0; block < BLOCKS; block++)); do
    order=(A B B A)
    ((block % 2 == 0)) || order=(B A A B)
    values=()
    for way in "${order[@]}"; do
      kill -0 "$generator" 2>/dev/null || generator_failed
      values+=("$(window "$way")")
    done
    printf '%s %s\n' "${order[0]}" "${values[*]}" | tee -a "$WORK/blocks"
  done
  wait "$generator" || generator_failed
  last_phase '"\(.throughput_rps) requests/s, failed: \(.failed | del(.gateway_timeout) | add)"'
  kill "$SERVER"
  wait "$SERVER" || true
}

# A process that is stopped does not end.
end() {
  ((${#IDLE[@]} == 0)) || kill -CONT "${IDLE[@]}" 2>/dev/null || true
  end_background
  rm -rf "$WORK"
}

main() {
  take_options "--neighbours --rounds --blocks --window --rate" "$@"
  whole_numbers "$NEIGHBOURS" "$ROUNDS" "$BLOCKS" "$WINDOW" "$RATE"
  (($(nproc) > 1)) || die 1 "the generator and the server need a core each"
  prepare python3 taskset jq
  SERVER_CORE=$(($(nproc) - 1)) OTHER_CORE=0
  LOADGEN=(taskset -c "$OTHER_CORE" "${LOADGEN[@]}")
  start_echo
  hold "$OTHER_CORE" "$ECHO_PID"
  start_neighbours
  local round
  for ((round = 1; round <= ROUNDS; round++)); do
    log "round $round of $ROUNDS: CPU of the server in us per second, in four windows"
    one_round >&2
  done
  log "$(host_line)"
  python3 -c "$RATIOS" <"$WORK/blocks"
}

run_main "$@"
