#!/usr/bin/env bash
# loadgen-vs-wrk.sh - CPU per request of the load generator against wrk's, on the same target.
# NEEDS: wrk.  OVERHEAD: takes about 2 minutes a level and both cores of a small host.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/loadgen-vs-wrk.sh [PAIRS] [LEVEL...]
Closed model against the echo server (50 ms), one thread each, interleaved A B B A. wrk is charged
for all its CPU; the load generator for its steady state, after 12 s in which the JIT settles (the
first 6 s after 5 s cost a tenth more).
Also the open model at 8,000 requests/s over 2,600 connections, beside wrk2 when it is on the PATH.
Example: benchmarks/loadgen-vs-wrk.sh 5 800 2600
TEXT
}

readonly URL=http://127.0.0.1:28081/echo
readonly SECONDS_EACH=6

json_number() { sed -n "s/.*\"$1\" : \([0-9.]*\).*/\1/p" | tail -n 1; }

loadgen() {
  "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx1g -jar "$ROOT/loadgen/target/loadgen.jar" "$@" --json \
    2>"$WORK/loadgen.log" || die 1 "the load generator failed: $(tail -n 1 "$WORK/loadgen.log")"
}

# CPU us per request of one run of the load generator.
loadgen_cpu() {
  loadgen "$URL" -t1 -c "$1" --phases "settle=12s,measure=${SECONDS_EACH}s" | json_number cpu_us_per_request
}

# wrk_cpu COMMAND...: the same of a wrk, from its user and system time.
wrk_cpu() {
  local report=$WORK/wrk.txt times TIMEFORMAT='%U %S'
  times=$({ time "$@" >"$report"; } 2>&1)
  awk -v times="$times" '/ requests in / { split(times, t, " "); printf "%.2f\n", (t[1] + t[2]) * 1e6 / $1 }' "$report"
}

closed() {
  local level=$1 pairs=$2 pair ours theirs our_all=() their_all=() ratios=()
  for ((pair = 1; pair <= pairs; pair++)); do
    if ((pair % 2)); then
      ours=$(loadgen_cpu "$level")
      theirs=$(wrk_cpu wrk -t1 -c "$level" -d "${SECONDS_EACH}s" "$URL")
    else
      theirs=$(wrk_cpu wrk -t1 -c "$level" -d "${SECONDS_EACH}s" "$URL")
      ours=$(loadgen_cpu "$level")
    fi
    our_all+=("$ours")
    their_all+=("$theirs")
    ratios+=("$(ratio "$ours" "$theirs")")
    printf '  %5d connections, pair %d: loadgen %6s us, wrk %6s us, ratio %s\n' \
      "$level" "$pair" "$ours" "$theirs" "${ratios[-1]}"
  done
  printf 'closed %5d: loadgen %s us, wrk %s us CPU per request, median ratio %s (limit 1.10, goal 0.95)\n' \
    "$level" "$(median "${our_all[@]}")" "$(median "${their_all[@]}")" "$(median "${ratios[@]}")"
}

open_model() {
  local pairs=$1 pair result first_ratios=() cpus=() wrk2_cpus=()
  for ((pair = 1; pair <= pairs; pair++)); do
    result=$(loadgen "$URL" -t1 -c 2600 -R 8000 --phases first=1s,measure=8s)
    first_ratios+=("$(sed -n 's/.*"rate_ratio" : \([0-9.]*\).*/\1/p' <<<"$result" | head -n 1)")
    cpus+=("$(json_number cpu_us_per_request <<<"$result")")
    if command -v wrk2 >/dev/null; then
      wrk2_cpus+=("$(wrk_cpu wrk2 -t1 -c 2600 -d 20s -R 8000 "$URL")")
    fi
  done
  printf 'open 8,000/s over 2600: rate_ratio of the first second %s (limit 0.995), loadgen %s us CPU per request' \
    "$(median "${first_ratios[@]}")" "$(median "${cpus[@]}")"
  if ((${#wrk2_cpus[@]})); then
    printf ', wrk2 %s us, ratio %s (limit 0.5)\n' "$(median "${wrk2_cpus[@]}")" \
      "$(ratio "$(median "${cpus[@]}")" "$(median "${wrk2_cpus[@]}")")"
  else
    printf ', wrk2 not on the PATH: not compared\n'
  fi
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
  local pairs=${1:-5} level
  shift || true
  whole_numbers "$pairs" "$@"
  find_jdk
  need wrk setpriv
  ensure_built
  WORK=$(mktemp -d)
  trap end EXIT
  background "$JAVA" -XX:+UseSerialGC -Xms256m -Xmx256m -jar "$ROOT/echo-server/target/echo-server.jar" --port 28081
  wait_for "$URL" "$STARTED_PID"
  printf 'loadgen against wrk: %s\n' "$(host_line)"
  wrk -t1 -c 800 -d 10s "$URL" >/dev/null
  for level in "${@:-800}"; do
    closed "$level" "$pairs"
  done
  open_model "$pairs"
}

if (($# == 0)); then
  set -- 5 800 2600
fi
main "$@"
