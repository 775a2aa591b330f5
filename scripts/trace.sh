#!/usr/bin/env bash
# trace.sh - a perf trace -s session of one JVM, with the observer's own count beside it; see --help.
# NEEDS: a JDK >= 21; root, perf and tracefs; bpftrace for the count beside it.
# OVERHEAD: perf trace takes three quarters of a saturated server's throughput; docs/overhead.md.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module observer trace "$@"
