#!/usr/bin/env bash
# sweep.sh - measures the servers at every level of concurrency; see sweep.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build, util-linux; --setup installs what is missing.
# OVERHEAD: none in the measured phase, which nothing is attached to.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_measurement sweep "$@"
