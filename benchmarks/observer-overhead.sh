#!/usr/bin/env bash
# observer-overhead.sh - what a server loses while it is observed: the levels of the observer beside
# perf trace -s and strace -c -f, at a fixed rate of 60 % of capacity and at saturation.
# NEEDS: root, bpftrace, perf, strace, jq.  OVERHEAD: about 20 s a run, 5 minutes a round.
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
  kill -INT -- "-$LOOKER" 2>/dev/null || true
  wait "$LOOKER" 2>/dev/null || true
}

# run_once WAY LOADGEN-OPTION...: prints "requests/s CPU-us-per-request failed-requests" of the measured phase.
run_once() {
  local way=$1 event cpu_before cpu_after status=0
  shift
  look "$way"
  rm -rf "$WORK/load"
  "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx1g -jar "$ROOT/loadgen/target/loadgen.jar" "$URL" -t1 "$@" \
    --phases "settle=${SETTLE}s,measure=${MEASURE}s" --events --out "$WORK/load" 2>"$WORK/loadgen.log" |
    while read -r event; do
      [[ $event == *'"phase-'* ]] || continue
      case $(jq -r '"\(.event) \(.phase)"' <<<"$event") in
        'phase-start measure') cpu_before=$(cpu_us "$TOMCAT_PID") ;;
        'phase-end measure')
          cpu_after=$(cpu_us "$TOMCAT_PID")
          printf '%s\n' "$((cpu_after - cpu_before))" >"$WORK/cpu"
          ;;
      esac
    done || status=$?
  look_away
  # 1 is a request that was not answered in time, which some ways of looking bring about.
  ((status <= 1)) || die 1 "the load generator failed: $(tail -n 1 "$WORK/loadgen.log")"
  jq -r --arg cpu "$(<"$WORK/cpu")" \
    '.phases[-1] | "\(.throughput_rps) \(($cpu | tonumber) / .ok) \([.failed[]] | add)"' "$WORK/load/load.json"
}

# values_of WAY: its requests/s and CPU per request in the round.
values_of() {
  awk -v way="$1" '$1 == way { print $2, $3 }' "$WORK/round"
}

# compare TITLE LOADGEN-OPTION...: all ways, ROUNDS times.
compare() {
  local title=$1 round way i values rate cpu failed bare_rate bare_cpu
  shift
  local -A rates=() cpus=()
  for ((round = 0; round < ROUNDS; round++)); do
    : >"$WORK/round"
    for ((i = 0; i <= ${#WAYS[@]}; i++)); do
      way=$(printf '%s\n' bare "${WAYS[@]}" | sed -n "$(((i + round) % (${#WAYS[@]} + 1) + 1))p")
      # On a line of its own: the status of a substitution in a redirection is lost.
      values=$(run_once "$way" "$@")
      read -r rate cpu failed <<<"$values"
      printf '%s %s %s\n' "$way" "$rate" "$cpu" >>"$WORK/round"
      log "  $title, round $((round + 1)): $way $rate requests/s, $cpu us CPU per request, $failed failed"
    done
    read -r bare_rate bare_cpu <<<"$(values_of bare)"
    for way in "${WAYS[@]}"; do
      read -r rate cpu <<<"$(values_of "$way")"
      rates[$way]+=" $(ratio "$rate" "$bare_rate")"
      cpus[$way]+=" $(ratio "$cpu" "$bare_cpu")"
    done
  done
  printf '%s, ratio to the bare run of the same round: median (all %d)\n' "$title" "$ROUNDS"
  for way in "${WAYS[@]}"; do
    # shellcheck disable=SC2086 # words on purpose
    printf '  %-20s throughput %s (%s)  CPU per request %s (%s)\n' "$way" "$(median ${rates[$way]})" \
      "$(sorted ${rates[$way]})" "$(median ${cpus[$way]})" "$(sorted ${cpus[$way]})"
  done
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

end() {
  end_background
  rm -rf "$WORK"
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    usage
    return
  fi
  ROUNDS=${1:-5} CONNECTIONS=${2:-800}
  whole_numbers "$ROUNDS" "$CONNECTIONS"
  shift $(($# < 2 ? $# : 2))
  WAYS=("$@")
  (($#)) || WAYS=(l3 l0 l0+totals l2 perf-trace strace)
  find_jdk
  need bpftrace perf strace jq setpriv
  ensure_built
  WORK=$(mktemp -d)
  trap end EXIT
  start_tomcat "$WORK/tomcat.log"
  printf 'what observing costs: %s; %s connections\n' "$(host_line)" "$CONNECTIONS"
  run_once bare -c "$CONNECTIONS" >/dev/null
  local peak
  peak=$(capacity)
  compare 'at saturation' -c "$CONNECTIONS"
  compare "at 60 % of it ($((${peak%.*} * 6 / 10)) requests/s)" -c "$CONNECTIONS" -R "$((${peak%.*} * 6 / 10))"
}

main "$@"
