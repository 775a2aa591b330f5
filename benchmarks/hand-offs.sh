#!/usr/bin/env bash
# hand-offs.sh - plants hand-offs between threads in each request, and shows what one costs.
# NEEDS: what sweep.sh needs, jq.  OVERHEAD: with the defaults about 12 minutes on two cores.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/hand-offs.sh [OPTION]...
Context switches and CPU differ together between servers. Whether the one causes the other is told by an intervention: each
request hands nothing to another thread, so many times, and waits for it. The slope of CPU and of context switches over their
number is what one costs; times the switches that two servers differ in, it is the share that hand-offs explain.
  --numbers LIST  hand-offs of a request; default 0,2,4,8
  --servers LIST  default tomcat,netty
  --level N       concurrent requests; default 200
  --trials N      of each server at each number; default 2
  --out FOLDER    where the runs are kept; default results/<UTC>-hand-offs
Example: benchmarks/hand-offs.sh --trials 5
TEXT
}

NUMBERS=0,2,4,8
SERVERS=tomcat,netty
LEVEL=200
TRIALS=2
OUT=

# values RUN NUMBER: server, hand-offs, CPU in µs and switches of each request, of every step that passed.
values() {
  local step
  find "$1" -path '*/steps/*' -name measurements.json | LC_ALL=C sort | while read -r step; do
    jq -r --slurpfile checks "$(dirname "$step")/checks.json" --arg number "$2" \
      --arg server "$(basename "$(dirname "$(dirname "$(dirname "$step")")")" | sed 's/^[0-9]*-//')" \
      'select($checks[0].verdict != "FAIL") | [$server, $number, .values.cpu_us_per_op // "-", .values.cs_per_op // "-"] | @tsv' "$step"
  done
}

# slopes: by server, least squares of CPU and of switches over the number of hand-offs.
slopes() {
  awk -F'\t' '
    function line(s, v) { n[s,v]++; x[s,v] += $2; xx[s,v] += $2*$2; xy[s,v] += $2*$(v); y[s,v] += $(v); yy[s,v] += $(v)*$(v); servers[s] }
    { for (v = 3; v <= 4; v++) if ($(v) != "-") line($1, v) }
    function slope(s, v) { return (n[s,v]*xy[s,v] - x[s,v]*y[s,v]) / (n[s,v]*xx[s,v] - x[s,v]^2) }
    function error(s, v,   b, a, rest) {
      b = slope(s, v); a = (y[s,v] - b*x[s,v]) / n[s,v]
      rest = yy[s,v] - a*y[s,v] - b*xy[s,v]
      return sqrt((rest > 0 ? rest : 0) / (n[s,v] - 2) / (xx[s,v] - x[s,v]^2/n[s,v]))
    }
    function both(s, v) { return n[s,v] > 2 ? sprintf("%.2f | %.2f", slope(s, v), error(s, v)) : "– | –" }
    END {
      print "| server | steps | CPU of a hand-off, µs | standard error | switches of a hand-off | standard error |"
      print "|---|---:|---:|---:|---:|---:|"
      for (s in servers) printf "| %s | %d | %s | %s |\n", s, n[s,3], both(s,3), both(s,4)
    }' | { read -r head && read -r rule && printf '%s\n%s\n' "$head" "$rule" && LC_ALL=C sort; }
}

main() {
  local number code run
  take_options "--numbers --servers --level --trials --out" "$@"
  whole_numbers "$LEVEL" "$TRIALS"
  need jq
  OUT=${OUT:-results/$(date -u +%Y%m%dT%H%M%SZ)-hand-offs}
  [[ ! -e $OUT/values.tsv ]] || die 1 "$OUT has the runs of an earlier call, whose values would count twice: choose another --out"
  mkdir -p "$OUT"
  for number in ${NUMBERS//,/ }; do
    code=0
    run_sweep --tiers local --servers "$SERVERS" --levels "$LEVEL" --trials "$TRIALS" --trace-trials "$TRIALS" \
      --workload "handoffs=$number" --no-verify --name "$number-hand-offs" --out "$OUT" >&2 || code=$?
    ((code <= 1)) || die "$code" "the sweep with $number hand-offs ended with exit code $code"
    run=$(find "$OUT" -maxdepth 1 -name "*-$number-hand-offs" | LC_ALL=C sort | tail -n 1)
    values "$run" "$number" >>"$OUT/values.tsv"
  done
  slopes <"$OUT/values.tsv" | tee "$OUT/hand-offs.md"
}

run_main "$@"
