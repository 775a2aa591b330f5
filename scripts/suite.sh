#!/usr/bin/env bash
# suite.sh - runs published comparisons of concurrency models in process; see suite.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build, util-linux; --setup installs what is missing.
# OVERHEAD: none in the measured runs, which nothing is attached to.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  local argument arguments=() setup=false
  for argument in "$@"; do
    if [[ $argument == --setup ]]; then
      setup=true
    else
      arguments+=("$argument")
    fi
  done
  if $setup; then
    "$ROOT/scripts/setup.sh" run
    ((${#arguments[@]})) || return 0
  fi
  find_jdk
  ensure_built suites
  run_module harness suite --home "$ROOT" "${arguments[@]}"
}

main "$@"
