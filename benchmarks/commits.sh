#!/usr/bin/env bash
# commits.sh - plants a slower commit among others of a small service, and asks ab.sh of each commit whether it is slower.
# NEEDS: git, jq, taskset, two cores and what ab.sh needs.
# OVERHEAD: a minute, and a budget for each pair of commits; with the defaults up to two and a half hours.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=benchmarks/planted.sh
source "$(dirname "${BASH_SOURCE[0]}")/planted.sh"
# shellcheck source=scripts/planted/repository.sh
source "$ROOT/scripts/planted/repository.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/commits.sh [OPTION...]
Makes a repository of a small service. Each commit changes a comment, and one of them adds arithmetic to each request.
What a request and the arithmetic cost here is measured first. Compares each commit with the one before by ab.sh
and prints a line in Markdown for each: what it found in CPU per request, how far equal code was apart in the same run,
and the minutes that it took.
  --commits N    of the repository; default 30
  --slower N     the commit that is slower; default 20
  --from N       the first commit that is compared with the one before; default 2
  --to N         the last; default --commits. The table can be made in parts.
  --percent N    of the CPU of a request that the slower commit adds; default 10
  --rate N       requests per second; default 4000
  --budget TIME  of each pair, as ab.sh --budget; default 5m
  --csv FILE     also appends the lines to this file, as comma-separated values
Examples:
  benchmarks/commits.sh
  benchmarks/commits.sh --from 19 --to 21
TEXT
}

COMMITS=30
SLOWER=20
FROM=2
TO=
PERCENT=10
BUDGET=5m
CSV=

# make_commits: commits 1 to $COMMITS, each with a tag of its number.
make_commits() {
  local number
  make_repository "$PORT" "$(steps_of "$PERCENT")" "$MILLIS"
  for ((number = 1; number <= COMMITS; number++)); do
    echo "// commit $number" >>"$WORK/service/PlantedServer.java"
    ((number != SLOWER)) || plant_slower
    commit "commit $number"
    in_repository tag "c$number"
  done
}

# compare NUMBER: one line for that commit against the one before.
compare() {
  local began=$SECONDS code=0 planted=no found equal minutes
  (($1 != SLOWER)) || planted=yes
  (cd "$WORK/service" && XDG_CACHE_HOME=$WORK/cache setpriv --pdeathsig TERM "$ROOT/scripts/ab.sh" "c$(($1 - 1))" "c$1" \
    --budget "$BUDGET" -- planted.yml --rates "$RATE" --connections "$CONNECTIONS" --settle 12s --measure 6s \
    --lead-in 250ms --no-observe --decide cpu_us_per_op) >"$WORK/ab.txt" 2>"$WORK/ab.log" || code=$?
  ((code <= 1)) || { cat "$WORK/ab.log" >&2 && die 1 "ab.sh ended with exit code $code"; }
  found=$(grep -E '^(worse|better|undecided|no row is worse|decided)' "$WORK/ab.txt" | paste -sd '|' | sed 's/|/; /g')
  equal=$(sed -n 's/^equal code: //p' "$WORK/ab.txt")
  minutes=$(awk "BEGIN { printf \"%.1f\", ($SECONDS - $began) / 60 }")
  table_row "c$1" "$planted" "$found" "$equal" "$minutes"
}

main() {
  local number
  take_options "--commits --slower --from --to --percent --rate --budget --csv" "$@"
  TO=${TO:-$COMMITS}
  whole_numbers "$COMMITS" "$SLOWER" "$FROM" "$TO" "$PERCENT" "$RATE"
  ((FROM >= 2 && TO <= COMMITS)) || die 2 "--from is 2 at least, and --to at most --commits ($COMMITS)"
  prepare git taskset jq
  compile_planted
  calibrate
  make_commits
  table_head commit planted found equal_code minutes
  for ((number = FROM; number <= TO; number++)); do
    compare "$number"
  done
}

run_main "$@"
