#!/usr/bin/env bash
# assert-run.sh - fails unless every step of a run was measured without a fault and without a failed
# request, and no process still has a file of the run open. Verdicts about the host are ignored.
# NEEDS: nothing.  OVERHEAD: none.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/assert-run.sh RUN STEPS
  RUN    the run folder
  STEPS  the number of steps that it must have
Example: ./scripts/assert-run.sh results/20260101T120000Z-quick 12
TEXT
}

# steps_files RUN NAME: the files of that name of all steps; those that were measured again stay in dropped/.
steps_files() {
  find "$1" \( -path "$1/trials/*/steps/*" -o -path "$1/rounds/*/steps/*" \) -name "$2" -not -path '*/generators/*'
}

# open_by RUN: the processes that have a file below the run open, as each tier, generator and observer has its log. Those of
# others cannot be read, and some end meanwhile.
open_by() {
  find /proc/[0-9]*/fd -lname "$(realpath "$1")/*" 2>/dev/null | cut -d / -f 3 | sort -nu
}

main() {
  (($# == 2)) || die 2 "expected a run folder and a number of steps; see --help"
  local run=$1 steps=$2 found file
  for file in manifest.json summary.csv summary.md; do
    [[ -s $run/$file ]] || die 1 "$run/$file is missing or empty"
  done
  grep -Eq '"state" : "(complete|failed)"' "$run/manifest.json" || die 1 "$run is not complete"
  found=$(steps_files "$run" checks.json | wc -l)
  ((found == steps)) || die 1 "$run has $found judged steps, not $steps"
  while IFS= read -r file; do
    grep -Eq '^  "verdict" : "(PASS|WARN|FAIL)"' "$file" || die 1 "$file has no verdict"
    ! grep -q '"name" : "fault"' "$file" || die 1 "$file records a fault"
  done < <(steps_files "$run" checks.json)
  found=$(steps_files "$run" load.json | wc -l)
  ((found == steps)) || die 1 "$run has $found load results, not $steps"
  while IFS= read -r file; do
    grep -q '"failures" : \[ \]' "$file" || die 1 "$file records failed requests"
    grep -q '"ok" : [1-9]' "$file" || die 1 "$file has no answered request"
  done < <(steps_files "$run" load.json)
  found=$(open_by "$run" || true)
  [[ -z $found ]] || die 1 "processes outlived the run: ${found//$'\n'/ }"
  log "assert-run: $run is complete: $steps steps, no failure, nothing left running"
}

run_main "$@"
