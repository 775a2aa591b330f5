#!/usr/bin/env bash
# trend.sh - finds where values moved over many runs; see trend.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build.  OVERHEAD: none; it only reads files.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module report trend "$@"
