#!/usr/bin/env bash
# load.sh - drives HTTP load at one URL, in the closed or the open model; see load.sh --help.
# NEEDS: a JDK >= 21, Maven for the first build.  OVERHEAD: the generator's own cost is in its result.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module loadgen "$@"
