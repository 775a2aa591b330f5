#!/usr/bin/env bash
# docs-tables.sh - makes the tables of README.md and docs/*.md, and docs/results/index.html, from the results there.
# NEEDS: a JDK >= 21, Maven for the first build.  OVERHEAD: none; it only reads and writes pages.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/docs-tables.sh [--check]
  --check  writes nothing; exit code 1 when a page differs from its results
Examples:
  ./scripts/docs-tables.sh
  ./scripts/docs-tables.sh --check
TEXT
}

main() {
  if (($# > 1)) || [[ ${1:---check} != --check ]]; then
    usage >&2
    return 2
  fi
  run_module report docs-tables "$@" --gallery "$ROOT/docs/results" "$ROOT/README.md" "$ROOT"/docs/*.md
}

run_main "$@"
