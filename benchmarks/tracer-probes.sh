#!/usr/bin/env bash
# tracer-probes.sh - what each way to count system calls takes from a saturated server: one server under
# one load, the observer attached to it in one way after the other.
# NEEDS: root, two cores, bpftrace, jq, curl, taskset.  OVERHEAD: about 10 s a slice.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/tracer-probes.sh [ROUNDS] [CONNECTIONS] WAY...
Tomcat in front of the echo server (50 ms), kept saturated; after its warm-up it has the later half of
the cores, and the rest has the others. In a round it is left alone once and
observed at level L0 (without totals) in each way, in an order that turns; each value is compared
with the bare one of its round. Shorter and steadier than observer-overhead.sh, which gives every
way a load of its own.
A WAY is a counter as of threads.sh --counter (own-program, raw-tracepoint, tracepoint), with @ and
a folder where another bpftrace than the installed one is to be used.
Examples: benchmarks/tracer-probes.sh 5 800 own-program tracepoint
          benchmarks/tracer-probes.sh 5 800 own-program raw-tracepoint@/opt/bpftrace/bin tracepoint
TEXT
}

readonly ECHO_PORT=28381 TOMCAT_PORT=28380
readonly ECHO_URL=http://127.0.0.1:$ECHO_PORT URL=http://127.0.0.1:$TOMCAT_PORT/sleep
# A server that starts under saturation is warm after 50 s here; before, each slice beats the one before.
readonly SETTLE=60 SLICE=4

# attach WAY: returns when it counts; its process group is in $LOOKER.
attach() {
  LOOKER=
  [[ $1 != bare ]] || return 0
  local counter=${1%%@*} folder=
  [[ $1 != *@* ]] || folder=${1#*@}:
  set -m
  PATH=$folder$PATH taskset -c "$OTHER_CORES" "$JAVA" -jar "$ROOT/observer/target/observer-exec.jar" threads "$TOMCAT_PID" \
    --seconds 60 --require L0 --counter "$counter" --by role >"$WORK/look.txt" 2>"$WORK/look.log" &
  LOOKER=$!
  set +m
  STARTED+=("$LOOKER")
  await_counting "$LOOKER" "$WORK/look.log" "$1"
}

detach() {
  [[ -n $LOOKER ]] || return 0
  kill -INT -- "-$LOOKER" 2>/dev/null || true
  wait "$LOOKER" 2>/dev/null || true
}

# divide_cores PID-OF-LOAD: the compilers needed all of them before.
divide_cores() {
  local last=$(($(nproc) - 1)) half=$(($(nproc) / 2)) pid
  OTHER_CORES=0-$((half - 1))
  taskset -a -c -p "$half-$last" "$TOMCAT_PID" >/dev/null
  for pid in "$ECHO_PID" "$1"; do
    taskset -a -c -p "$OTHER_CORES" "$pid" >/dev/null
  done
}

now() {
  printf '%s %s %s\n' "${EPOCHREALTIME/./}" "$(curl -fsS "$ECHO_URL/stats" | jq .count)" "$(cpu_us "$TOMCAT_PID")"
}

# slice WAY: "requests/s CPU-us-per-request" of a few seconds.
slice() {
  local before after
  attach "$1"
  sleep 1
  before=$(now)
  sleep "$SLICE"
  after=$(now)
  detach
  awk '{ printf "%.1f %.2f\n", ($5 - $2) / ($4 - $1) * 1e6, ($6 - $3) / ($5 - $2) }' <<<"$before $after"
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    usage
    return
  fi
  local rounds=${1:-5} connections=${2:-800} ways=() round i way values
  local -A rate=() cpu=() rates=() cpus=()
  whole_numbers "$rounds" "$connections"
  shift $(($# < 2 ? $# : 2))
  (($#)) || die 2 "no way to count; see --help"
  ways=(bare "$@")
  find_jdk
  need curl jq setpriv taskset
  (($(nproc) >= 2)) || die 1 "two cores are needed"
  ((EUID == 0)) || die 1 "tracing takes root: sudo $0 $rounds $connections $*"
  ensure_built
  WORK=$(mktemp -d)
  trap 'end_background; rm -rf "$WORK"' EXIT
  start_tomcat "$WORK/tomcat.log"
  background "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx1g -jar "$ROOT/loadgen/target/loadgen.jar" "$URL" -t1 \
    -c "$connections" --phases "measure=$((SETTLE + rounds * ${#ways[@]} * 30))s" >"$WORK/load.log" 2>&1
  printf 'what counting costs: %s; %s connections\n' "$(host_line)" "$connections"
  sleep "$SETTLE"
  divide_cores "$STARTED_PID"
  for ((round = 0; round < rounds; round++)); do
    for ((i = 0; i < ${#ways[@]}; i++)); do
      way=${ways[(i + round) % ${#ways[@]}]}
      # On a line of its own: the status of a substitution in a redirection is lost.
      values=$(slice "$way")
      read -r rate["$way"] cpu["$way"] <<<"$values"
      log "  round $((round + 1)): $way ${rate[$way]} requests/s, ${cpu[$way]} us CPU per request"
    done
    for way in "$@"; do
      rates[$way]+=" $(ratio "${rate[$way]}" "${rate[bare]}")"
      cpus[$way]+=" $(ratio "${cpu[$way]}" "${cpu[bare]}")"
    done
  done
  for way in "$@"; do
    # shellcheck disable=SC2086 # words on purpose
    printf '%s: throughput %s (%s)  CPU per request %s (%s)\n' "$way" "$(median ${rates[$way]})" \
      "$(sorted ${rates[$way]})" "$(median ${cpus[$way]})" "$(sorted ${cpus[$way]})"
  done
}

main "$@"
