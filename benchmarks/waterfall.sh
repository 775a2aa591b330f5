#!/usr/bin/env bash
# waterfall.sh - takes the published study apart: changes its choices one after the other, and shows what each does.
# NEEDS: what sweep.sh needs.  OVERHEAD: with 5 trials about an hour on two cores.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Servers of the study, and those with a client of its own kind.
readonly STUDY=tomcat-webclient,webflux-reactor+-Dreactor.netty.ioWorkerCount=8
readonly OURS=tomcat-platform,webflux-reactor+-Dreactor.netty.ioWorkerCount=8

# Name of each step, its servers and its options; each differs from the one before in one choice.
readonly STEPS=(
  "0-published|$STUDY --preset published"
  "1-kept-connections|$STUDY --consecutive --pin off --settle 0s --warmup-cap 0s --requests 90000 --measure 300s"
  "2-warm-jvm|$STUDY --consecutive --pin off --requests 90000 --measure 300s"
  "3-timed-windows|$STUDY --consecutive --pin off --measure 10s"
  "4-blocking-client|$OURS --consecutive --pin off --measure 10s"
  "5-own-cores|$OURS --consecutive --measure 10s"
  "6-rounds|$OURS --measure 10s"
)

usage() {
  cat <<'TEXT'
Usage: benchmarks/waterfall.sh [OPTION]...
Runs the published study as it was published, and then six times more, with one of its choices mended each time. Prints
what each choice does to the ratio of Netty to Tomcat in latency, throughput, CPU, context switches and futex calls.
  --level N      concurrent requests; default 800
  --trials N     of each server in each step; default 5
  --out FOLDER   where the runs are kept, with chain.html and chain.csv; default results/<UTC>-waterfall. Steps that are
                 complete there are not run again
Examples:
  benchmarks/waterfall.sh
  benchmarks/waterfall.sh --level 200 --trials 3 --out results/waterfall-200
TEXT
}

LEVEL=800
TRIALS=5
OUT=

parse() {
  take_options "--level --trials --out" "$@"
  whole_numbers "$LEVEL" "$TRIALS"
}

# folder NAME: the run of a step, if it was begun.
folder() {
  find "$OUT" -maxdepth 1 -name "*-$1" | head -n 1
}

# measure NAME SERVERS OPTION...: runs a step, or what is missing of it.
measure() {
  local name=$1 servers=$2 run code=0
  shift 2
  run=$(folder "$name")
  if [[ -z $run ]]; then
    "$ROOT/scripts/sweep.sh" --tiers local --levels "$LEVEL" --trials "$TRIALS" --trace 3s --trace-trials "$TRIALS" \
      --out "$OUT" --name "$name" --servers "$servers" "$@" || code=$?
  elif ! grep -Eq '"state" : "(complete|failed)"' "$run/manifest.json"; then
    "$ROOT/scripts/sweep.sh" --resume "$run" --servers "$servers" || code=$?
  fi
  # 1 is also a step that its checks refuse, as those of the study are.
  ((code <= 1)) || die 1 "$name ended with exit code $code"
}

# show RUN... OPTION...: what each choice does, also with the time that a connection takes, which ab counts in.
show() {
  "$ROOT/scripts/chain.sh" "$@" --level "$LEVEL" --html "$OUT/chain.html" \
    --metric request_mean_ms,latency_mean_ms,throughput_rps,cpu_us_per_op,cs_per_op,futex_per_op
}

main() {
  case ${1:-} in
    -h | --help) usage && return ;;
  esac
  parse "$@"
  find_jdk
  OUT=${OUT:-results/$(date -u +%Y%m%dT%H%M%SZ)-waterfall}
  mkdir -p "$OUT"
  local step words runs=()
  for step in "${STEPS[@]}"; do
    read -ra words <<<"${step#*|}"
    measure "${step%%|*}" "${words[@]}"
    runs+=("$(folder "${step%%|*}")")
  done
  show "${runs[@]}" --format csv >"$OUT/chain.csv"
  show "${runs[@]}" --format md
}

main "$@"
