#!/usr/bin/env bash
# counter-cost.sh - measures how much longer a system call takes while each counter is attached: in a loop, and in a
# server under load by the kernel's account of the program.
# NEEDS: root, bpftrace, taskset.  OVERHEAD: about 20 s for each counter and round, plus a minute.
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

readonly ECHO_PORT=28481 TOMCAT_PORT=28480 CONNECTIONS=800
readonly URL=http://127.0.0.1:$TOMCAT_PORT/sleep

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
      detach
    done
    log "  loop, round $round of $ROUNDS"
  done
  kill "$loop"
}

server_table() {
  local round counter
  start_tomcat
  background "${LOADGEN[@]}" "$URL" -t1 -c $CONNECTIONS --phases "measure=$((60 + ROUNDS * ${#COUNTERS[@]} * 60))s" \
    >"$WORK/load.log" 2>&1
  sleep 40
  sysctl -q kernel.bpf_stats_enabled=1
  for ((round = 1; round <= ROUNDS; round++)); do
    for counter in "${COUNTERS[@]}"; do
      attach "$TOMCAT_PID" "$counter"
      sleep 2
      SERVER[$counter]+=" $(run_ns "$(counting_process "$counter")")"
      detach
    done
    log "  server, round $round of $ROUNDS"
  done
}

main() {
  ROUNDS=${1:-5}
  shift $(($# < 1 ? $# : 1))
  COUNTERS=("$@")
  ((${#COUNTERS[@]})) || COUNTERS=(own-program tracepoint)
  whole_numbers "$ROUNDS"
  ((EUID == 0)) || die 1 "counting system calls needs root: run it with sudo"
  LAST_CORE=$(($(nproc) - 1))
  OTHER_CORES=0-$((LAST_CORE > 0 ? LAST_CORE - 1 : 0))
  STATS=$(sysctl -n kernel.bpf_stats_enabled)
  prepare taskset bpftrace
  declare -gA LOOP=() SERVER=()
  printf 'what counting a system call costs: %s; %s\n' "$(host_line)" "$(bpftrace --version)"
  loop_table
  server_table
  local counter
  for counter in bare "${COUNTERS[@]}"; do
    # shellcheck disable=SC2086 # words on purpose
    printf 'loop, %s, ns a call: %s\n' "$counter" "$(spread ${LOOP[$counter]})"
  done
  for counter in "${COUNTERS[@]}"; do
    # shellcheck disable=SC2086 # words on purpose
    printf 'server, %s, ns a run: %s\n' "$counter" "$(spread ${SERVER[$counter]})"
  done
}

run_main "$@"
