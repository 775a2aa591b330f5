#!/usr/bin/env bash
# threads.sh - what each thread and each role of threads of one JVM asked of the kernel.
#
#   ./scripts/threads.sh PID|--port PORT [--seconds 10] [--by role|thread|both] [--sort cpu|futex|...]
#   ./scripts/threads.sh --port 8080 --requests 38500 --by role
#   ./scripts/threads.sh 4711 --csv > threads.csv
#
# NEEDS: JDK 21; root, bpftrace and tracefs for system calls (without them: CPU, switches, faults).
# OVERHEAD: docs/overhead.md. The JVM stands still for its thread dump, after the window.
set -euo pipefail

main() {
  local root
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  # shellcheck source=scripts/lib.sh
  source "$root/scripts/lib.sh"
  find_jdk
  ensure_built observer
  # On a saturated host the observer must get its turn at the edges; in between it sleeps.
  local first=()
  ((EUID == 0)) && first=(nice -n -10)
  exec "${first[@]}" "$JAVA" -XX:+UseSerialGC -jar "$root/observer/target/observer.jar" threads "$@"
}

main "$@"
