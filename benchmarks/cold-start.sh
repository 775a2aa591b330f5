#!/usr/bin/env bash
# cold-start.sh - measures the load generator's first seconds after its start, with and without its warm-up.
# NEEDS: jq.  OVERHEAD: half a minute a round.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/cold-start.sh [ROUNDS]
Open model at 4,000 requests/s over 400 connections for 8 s against a warm echo server (50 ms). In each
round (default 3) a fresh generator begins at once (--cold), and another one as it does by default: after
requests to itself. Prints p99 of the response time in the first and in the last second, the
share of due requests that the first second sent, and the time from the start of the process to the first
request. Last line: medians, and how much longer the start takes.
Example: benchmarks/cold-start.sh 5
TEXT
}

readonly ECHO_PORT=28081
readonly URL=http://127.0.0.1:$ECHO_PORT/echo

# one_start NAME OPTION...: prints the line, and keeps its values.
one_start() {
  local name=$1 began phases value fields
  shift
  printf -v phases 's%d=1s,' {1..8}
  began=$(date +%s%3N)
  "$JAVA" -XX:+UseSerialGC -Xms512m -Xmx512m -jar "$ROOT/loadgen/target/loadgen.jar" "$URL" -t1 -c 400 -R 4000 \
    --phases "${phases%,}" --json "$@" >"$WORK/result.json" 2>"$WORK/loadgen.log" ||
    die 1 "the generator failed: $(tail -n 3 "$WORK/loadgen.log")"
  value=$(jq -r --argjson began "$began" '[.phases[0].response_time_us.p99 / 1000, .phases[-1].response_time_us.p99 / 1000,
    .phases[0].rate_ratio, (.phases[0].started_at | sub("\\.[0-9]+Z$"; "Z") | fromdate) * 1000
    + (.phases[0].started_at | capture("\\.(?<f>[0-9]{3})").f | tonumber) - $began] | @tsv' "$WORK/result.json")
  read -ra fields <<<"$value"
  printf '%-7s first %8.1f ms   last %6.1f ms   sent %.4f   begins after %5.0f ms\n' "$name" "${fields[@]}"
  echo "$value" >>"$WORK/$name"
}

# median_of NAME COLUMN
median_of() {
  # shellcheck disable=SC2046
  median $(cut -f"$2" "$WORK/$1")
}

main() {
  local rounds=${1:-3} round name
  whole_numbers "$rounds"
  prepare jq
  host_line
  start_echo
  measure_load -c 400 -R 4000 -d 8s >/dev/null || generator_failed
  for ((round = 0; round < rounds; round++)); do
    one_start cold --cold
    one_start default
  done
  for name in cold default; do
    printf 'median %-7s first %8.1f ms   last %6.1f ms   sent %.4f   begins after %5.0f ms\n' "$name" \
      "$(median_of "$name" 1)" "$(median_of "$name" 2)" "$(median_of "$name" 3)" "$(median_of "$name" 4)"
  done
  printf 'the warm-up takes %.0f ms\n' "$(awk -v a="$(median_of default 4)" -v b="$(median_of cold 4)" 'BEGIN { print a - b }')"
}

run_main "$@"
