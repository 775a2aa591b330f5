#!/usr/bin/env bash
# counter-cost.sh - what one system call costs more while each counter is attached: in a loop, and of a server
# under load by the kernel's own account of the program.
# NEEDS: root, bpftrace, taskset.  OVERHEAD: about 20 s a counter and round, and a minute.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/counter-cost.sh [ROUNDS [COUNTER...]]
Counters are those of threads.sh --counter; default: 5 rounds of own-program and tracepoint. Interleaved, it
prints the medians and all values of two tables:
  loop    nanoseconds of an lseek in a loop on the last core, bare and with each counter
  server  nanoseconds of one run of the program in the kernel, of Tomcat kept saturated by 800 connections: the
          kernel's account of all runs, of which those for calls of other processes are the cheaper ones.
          Sets kernel.bpf_stats_enabled meanwhile.
Example: benchmarks/counter-cost.sh 5 own-program tracepoint
TEXT
}

readonly ECHO_PORT=28481 TOMCAT_PORT=28480 CONNECTIONS=800 SECONDS_ATTACHED=4
readonly URL=http://127.0.0.1:$TOMCAT_PORT/sleep

# attach PID COUNTER: returns when it counts; the observer is $LOOKER.
attach() {
  : >"$WORK/look.log"
  taskset --cpu-list "$FIRST_CORES" "$JAVA" -jar "$ROOT/observer/target/observer-exec.jar" threads "$1" \
    --seconds "$SECONDS_ATTACHED" --require L0 --counter "$2" --by role >"$WORK/look.txt" 2>>"$WORK/look.log" &
  LOOKER=$!
  await_counting "$LOOKER" "$WORK/look.log" "$2"
}

# loop_ns FROM TO: the median batch between two instants in milliseconds.
loop_ns() {
  awk -v from="$1" -v to="$2" '$1 > from + 300 && $1 < to { print $2 }' "$WORK/loop.txt" |
    sort -g | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

# run_ns PID: nanoseconds a run of the program of that process that ran the most.
run_ns() {
  local file
  for file in /proc/"$1"/fdinfo/*; do
    cat "$file" 2>/dev/null || true
  done | awk '/^run_time_ns/ { time = $2 } /^run_cnt/ && $2 > most { most = $2; value = time / $2 } END { printf "%.0f\n", value }'
}

# counting_process COUNTER: who holds its program.
counting_process() {
  if [[ $1 == own-program ]]; then
    printf '%s\n' "$LOOKER"
  else
    pgrep -P "$LOOKER" -x bpftrace
  fi
}

end() {
  sysctl -q kernel.bpf_stats_enabled="$STATS"
  end_background
  rm -rf "$WORK"
}

loop_table() {
  local round counter from
  background taskset --cpu-list "$LAST_CORE" "$JAVA" "$ROOT/benchmarks/CallLoop.java" >"$WORK/loop.txt"
  sleep 4
  local loop=$STARTED_PID
  for ((round = 1; round <= ROUNDS; round++)); do
    from=$(date +%s%3N)
    sleep 3
    LOOP[bare]+=" $(loop_ns "$from" "$(date +%s%3N)")"
    for counter in "${COUNTERS[@]}"; do
      attach "$loop" "$counter"
      from=$(date +%s%3N)
      sleep 3
      LOOP[$counter]+=" $(loop_ns "$from" "$(date +%s%3N)")"
      wait "$LOOKER"
    done
    log "  loop, round $round of $ROUNDS"
  done
  kill "$loop"
}

server_table() {
  local round counter
  start_tomcat "$WORK/tomcat.log"
  background "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx1g -jar "$ROOT/loadgen/target/loadgen.jar" "$URL" -t1 \
    -c $CONNECTIONS --phases "measure=$((60 + ROUNDS * ${#COUNTERS[@]} * 60))s" >"$WORK/load.log" 2>&1
  sleep 40
  sysctl -q kernel.bpf_stats_enabled=1
  for ((round = 1; round <= ROUNDS; round++)); do
    for counter in "${COUNTERS[@]}"; do
      attach "$TOMCAT_PID" "$counter"
      sleep 2
      SERVER[$counter]+=" $(run_ns "$(counting_process "$counter")")"
      wait "$LOOKER"
    done
    log "  server, round $round of $ROUNDS"
  done
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    usage
    return
  fi
  ROUNDS=${1:-5}
  shift $(($# < 1 ? $# : 1))
  COUNTERS=("$@")
  ((${#COUNTERS[@]})) || COUNTERS=(own-program tracepoint)
  whole_numbers "$ROUNDS"
  ((EUID == 0)) || die 1 "counting system calls needs root: run it with sudo"
  find_jdk
  need taskset setpriv bpftrace
  ensure_built
  LAST_CORE=$(($(nproc) - 1))
  FIRST_CORES=0-$((LAST_CORE > 0 ? LAST_CORE - 1 : 0))
  WORK=$(mktemp -d)
  STATS=$(sysctl -n kernel.bpf_stats_enabled)
  trap end EXIT
  declare -gA LOOP=() SERVER=()
  printf 'what counting a system call costs: %s; %s\n' "$(host_line)" "$(bpftrace --version)"
  loop_table
  server_table
  local counter
  for counter in bare "${COUNTERS[@]}"; do
    # shellcheck disable=SC2086 # words on purpose
    printf 'loop, %s: %s ns a call (%s)\n' "$counter" "$(median ${LOOP[$counter]})" "$(sorted ${LOOP[$counter]})"
  done
  for counter in "${COUNTERS[@]}"; do
    # shellcheck disable=SC2086 # words on purpose
    printf 'server, %s: %s ns a run (%s)\n' "$counter" "$(median ${SERVER[$counter]})" "$(sorted ${SERVER[$counter]})"
  done
}

main "$@"
