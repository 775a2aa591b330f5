#!/usr/bin/env bash
# chain.sh - shows what one choice after another does to the ratio of two servers; see chain.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build.  OVERHEAD: none; it only reads files.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module report chain "$@"
