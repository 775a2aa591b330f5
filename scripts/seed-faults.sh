#!/usr/bin/env bash
# seed-faults.sh - plants known faults, one at a time, in a copy of the sources, and fails when the tests do not
# find one of them.
# NEEDS: JDK >= 21, Maven, git.  OVERHEAD: up to two minutes for each fault; the checkout is not changed.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/seed-faults.sh [--dry-run] [PATTERN]
Plants the faults of scripts/faults.tsv, or those whose name contains PATTERN. The exit code is 0 when the tests find
every fault.
  --dry-run  only checks that each fault still matches the line that it changes
Examples:
  ./scripts/seed-faults.sh
  ./scripts/seed-faults.sh 'response time'
  ./scripts/seed-faults.sh --dry-run
TEXT
}

# The tests that start no process come first: they find most faults in seconds.
tests() { maven -pl "$module" -am "$1" test; }

# source_file MODULE/PACKAGE/FILE: its whole path from the root.
source_file() { echo "${1/\//\/src\/main\/java\/dev\/tierbench\/}"; }

# faults: the lines of the table whose name contains the pattern.
faults() {
  awk -F'\t' -v pattern="$pattern" '!/^#/ && index($1, pattern)' "$ROOT/scripts/faults.tsv"
}

# check NAME FILE SED-EXPRESSION
check() {
  local file changed
  file=$ROOT/$(source_file "$2")
  [[ -f $file ]] || die 1 "the fault '$1': $2 is not there: mend its file"
  changed=$(sed "$3" "$file") || die 1 "the fault '$1': sed refuses its expression: mend it"
  [[ $changed != "$(cat "$file")" ]] || die 1 "the fault '$1' changes nothing: mend its expression"
}

# plant NAME MODULE FILE SED-EXPRESSION
plant() {
  local name=$1 module=$2 file expression=$4 log=$COPY/fault.log
  file=$(source_file "$3")
  git -C "$COPY" checkout -q -- .
  sed -i "$expression" "$COPY/$file"
  if (ROOT=$COPY tests -DexcludedGroups=process && ROOT=$COPY tests -Dgroups=process) >"$log" 2>&1; then
    log "NOT FOUND: $name"
    missed=$((missed + 1))
  elif grep -q 'COMPILATION ERROR' "$log"; then
    die 1 "the fault '$name' does not compile: mend its expression"
  elif ! grep -q 'FAILURE!$\|ERROR!$' "$log"; then
    die 1 "the fault '$name' broke the build and no test"
  else
    log "found: $name ($(grep -c 'FAILURE!$\|ERROR!$' "$log") tests red)"
  fi
}

main() {
  local pattern="" dry_run=false missed=0 count=0 argument name module file expression
  for argument in "$@"; do
    case $argument in
      --dry-run) dry_run=true ;;
      -h | --help)
        usage
        return
        ;;
      -*) die 2 "unknown option $argument; see --help" ;;
      *)
        [[ -z $pattern ]] || die 2 "expected one pattern: '$pattern' and '$argument' are two; see --help"
        pattern=$argument
        ;;
    esac
  done
  while IFS=$'\t' read -r name module file expression; do
    check "$name" "$file" "$expression"
    count=$((count + 1))
  done < <(faults)
  ((count)) || die 2 "no fault has '$pattern' in its name"
  if $dry_run; then
    log "all $count faults can be planted"
    return
  fi
  find_jdk
  git -C "$ROOT" diff --quiet HEAD || die 1 "commit first: the copy is made of the last commit"
  COPY=$(mktemp -d)
  trap 'rm -rf "$COPY"' EXIT
  git clone -q "$ROOT" "$COPY"
  while IFS=$'\t' read -r -u 3 name module file expression; do
    plant "$name" "$module" "$file" "$expression"
  done 3< <(faults)
  ((missed == 0)) || die 1 "$missed faults were not found"
  log "every fault was found"
}

run_main "$@"
