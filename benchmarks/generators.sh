#!/usr/bin/env bash
# generators.sh - compares CPU per request of every installed load generator on the same target.
# NEEDS: wrk, h2load, jq; wrk2 and oha when they are on the PATH.
# OVERHEAD: about 20 s for each round, level and generator; both cores of a small host.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/generators.sh [ROUNDS] [LEVEL|open...]
Closed model against the echo server (50 ms), one thread each: loadgen, wrk, h2load, and oha when it
is present. With "open", 8,000 requests/s over 2,600 connections: loadgen, wrk2 and oha.
Every other round goes through them backwards. The others are charged for all their CPU; the load
generator of tierbench for its steady state, after 12 s in which the JIT settles (the first 6 s after
5 s cost a tenth more). Prints medians in us per request, and the median of each round's ratio to
loadgen. oha takes no number of threads: it has one on each core. Default: 5 rounds at 800.
Example: benchmarks/generators.sh 5 200 800 2600 open
TEXT
}

readonly ECHO_PORT=28081
readonly URL=http://127.0.0.1:$ECHO_PORT/echo
readonly SECONDS_EACH=6
readonly RATE=8000 CONNECTIONS=2600 OPEN_SECONDS=20

# CPU in us per request by "LOAD GENERATOR ROUND", LOAD being a level or open.
declare -A COST=()

# loadgen OPTION...: its own account of its last phase.
loadgen() {
  measure_load "$@" >/dev/null || generator_failed
  last_phase .generator.cpu_us_per_request
}

# charged EXPRESSION COMMAND...: all CPU of the command over its requests, which the sed expression finds.
charged() {
  local requests=$1 report=$WORK/report.txt times count TIMEFORMAT='%U %S'
  shift
  times=$({ time "$@" >"$report" 2>&1; } 2>&1)
  count=$(sed -n "$requests" "$report" | head -n 1)
  [[ -n $count ]] || die 1 "$1 reported no number of requests: $(tail -n 1 "$report")"
  awk -v times="$times" -v n="$count" 'BEGIN { split(times, t, " "); printf "%.2f\n", (t[1] + t[2]) * 1e6 / n }'
}

wrk_cost() { charged 's/^ *\([0-9]*\) requests in .*/\1/p' "$@"; }
h2load_cost() { charged 's/^requests: \([0-9]*\) total.*/\1/p' h2load --h1 -t1 -m1 "$@" "$URL"; }
oha_cost() {
  charged 's/.*"200": \([0-9]*\).*/\1/p' oha --no-tui --output-format json --http-version 1.1 "$@" "$URL"
}

# cost GENERATOR LOAD: CPU us per request of one run.
cost() {
  local closed=${SECONDS_EACH}s open=${OPEN_SECONDS}s
  case "$1 $2" in
    'loadgen open') loadgen -c "$CONNECTIONS" -R "$RATE" --phases "settle=12s,measure=8s" ;;
    'wrk2 open') wrk_cost wrk2 -t1 -c "$CONNECTIONS" -d "$open" -R "$RATE" "$URL" ;;
    'oha open') oha_cost -c "$CONNECTIONS" -z "$open" -q "$RATE" --latency-correction ;;
    loadgen*) loadgen -c "$2" --phases "settle=12s,measure=$closed" ;;
    wrk*) wrk_cost wrk -t1 -c "$2" -d "$closed" "$URL" ;;
    h2load*) h2load_cost -c "$2" -D "$SECONDS_EACH" ;;
    oha*) oha_cost -c "$2" -z "$closed" ;;
  esac
}

# present GENERATOR...: those of them that can be run.
present() {
  local generator
  for generator in "$@"; do
    [[ $generator != loadgen ]] && ! command -v "$generator" >/dev/null || printf '%s\n' "$generator"
  done
}

# rounds LOAD ROUNDS GENERATOR...: fills COST, there and back again.
rounds() {
  local load=$1 count=$2 round generator order
  shift 2
  for ((round = 1; round <= count; round++)); do
    mapfile -t order < <(printf '%s\n' "$@" | if ((round % 2)); then cat; else tac; fi)
    for generator in "${order[@]}"; do
      COST["$load $generator $round"]=$(cost "$generator" "$load")
      log "  $load, round $round: $generator ${COST["$load $generator $round"]} us"
    done
  done
}

# row LOAD ROUNDS GENERATOR: its line of the table.
row() {
  local load=$1 count=$2 generator=$3 round all=() ratios=()
  for ((round = 1; round <= count; round++)); do
    all+=("${COST["$load $generator $round"]}")
    ratios+=("$(ratio "${all[-1]}" "${COST["$load loadgen $round"]}")")
  done
  printf '| %-11s | %-9s | %12s | %14s | %-20s |\n' "$load" "$generator" "$(median "${all[@]}")" \
    "$(median "${ratios[@]}")" "$(range "${ratios[@]}")"
}

table() {
  local count=$1 load generator generators
  shift
  printf '| %-11s | %-9s | %12s | %14s | %-20s |\n' connections generator 'us/request' 'over loadgen' 'least to most'
  printf '|---|---|---:|---:|---|\n'
  for load in "$@"; do
    mapfile -t generators < <(generators_of "$load")
    for generator in "${generators[@]}"; do
      row "$load" "$count" "$generator"
    done
  done
}

generators_of() {
  if [[ $1 == open ]]; then
    present loadgen wrk2 oha
  else
    present loadgen wrk h2load oha
  fi
}

main() {
  local count=${1:-5} load generators
  shift || true
  local loads=("${@:-800}")
  whole_numbers "$count"
  for load in "${loads[@]}"; do
    [[ $load == open ]] || whole_numbers "$load"
  done
  prepare wrk h2load jq
  start_echo
  printf 'load generators: %s\n' "$(host_line)"
  wrk -t1 -c 800 -d 10s "$URL" >/dev/null
  for load in "${loads[@]}"; do
    mapfile -t generators < <(generators_of "$load")
    rounds "$load" "$count" "${generators[@]}"
  done
  table "$count" "${loads[@]}"
}

if (($# == 0)); then
  set -- 5 200 800 2600 open
fi
run_main "$@"
