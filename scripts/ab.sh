#!/usr/bin/env bash
# ab.sh - builds two versions of a service and says whether the second is worse; see ab.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build, git, util-linux, and what the service's own build needs.
# OVERHEAD: none in the measured windows, which nothing is attached to.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_measurement ab "$@"
