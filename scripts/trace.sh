#!/usr/bin/env bash
# trace.sh - a perf trace -s session of one JVM, with the observer's own count beside it.
#
#   ./scripts/trace.sh PID|--port PORT [--seconds 10] [--out DIR]
#
# NEEDS: JDK 21; root, perf and tracefs; bpftrace for the count beside it.
# OVERHEAD: perf trace takes 15 to 20 % of a busy server's throughput; docs/overhead.md.
set -euo pipefail

main() {
  local root
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  # shellcheck source=scripts/lib.sh
  source "$root/scripts/lib.sh"
  find_jdk
  ensure_built observer
  exec "$JAVA" -XX:+UseSerialGC -jar "$root/observer/target/observer.jar" trace "$@"
}

main "$@"
