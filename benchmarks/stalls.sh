#!/usr/bin/env bash
# stalls.sh - stops one tier inside the measured window of a sweep, and shows which tier the check `stall` names.
# NEEDS: jq.  OVERHEAD: about a minute for each tier and length.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/stalls.sh [LEVELS [LENGTH...]]
For each tier and each length in seconds (default 0.5 1.5): a sweep of tomcat at LEVELS (default 200,800)
in which the tier gets SIGSTOP for that long, about 2 s into each window of 8 s. Prints a line per step:
the check's verdict, value and message, and the throughput that was measured.
Wanted: FAIL that names generator or echo tier for a stop of theirs, WARN that names the server for one of
the server. Exit code 1 when any line differs.
Example: benchmarks/stalls.sh 200,800 0.5 1.5
TEXT
}

# pid_of_jar JAR: the JVM below the sweep that runs it.
pid_of_jar() {
  local pid
  for pid in $(descendants "$SWEEP"); do
    if [[ $(readlink "/proc/$pid/exe") == */java ]] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$1"; then
      echo "$pid"
      return
    fi
  done
}

# stop_in_each_window JAR SECONDS: once in each step, as soon as its log has a second of the window.
stop_in_each_window() {
  local log stopped=() pid
  while kill -0 "$SWEEP" 2>/dev/null; do
    for log in "$WORK"/out/*/trials/*/steps/*/latency.hlog; do
      if [[ -f $log && " ${stopped[*]} " != *" $log "* ]] && grep -q '^Tag=measure,' "$log"; then
        pid=$(pid_of_jar "$1")
        [[ -n $pid ]] || die 1 "no process of $1 below the sweep"
        sleep 0.7
        STOPPED=$pid
        kill -STOP "$pid" || die 1 "$1 is gone: $(tail -n 3 "$WORK/sweep.log")"
        sleep "$2"
        kill -CONT "$pid"
        stopped+=("$log")
      fi
    done
    sleep 0.1
  done
}

# one_sweep TIER JAR LENGTH LEVELS
one_sweep() {
  rm -rf "$WORK/out"
  "$ROOT/scripts/sweep.sh" --servers tomcat --levels "$4" --trials 1 --no-verify --measure 8s --no-observe \
    --tiers local --ports echo=28081,tomcat=28080 --out "$WORK/out" >"$WORK/sweep.log" 2>&1 &
  SWEEP=$!
  STARTED+=("$SWEEP")
  stop_in_each_window "$2" "$3"
  wait "$SWEEP" || true
  local step verdict message
  compgen -G "$WORK/out/*/trials/*/steps/*/checks.json" >/dev/null || die 1 "the sweep measured nothing: $(tail -n 5 "$WORK/sweep.log")"
  for step in "$WORK"/out/*/trials/*/steps/*/; do
    verdict=$(jq -r '.checks[] | select(.name == "stall") | "\(.verdict) \(.value) ms"' "$step/checks.json")
    message=$(jq -r '.checks[] | select(.name == "stall") | .message' "$step/checks.json")
    printf '%-9s %4s s  %-16s %-14s %6.0f req/s  %s\n' "$1" "$3" "$(basename "$step")" "$verdict" \
      "$(jq '.phases[] | select(.name == "measure") | .throughput_rps' "$step/load.json")" "$message"
    case $1 in
      server) [[ $verdict == WARN* && $message == *"the server stood still"* ]] || WRONG=1 ;;
      generator) [[ $verdict == FAIL* && $message == "the generator stood still"* ]] || WRONG=1 ;;
      echo) [[ $verdict == FAIL* && $message == "the echo tier stood still"* ]] || WRONG=1 ;;
    esac
  done
}

# No tier stays stopped, however this ends.
end() {
  [[ -z ${STOPPED:-} ]] || kill -CONT "$STOPPED" 2>/dev/null || true
  end_background
  rm -rf "$WORK"
}

main() {
  local levels=${1:-200,800} lengths=("${@:2}") length
  ((${#lengths[@]})) || lengths=(0.5 1.5)
  for length in "${lengths[@]}"; do
    [[ $length =~ ^[0-9]+([.][0-9]+)?$ ]] || die 2 "invalid length '$length': expected seconds; see --help"
  done
  WRONG=0
  prepare jq
  host_line
  for length in "${lengths[@]}"; do
    one_sweep server tomcat-server.jar "$length" "$levels"
    one_sweep generator loadgen.jar "$length" "$levels"
    one_sweep echo echo-server.jar "$length" "$levels"
  done
  return "$WRONG"
}

run_main "$@"
