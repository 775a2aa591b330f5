#!/usr/bin/env bash
# verify.sh - checks that a server keeps the contract that makes its results comparable; see verify.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build, util-linux.  OVERHEAD: none; nothing is measured meanwhile.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module harness verify --home "$ROOT" "$@"
