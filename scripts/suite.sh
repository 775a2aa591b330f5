#!/usr/bin/env bash
# suite.sh - runs published comparisons of concurrency models in process; see suite.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build, util-linux; --setup installs what is missing.
# OVERHEAD: none in the measured runs, which nothing is attached to.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

WANTED+=(suite-java suite-kotlin suite-vintage)
run_measurement suite "$@"
