#!/usr/bin/env bash
# connections.sh - serves N requests on each connection, and shows what the kernel counts for a new one: accept4, close,
# and the CPU of the threads that accept.
# NEEDS: what sweep.sh needs, root, jq.  OVERHEAD: with the defaults about 3 minutes on two cores.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/connections.sh [OPTION]...
Requests over calls of accept4 and of close, in the traced window of each step, have to be the number of requests of a
connection. They differ by the connections that were open at its ends: at most one for each concurrent request.
  --numbers LIST  requests of a connection; default 1,10,100
  --servers LIST  default tomcat
  --level N       concurrent requests; default 50
  --trace TIME    window in which calls are counted; default 3s. With many requests on a connection a longer one tells more
  --out FOLDER    where the runs are kept; default results/<UTC>-connections
Example: sudo benchmarks/connections.sh --numbers 1,100
Exit code 1: a count differs by more.
TEXT
}

NUMBERS=1,10,100
SERVERS=tomcat
LEVEL=50
TRACE=3s
OUT=

# row STEP NUMBER: one step as a line of the table.
row() {
  local requests
  requests=$(jq '.phases[] | select(.name == "trace") | .ok' "$1/load.json")
  awk -F, -v server="$(basename "$(dirname "$(dirname "$1")")")" -v number="$2" -v requests="$requests" -v open="$LEVEL" '
    FNR == 1 { file++; for (i = 1; i <= NF; i++) column[file, $i] = i; next }
    file == 1 && ($4 == "accept4" || $4 == "accept") { accepts += $5 }
    file == 1 && $4 == "close" { closes += $5 }
    file == 2 && $(column[2, "role"]) == "acceptor" { acceptors++; cpu += $(column[2, "cpu_ns"]) }
    END {
      off = accepts - requests / number; if (off < 0) off = -off
      printf "| %s | %d | %d | %d | %d | %.3f | %.3f | %s |\n", server, number, requests, accepts, closes, \
        requests / accepts, requests / closes, acceptors ? sprintf("%.2f", cpu / 1000 / requests) : "–"
      exit off > open
    }' "$1/syscalls.csv" "$1/threads.csv"
}

main() {
  local number code run step steps well=true
  take_options "--numbers --servers --level --trace --out" "$@"
  # shellcheck disable=SC2086 # words on purpose
  whole_numbers "$LEVEL" ${NUMBERS//,/ }
  need jq
  ((EUID == 0)) || die 1 "counting calls takes root: sudo $0"
  OUT=${OUT:-results/$(date -u +%Y%m%dT%H%M%SZ)-connections}
  mkdir -p "$OUT"
  for number in ${NUMBERS//,/ }; do
    code=0
    run_sweep --tiers local --servers "$SERVERS" --levels "$LEVEL" --trials 1 --requests-per-connection "$number" \
      --trace "$TRACE" --no-verify --name "$number-of-a-connection" --out "$OUT" >&2 || code=$?
    ((code <= 1)) || die "$code" "the sweep with $number requests of a connection ended with exit code $code"
  done
  echo "| server | requests of a connection | requests | accept4 calls | close calls | requests/accept4 | requests/close | CPU of the acceptor, µs/req |"
  echo "|---|---:|---:|---:|---:|---:|---:|---:|"
  for number in ${NUMBERS//,/ }; do
    run=$(find "$OUT" -maxdepth 1 -name "*-$number-of-a-connection" | LC_ALL=C sort | tail -n 1)
    mapfile -t steps < <(find "$run" -path '*/steps/*' -name syscalls.csv | LC_ALL=C sort)
    ((${#steps[@]})) || die 1 "no step of $run has counts of calls; see the checks of its summary.md"
    for step in "${steps[@]}"; do
      row "$(dirname "$step")" "$number" || well=false
    done
  done
  $well || die 1 "the kernel counted another number of connections than there were"
}

run_main "$@"
