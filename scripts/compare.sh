#!/usr/bin/env bash
# compare.sh - compares two runs, or two servers of one; see compare.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build.  OVERHEAD: none; it only reads files.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module report compare "$@"
