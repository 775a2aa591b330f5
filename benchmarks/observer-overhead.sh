#!/usr/bin/env bash
# observer-overhead.sh - measures what a server loses while it is observed by the observer's levels, perf trace -s and
# strace -c -f, at a fixed rate of 60 % of capacity and at saturation.
# NEEDS: root, bpftrace, perf, strace, jq.  OVERHEAD: about 20 s for each run, 5 minutes for each round.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/observer-overhead.sh [ROUNDS] [CONNECTIONS] [WAY...]
Tomcat in front of the echo server (50 ms). A round runs every way of looking once, the order turns
from round to round, and each value is compared with the bare run of its own round. Capacity is the
median of three bare runs before. Ways (default: all): l3 l0 l0+totals l2 perf-trace strace
  l0@FOLDER   L0 with the bpftrace in that folder, which reports starts and exits of threads; l0+totals@FOLDER
              likewise. tracer-probes.sh compares what counts calls
Examples: benchmarks/observer-overhead.sh 5 800
          benchmarks/observer-overhead.sh 5 800 l0 l0@/opt/bpftrace-0.23/bin
TEXT
}

readonly ECHO_PORT=28081 TOMCAT_PORT=28080
readonly URL=http://127.0.0.1:$TOMCAT_PORT/sleep
# On a saturated host a tracer takes up to 10 s to attach, which must not fall into the measured phase.
readonly SETTLE=12 MEASURE=6
# The looker comes with the load and outlives it.
readonly LOOK=30

observe() {
  "$JAVA" -jar "$ROOT/observer/target/observer-exec.jar" threads "$TOMCAT_PID" --seconds "$LOOK" --by role "$@"
}

# look WAY: attaches it in the background; its process group is in $LOOKER.
look() {
  local command path=$PATH
  [[ $1 != *@* ]] || path=${1#*@}:$PATH
  case ${1%%@*} in
    bare)
      LOOKER=
      return
      ;;
    l3) command=(observe --level L3) ;;
    l2) command=(observe --level L2) ;;
    l0) command=(observe --require L0) ;;
    l0+totals) command=(observe --require L0 --totals) ;;
    perf-trace) command=(perf trace -s -p "$TOMCAT_PID" -o "$WORK/perf-trace.txt") ;;
    strace) command=(strace -c -f -q -p "$TOMCAT_PID" -o "$WORK/strace.txt") ;;
    *) die 2 "'$1' is not a way of looking; see --help" ;;
  esac
  set -m
  PATH=$path "${command[@]}" >"$WORK/look.txt" 2>&1 &
  LOOKER=$!
  set +m
  STARTED+=("$LOOKER")
}

look_away() {
  [[ -n $LOOKER ]] || return 0
  kill -0 "$LOOKER" 2>/dev/null || die 1 "the looker ended before the load: $(tail -n 1 "$WORK/look.txt")"
  detach
}

# run_once WAY LOADGEN-OPTION...: prints "requests/s CPU-us-per-request" of the measured phase.
run_once() {
  local status=0 cpu
  look "$1"
  measure_load "${@:2}" --phases "settle=${SETTLE}s,measure=${MEASURE}s" --events |
    at_boundaries cpu_us "$TOMCAT_PID" >"$WORK/cpu" || status=$?
  look_away
  # 1 is a request that was not answered in time, which some ways of looking bring about.
  ((status <= 1)) || generator_failed
  log "  $1: $(last_phase '.failed | del(.gateway_timeout) | add') failed requests"
  mapfile -t cpu <"$WORK/cpu"
  last_phase "\"\(.throughput_rps) \($((cpu[1] - cpu[0])) / .ok)\""
}

# compare TITLE LOADGEN-OPTION...: all ways, ROUNDS times.
compare() {
  printf '%s, ratio to the bare run of the same round: median (all %d)\n' "$1" "$ROUNDS"
  against_bare "$ROUNDS" run_once "${@:2}"
}

capacity() {
  local run values rate bare=()
  for run in 1 2 3; do
    values=$(run_once bare -c "$CONNECTIONS") || return
    read -r rate _ <<<"$values"
    bare+=("$rate")
    log "  capacity, run $run: $rate requests/s"
  done
  median "${bare[@]}"
}

main() {
  ROUNDS=${1:-5} CONNECTIONS=${2:-800}
  whole_numbers "$ROUNDS" "$CONNECTIONS"
  shift $(($# < 2 ? $# : 2))
  WAYS=("$@")
  (($#)) || WAYS=(l3 l0 l0+totals l2 perf-trace strace)
  prepare bpftrace perf strace jq
  start_tomcat
  printf 'what observing costs: %s; %s connections\n' "$(host_line)" "$CONNECTIONS"
  run_once bare -c "$CONNECTIONS" >/dev/null
  local peak
  peak=$(capacity)
  compare 'at saturation' -c "$CONNECTIONS"
  compare "at 60 % of it ($((${peak%.*} * 6 / 10)) requests/s)" -c "$CONNECTIONS" -R "$((${peak%.*} * 6 / 10))"
}

run_main "$@"
