#!/usr/bin/env bash
# seed-faults.sh - plants faults and fails when the tests do not find them: by pitest in the code that only computes
# (metrics, rules, statistics, the generator's ledger), and those of a table, one at a time, in a copy of the sources.
# NEEDS: JDK >= 21, Maven, git.  OVERHEAD: minutes for pitest, up to two for each fault of the table; the checkout is
# not changed.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/seed-faults.sh [--pure | --dry-run] [PATTERN]
Plants faults in the code that only computes, then those of scripts/faults.tsv. PATTERN: only the faults of the table
whose name contains it. The exit code is 0 when the tests find every fault of the table and, of the others, as many of
100 as the pom.xml of their module demands (mutation.threshold).
  --pure     only the faults in the code that only computes, in about five minutes; names those that no test finds
  --dry-run  only checks that each fault of the table still matches the line that it changes
Examples:
  ./scripts/seed-faults.sh
  ./scripts/seed-faults.sh --pure
  ./scripts/seed-faults.sh 'response time'
  ./scripts/seed-faults.sh --dry-run
TEXT
}

# tests ARGUMENT: the tests of the module, and of none that it is built on; of a module that shares the tests of
# another, all.
tests() {
  local classes
  if grep -q add-test-source "$ROOT/$module/pom.xml"; then
    maven -pl "$module" -am "$1" test
    return
  fi
  classes=$(cd "$ROOT/$module/src/test/java" && find . -name '*Test.java' | sed 's#^\./##; s#\.java$##; s#/#.#g' | paste -sd,)
  maven -pl "$module" -am "$1" "-Dtest=$classes" test
}

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
  # Those that start no process come first: they find most faults in seconds.
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

# pure: pitest on the modules that say what of them only computes.
pure() {
  local file module modules=() all enough=true
  for file in "$ROOT"/*/pom.xml; do
    ! grep -q '<mutation.classes>' "$file" || modules+=("$(basename "$(dirname "$file")")")
  done
  all=$(IFS=, && echo "${modules[*]}")
  maven -q -fae -Pmutation -pl "$all" -am test-compile org.pitest:pitest-maven:mutationCoverage || enough=false
  for module in "${modules[@]}"; do
    survivors "$module"
  done
  $enough || die 1 "the tests find fewer faults than mutation.threshold of that module demands"
}

# survivors MODULE: which faults no test finds, from the columns file, class, fault, method, line, status and test.
survivors() {
  awk -F, -v module="$1" '
    { all++; class = $2; fault = $3; sub(/.*\./, "", class); sub(/.*\./, "", fault) }
    $6 == "SURVIVED" || $6 == "NO_COVERAGE" { lost++; print "  " class ":" $5 " " $4 ": " fault " (" $6 ")" }
    END { printf "%s: tests find %d of %d faults in the code that only computes\n", module, all - lost, all }
  ' "$ROOT/$1/target/pit-reports/mutations.csv" >&2
}

main() {
  local pattern="" dry_run="" pure_only=false missed=0 count=0 argument name module file expression
  for argument in "$@"; do
    case $argument in
      --dry-run) dry_run=true ;;
      --pure) pure_only=true ;;
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
  if $pure_only; then
    [[ -z $pattern$dry_run ]] || die 2 "--pure takes nothing else; see --help"
    find_jdk
    pure
    return
  fi
  while IFS=$'\t' read -r name module file expression; do
    check "$name" "$file" "$expression"
    count=$((count + 1))
  done < <(faults)
  ((count)) || die 2 "no fault has '$pattern' in its name"
  if [[ -n $dry_run ]]; then
    log "all $count faults can be planted"
    return
  fi
  find_jdk
  [[ -n $pattern ]] || pure
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
