#!/usr/bin/env bash
# tracer-probes.sh - measures what each way of counting system calls takes from a saturated server: one server under one
# load, with one counter attached after the other.
# NEEDS: root, two cores, bpftrace, jq, curl, taskset.  OVERHEAD: about 10 s for each slice.
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
  [[ $1 == bare ]] || attach "$TOMCAT_PID" "$1"
  sleep 1
  before=$(now)
  sleep "$SLICE"
  after=$(now)
  [[ $1 == bare ]] || detach
  awk '{ printf "%.1f %.2f\n", ($5 - $2) / ($4 - $1) * 1e6, ($6 - $3) / ($5 - $2) }' <<<"$before $after"
}

main() {
  local rounds=${1:-5} connections=${2:-800}
  whole_numbers "$rounds" "$connections"
  shift $(($# < 2 ? $# : 2))
  (($#)) || die 2 "no way to count; see --help"
  WAYS=("$@")
  (($(nproc) >= 2)) || die 1 "two cores are needed"
  ((EUID == 0)) || die 1 "tracing takes root: sudo $0 $rounds $connections $*"
  prepare curl jq taskset
  start_tomcat
  background "${LOADGEN[@]}" "$URL" -t1 -c "$connections" --phases "measure=$((SETTLE + rounds * ($# + 1) * 30))s" \
    >"$WORK/load.log" 2>&1
  printf 'what counting costs: %s; %s connections\n' "$(host_line)" "$connections"
  sleep "$SETTLE"
  divide_cores "$STARTED_PID"
  against_bare "$rounds" slice
}

run_main "$@"
