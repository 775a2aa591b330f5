#!/usr/bin/env bash
# window-scatter.sh - shows how far adjacent windows of one warm server are apart in CPU per request, by their length.
# NEEDS: python3, jq, taskset, two cores.  OVERHEAD: with the defaults two and a half minutes.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=benchmarks/planted.sh
source "$(dirname "${BASH_SOURCE[0]}")/planted.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/window-scatter.sh [OPTION...]
A small service that answers after 50 ms has a constant rate of requests, on one core; the CPU time of all its threads is
read four times a second. The table has the scatter of windows that are cut from that, and the Allan deviation, which is
that of adjacent windows. Where it falls with the length, long windows tell more; where it stays, more windows do.
  --rate N      requests per second; default 4000
  --duration N  seconds of that rate; default 90
Example: benchmarks/window-scatter.sh --duration 300
TEXT
}

DURATION=90

# The first word is the process, the second the seconds. The scheduler has nanoseconds, /proc/PID/stat ticks of 10 ms.
READINGS='
import math, os, statistics, sys, time
pid, seconds, rate = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
STEP = 0.25
def cpu_ns():
    total = 0
    for thread in os.listdir("/proc/%s/task" % pid):
        try:
            with open("/proc/%s/task/%s/schedstat" % (pid, thread)) as file:
                total += int(file.read().split()[0])
        except FileNotFoundError:
            pass  # a thread that has ended
    return total
began, readings = time.monotonic(), []
for step in range(int(seconds / STEP) + 1):
    time.sleep(max(0, began + STEP * step - time.monotonic()))
    readings.append((time.monotonic(), cpu_ns()))
shares = [(b[1] - a[1]) / (b[0] - a[0]) / 1e3 for a, b in zip(readings, readings[1:])]
print("CPU per request: %.1f us" % (statistics.mean(shares) / rate))
print("| window | windows | scatter | scatter of adjacent ones (Allan) |")
print("|---:|---:|---:|---:|")
size = 1
while len(shares) // size >= 8:
    windows = [statistics.mean(shares[i:i + size]) for i in range(0, len(shares) - size + 1, size)]
    mean = statistics.mean(windows)
    allan = math.sqrt(statistics.mean((b - a) ** 2 for a, b in zip(windows, windows[1:])) / 2)
    print("| %.2f s | %d | %.1f %% | %.1f %% |" % (STEP * size, len(windows), 100 * statistics.stdev(windows) / mean,
        100 * allan / mean))
    size *= 2
'

main() {
  take_options "--rate --duration" "$@"
  whole_numbers "$RATE" "$DURATION"
  prepare python3 taskset jq
  compile_planted
  begin_planted "$DURATION"
  log "$(host_line)"
  python3 -c "$READINGS" "$PLANTED_PID" "$DURATION" "$RATE"
  end_planted
}

run_main "$@"
