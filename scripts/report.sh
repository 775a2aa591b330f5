#!/usr/bin/env bash
# report.sh - writes report.html and plots/*.svg of run folders, and an index of several; see report.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build.  OVERHEAD: none; it only reads files.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module report report "$@"
