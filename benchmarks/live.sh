#!/usr/bin/env bash
# live.sh - measures what --live costs: generator CPU per request and throughput of a sweep with and without it.
# NEEDS: jq, curl.  OVERHEAD: about a minute for each sweep, two sweeps a round; half a minute more for a watched sweep.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/live.sh [ROUNDS [LEVEL [--watched]]]
In each round one sweep of tomcat at LEVEL (default 800) without --live and one with it; every other round
the other way around. With --watched a reader follows the events and asks for /metrics every second, as an open
page and Prometheus do; without it nobody looks. Prints CPU of the generator per request, throughput and CPU of the
server per request of the measured window: medians, and the median and the range of each round's ratio with/without.
A ratio whose range holds 1 is within this host's noise.
Example: benchmarks/live.sh 9 800 --watched
TEXT
}

readonly METRICS=(generator_cpu throughput server_cpu)

# Value by "METRIC KIND ROUND", KIND being plain or live.
declare -A VALUE=()

# watch LOG: reads events and metrics of the sweep, whose log has their address, until it ends.
watch() {
  local url='' tries
  for ((tries = 0; tries < 300; tries++)); do
    url=$(sed -n 's/^live  *//p' "$1")
    [[ -z $url ]] || break
    sleep 0.2
  done
  [[ -n $url ]] || die 1 "the sweep named no address: $(tail -n 3 "$1")"
  curl -sN "${url}events" >/dev/null &
  while curl -sf "${url}metrics" >/dev/null; do
    sleep 1
  done
}

# one_sweep KIND LEVEL: leaves its folder in $WORK/out.
one_sweep() {
  local options=() watcher=
  rm -rf "$WORK/out"
  : >"$WORK/sweep.log"
  if [[ $1 == live ]]; then
    options=(--live)
    if $WATCHED; then
      watch "$WORK/sweep.log" &
      watcher=$!
      STARTED+=("$watcher")
    fi
  fi
  "$ROOT/scripts/sweep.sh" "${options[@]}" --servers tomcat --levels "$2" --trials 1 --measure 15s --no-verify \
    --no-observe --tiers local --ports echo=28081,tomcat=28080 --out "$WORK/out" >"$WORK/sweep.log" 2>&1 ||
    (($? == 1)) || die 1 "the sweep failed: $(tail -n 3 "$WORK/sweep.log")"
  [[ -z $watcher ]] || wait "$watcher" || true
}

# value METRIC: of the only step in $WORK/out.
value() {
  local step
  step=$(echo "$WORK"/out/*/trials/*/steps/*/)
  case $1 in
    generator_cpu) jq -e '.phases[] | select(.name == "measure") | .generator.cpu_us_per_request' "$step/load.json" ;;
    throughput) jq -e '.phases[] | select(.name == "measure") | .throughput_rps' "$step/load.json" ;;
    server_cpu) jq -e '.values.cpu_us_per_op' "$step/measurements.json" ;;
  esac || die 1 "no $1 in $step: $(tail -n 3 "$WORK/sweep.log")"
}

row() {
  local count=$1 metric=$2 round plain=() live=() ratios=()
  for ((round = 1; round <= count; round++)); do
    plain+=("${VALUE["$metric plain $round"]}")
    live+=("${VALUE["$metric live $round"]}")
    ratios+=("$(ratio "${live[-1]}" "${plain[-1]}")")
  done
  printf '| %-13s | %12s | %12s | %12s | %-16s |\n' "$metric" "$(median "${plain[@]}")" "$(median "${live[@]}")" \
    "$(median "${ratios[@]}")" "$(range "${ratios[@]}")"
}

main() {
  local count=${1:-5} level=${2:-800} round kind metric kinds
  WATCHED=false
  case ${3:-} in
    '') ;;
    --watched) WATCHED=true ;;
    *) die 2 "'$3' is not --watched; see --help" ;;
  esac
  whole_numbers "$count" "$level"
  prepare jq curl
  printf 'live: %s\n' "$(host_line)"
  for ((round = 1; round <= count; round++)); do
    kinds=(plain live)
    ((round % 2)) || kinds=(live plain)
    for kind in "${kinds[@]}"; do
      one_sweep "$kind" "$level"
      for metric in "${METRICS[@]}"; do
        VALUE["$metric $kind $round"]=$(value "$metric")
      done
      log "  round $round, $kind: $(for metric in "${METRICS[@]}"; do printf '%s %s  ' "$metric" "${VALUE["$metric $kind $round"]}"; done)"
    done
  done
  printf '| %-13s | %12s | %12s | %12s | %-16s |\n' value without with ratio 'least to most'
  printf '|---|---:|---:|---:|---|\n'
  for metric in "${METRICS[@]}"; do
    row "$count" "$metric"
  done
}

run_main "$@"
