#!/usr/bin/env bash
# threads.sh - CPU, switches, faults and system calls of each thread of one JVM; see --help.
# NEEDS: a JDK >= 21; root, bpftrace and tracefs for system calls (CPU, switches, faults without).
# OVERHEAD: docs/overhead.md. The JVM stops for its thread dump, after the window.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# On a saturated host the observer must get its turn at the boundaries; in between it sleeps.
if ((EUID == 0)); then
  renice -n -10 -p $$ >/dev/null || log "threads: snapshots may be late on a busy host: this root has no CAP_SYS_NICE"
fi
run_module observer threads "$@"
