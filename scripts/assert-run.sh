#!/usr/bin/env bash
# assert-run.sh - fails unless every step of a run was measured without a fault and without a failed
# request, and no process of the run is still alive. Verdicts about the host are ignored.
# NEEDS: pgrep.  OVERHEAD: none.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/assert-run.sh RUN STEPS
  RUN    the run folder
  STEPS  the number of steps that it must have
Example: ./scripts/assert-run.sh results/20260101T120000Z-quick 6
TEXT
}

# steps_files RUN NAME: the files of that name of all steps; those that were measured again stay in dropped/.
steps_files() {
  find "$1" \( -path "$1/trials/*/steps/*" -o -path "$1/rounds/*/steps/*" \) -name "$2" -not -path '*/generators/*'
}

main() {
  (($# == 2)) || die 2 "expected a run folder and a number of steps; see --help"
  command -v pgrep >/dev/null || die 1 "pgrep is missing: apt-get install procps"
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
  if pgrep -f -- "-jar $ROOT/[a-z-]*/target/[a-z-]*\.jar" >/dev/null; then
    die 1 "processes outlived the run: $(pgrep -f -- "-jar $ROOT/[a-z-]*/target" | tr '\n' ' ')"
  fi
  log "assert-run: $run is complete: $steps steps, no failure, nothing left running"
}

run_main "$@"
