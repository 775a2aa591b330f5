#!/usr/bin/env bash
# decisions.sh - plants a difference in CPU per request and counts how often sweeps until decided find it.
# NEEDS: jq, taskset, two cores.  OVERHEAD: a minute, and runs x budget of each difference.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=benchmarks/planted.sh
source "$(dirname "${BASH_SOURCE[0]}")/planted.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/decisions.sh [OPTION...] PERCENT...
Measures one service against itself with arithmetic in each request that costs PERCENT more CPU (0: none), as often as
--runs says, and prints a line in Markdown for each run: the ratio of CPU per request, its interval, the verdict, the
rounds and minutes that it took. What a request and the arithmetic cost is measured first, on a noisy host to a tenth or so:
the ratio of all runs together says what was planted. A difference counts from half of what was planted on, and from 5 % at most.
  --runs N       of each difference; default 10
  --budget TIME  of each run, as sweep.sh --budget; default 5m
  --rate N       requests per second of both; default 4000
  --busy         runs something else on all cores for one minute of each run
  --csv FILE     also appends the lines to this file, as comma-separated values
  --out FOLDER   where the runs are kept; default results/<UTC>-decisions
Examples:
  benchmarks/decisions.sh --runs 3 0 10
  benchmarks/decisions.sh --busy --budget 15m 5
TEXT
}

RUNS=10
BUDGET=5m
BUSY=
CSV=
OUT=
PERCENTS=()

parse() {
  while (($#)); do
    case $1 in
      --runs | --budget | --rate | --csv | --out)
        take_value "$@"
        shift
        ;;
      --busy) BUSY=1 ;;
      -*) die 2 "unknown option $1; see --help" ;;
      *[!0-9]* | '') die 2 "invalid percentage '$1': expected a whole number such as 10; see --help" ;;
      *) PERCENTS+=("$1") ;;
    esac
    shift
  done
  ((${#PERCENTS[@]})) || die 2 "expected percentages, such as 0 10; see --help"
}

# describe NAME FAULT...: writes the descriptor of the service with that fault.
describe() {
  local name=$1
  shift
  cat >"$WORK/$name.yml" <<TEXT
model: $name
contract: none
command: ["{java}", "{jvm}", -Dsun.net.httpserver.maxIdleConnections=2000, -cp, "$WORK", PlantedServer, "{port}", $(printf '"%s", ' "$@")]
port: $PORT
url: /
TEXT
}

# busy: one spinning loop on each core, from half a minute to one and a half.
busy() {
  local core
  for ((core = 0; core < $(nproc); core++)); do
    background timeout 90 sh -c 'sleep 30; while :; do :; done'
  done
}

# The ratio of the comparison on standard input, its interval and its verdict, one on a line.
ROW='.rows[0] | (.ratio * 1000 | round / 1000),
  (if .ratio_low then "\(.ratio_low * 1000 | round / 1000) to \(.ratio_high * 1000 | round / 1000)" else "–" end), .finding'

# measure PERCENT NUMBER: one run, and its line.
measure() {
  local began=$SECONDS run code=0 found busy=${BUSY:+yes} threshold
  threshold=$(awk -v planted="$1" 'BEGIN { print (planted > 0 && planted < 10 ? planted / 2 : 5) "%" }')
  describe base none 0 "$MILLIS"
  if (($1)); then describe more hot "$(steps_of "$1")" "$MILLIS"; else describe more none 0 "$MILLIS"; fi
  [[ -z $BUSY ]] || busy
  run_sweep --servers "$WORK/base.yml,$WORK/more.yml" --tiers local --rates "$RATE" --connections "$CONNECTIONS" \
    --settle 12s --measure 6s --lead-in 250ms --no-observe --until decided --decide cpu_us_per_op --budget "$BUDGET" --threshold "$threshold" \
    --out "$OUT" --name "percent-$1-$2" >"$WORK/sweep.log" 2>&1 || code=$?
  end_background
  ((code <= 1)) || { cat "$WORK/sweep.log" >&2 && die 1 "the sweep ended with exit code $code"; }
  run=$(tail -n 1 "$WORK/sweep.log")
  mapfile -t found < <("$ROOT/scripts/compare.sh" "$run:base" "$run:more" --metric cpu_us_per_op --format json | jq -r "$ROW")
  ((${#found[@]} == 3)) || die 1 "compare.sh made no row of $run"
  table_row "$1" "${busy:-no}" "${found[@]}" "$(find "$run/rounds" -mindepth 1 -maxdepth 1 | wc -l)" \
    "$(awk "BEGIN { printf \"%.1f\", ($SECONDS - $began) / 60 }")"
}

main() {
  case ${1:-} in
    -h | --help) usage && return ;;
  esac
  parse "$@"
  prepare taskset jq
  OUT=${OUT:-results/$(date -u +%Y%m%dT%H%M%SZ)-decisions}
  compile_planted
  calibrate
  table_head percent busy ratio interval verdict rounds minutes
  local percent number
  for ((number = 1; number <= RUNS; number++)); do
    for percent in "${PERCENTS[@]}"; do
      measure "$percent" "$number"
    done
  done
}

main "$@"
