#!/usr/bin/env bash
# sweep.sh - measures the servers at every level of concurrency; see sweep.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build, util-linux; --setup installs what is missing.
# OVERHEAD: none in the clean phase, which nothing is attached to.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

main() {
  if [[ ${1:-} == --setup ]]; then
    "$ROOT/scripts/setup.sh" run
    shift
    (($#)) || return 0
  fi
  find_jdk
  ensure_built
  run_module sweep --home "$ROOT" "$@"
}

main "$@"
