#!/usr/bin/env bash
# seed-faults.sh - plants known faults, one at a time, in a copy of the sources and demands that the
# tests turn red: a test suite that stays green with a wrong number in it is worth nothing.
# NEEDS: JDK >= 21, Maven, git.  OVERHEAD: up to two minutes a fault; the checkout is not touched.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/seed-faults.sh [PATTERN]
Plants the faults of scripts/faults.tsv, or those whose name holds PATTERN; exit 0 when every one is found.
Example: ./scripts/seed-faults.sh 'response time'
TEXT
}

# The tests that start no process come first: they find most faults in seconds.
tests() { maven -pl "$module" -am "$1" test; }

# plant NAME MODULE FILE SED-EXPRESSION
plant() {
  local name=$1 module=$2 file=${3/\//\/src\/main\/java\/dev\/tierbench\/} expression=$4 log
  planted=$((planted + 1))
  git -C "$COPY" checkout -q -- .
  sed -i "$expression" "$COPY/$file"
  git -C "$COPY" diff --quiet && die 1 "the fault '$name' changed nothing: mend its expression"
  log=$COPY/fault.log
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
  local pattern=${1:-} missed=0 planted=0 name module file expression
  [[ $pattern != -* ]] || die 2 "unknown option $pattern; see --help"
  find_jdk
  git -C "$ROOT" diff --quiet HEAD || die 1 "commit first: the copy is made of the last commit"
  COPY=$(mktemp -d)
  trap 'rm -rf "$COPY"' EXIT
  git clone -q "$ROOT" "$COPY"
  while IFS=$'\t' read -r -u 3 name module file expression; do
    [[ $name == '#'* || $name != *"$pattern"* ]] || plant "$name" "$module" "$file" "$expression"
  done 3<"$ROOT/scripts/faults.tsv"
  ((planted)) || die 2 "no fault has '$pattern' in its name"
  ((missed == 0)) || die 1 "$missed faults were not found"
  log "every fault was found"
}

run_main "$@"
