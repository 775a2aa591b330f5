#!/usr/bin/env bash
# trace.sh - runs perf trace -s on one JVM and prints the observer's own count beside it; see --help.
# NEEDS: a JDK >= 21; root, perf and tracefs; bpftrace for the observer's count.
# OVERHEAD: perf trace takes three quarters of a saturated server's throughput; docs/overhead.md.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_module observer trace "$@"
