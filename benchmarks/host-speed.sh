#!/usr/bin/env bash
# host-speed.sh - prints the probe of the host's speed beside the CPU per request of one warm server.
# NEEDS: jq, taskset.  OVERHEAD: about 10 s for each step.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/host-speed.sh [--hog CORES] [LEVEL [STEPS]]
       benchmarks/host-speed.sh --table RUN...
       benchmarks/host-speed.sh --explain RUN...
Measures one warm tomcat at LEVEL (default 800) in STEPS steps (default 20), which differ by one connection
each, so that nothing but the host changes. Prints a line per step in the order of time: the probe before
and after the load, CPU per request, throughput; then CPU per request by how much slower than at best the
probe was, with the correlation of ranks. The run is kept in results/, or in the folder OUT of the environment.
--hog runs benchmarks/MemoryHog.java on those cores for 20 s of every 40 s, to see whether neighbours are found.
--table prints run folders that are there, such as those of earlier calls (results/*-host-speed).
--explain reads any sweeps of two trials or more and prints how CPU per request, throughput and latency went with the
probe, within each server and level.
Examples: benchmarks/host-speed.sh 800 20
          benchmarks/host-speed.sh --explain results/*-standard
          benchmarks/host-speed.sh --hog 0 200 20
TEXT
}

# hog CORES: twenty seconds on, twenty off, until it is ended.
hog() {
  local running
  trap 'kill "$running" 2>/dev/null; exit' TERM
  while true; do
    sleep 20 &
    running=$!
    wait "$running" || true
    taskset --cpu-list "$1" timeout 20 "$JAVA" -Xmx400m "$ROOT/benchmarks/MemoryHog.java" 2 256 &
    running=$!
    wait "$running" || true
  done
}

# steps_of RUN...: one JSON object a step.
steps_of() {
  local run step
  for run in "$@"; do
    for step in "$run"/trials/*/steps/*/; do
      [[ -e $step/measurements.json ]] || continue
      jq -n --arg step "$(basename "$step")" \
        --slurpfile values "$step/measurements.json" --slurpfile load "$step/load.json" \
        '{step: $step, at: ($load[0].phases[] | select(.name == "measure") | .started_at)} + $values[0].values'
    done
  done
}

table() {
  steps_of "$@" | jq -rs '
    def middle: sort | .[((length + 1) / 2 | floor) - 1];
    def digits(n): . * pow(10; n) | round / pow(10; n);
    def ranks: . as $all | map(. as $one | [$all[] | select(. < $one)] | length);
    def pearson($x; $y): (($x | add) / ($x | length)) as $mx | (($y | add) / ($y | length)) as $my
      | [range($x | length) | ($x[.] - $mx) * ($y[.] - $my)] | add
      / ((($x | map(. - $mx | . * .) | add) * ($y | map(. - $my | . * .) | add)) | sqrt);
    def part($rows; $name; $field):
      ($rows | map(.[$field]) | min) as $best | ($rows | map(.cpu_us_per_op) | min) as $cpu
      | "", "\($name): best \($best | digits(1)) ms; correlation of ranks with CPU per request "
        + "\(pearson($rows | map(.[$field]) | ranks; $rows | map(.cpu_us_per_op) | ranks) | digits(2))",
        ([[0, 5], [5, 10], [10, 15], [15, 25], [25, 50], [50, 100000]][] as [$from, $to]
        | ($rows | map(select(100 * (.[$field] / $best - 1) | . >= $from and . < $to) | .cpu_us_per_op))
        | select(length > 0)
        | "  \($from) to \($to) % over the best: \(length) steps, CPU per request "
          + "\(min | digits(1)) to \(max | digits(1)) us, median \(middle | digits(1)) "
          + "(\(100 * (middle / $cpu - 1) | digits(0)) % over the least)");
    sort_by(.at) as $rows | ($rows | map(select(.host_memory_ms != null))) as $probed
    | "began                     step               memory ms  arithmetic ms  CPU us/req   req/s  steal %",
      ($probed[] | "\(.at[0:23])   \(.step)   \(.host_memory_ms | digits(1))   \(.host_alu_ms | digits(1))   "
        + "\(.cpu_us_per_op | digits(1))   \(.throughput_rps | digits(0))   \(.steal_percent // "-")"),
      part($probed; "memory"; "host_memory_ms"), part($probed; "arithmetic"; "host_alu_ms")'
}

explain() {
  local folders=()
  mapfile -t folders < <(realpath -- "$@")
  prepare jq taskset
  (cd "$WORK" && "$(dirname "$JAVA")/jar" xf "$ROOT/report/target/report.jar" BOOT-INF)
  "$JAVA" -cp "$WORK/BOOT-INF/classes:$WORK/BOOT-INF/lib/*" "$ROOT/benchmarks/HostSpeedEffect.java" "${folders[@]}"
}

main() {
  need jq taskset
  case ${1:-} in
    --table | --explain)
      (($# > 1)) || die 2 "$1 needs a run folder; see --help"
      "${1#--}" "${@:2}"
      return
      ;;
  esac
  local cores=
  if [[ ${1:-} == --hog ]]; then
    cores=${2:-}
    [[ $cores =~ ^[0-9,-]+$ ]] || die 2 "--hog needs cores such as 0 or 0-1; see --help"
    shift 2
  fi
  local level=${1:-800} steps=${2:-20}
  whole_numbers "$level" "$steps"
  prepare jq taskset
  host_line
  if [[ -n $cores ]]; then
    hog "$cores" &
    STARTED+=("$!")
  fi
  run_sweep --servers tomcat --levels "$level..$((level + steps - 1)):1" --trials 1 --no-verify --measure 3s \
    --settle 4s --no-observe --repeat-noisy 0 --tiers local --ports echo=28081,tomcat=28080 \
    --out "${OUT:-$ROOT/results}" --name host-speed >"$WORK/sweep.log" 2>&1 || true
  local run
  run=$(tail -n 1 "$WORK/sweep.log")
  [[ -d $run/trials ]] || die 1 "the sweep measured nothing: $(tail -n 5 "$WORK/sweep.log")"
  table "$run"
}

run_main "$@"
