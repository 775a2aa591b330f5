#!/usr/bin/env bash
# export.sh - writes every value of runs as one table for pandas, R or DuckDB; see export.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build.  OVERHEAD: none; it only reads files.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module report export "$@"
