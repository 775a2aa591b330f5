#!/usr/bin/env bash
# response-reader.sh - compares the cost of the load generator's response reader with Netty's HTTP decoder.
# NEEDS: JDK >= 21, Maven.  OVERHEAD: about a minute and one core.
set -euo pipefail
# shellcheck source=benchmarks/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: benchmarks/response-reader.sh
Both read the same responses in turn in one JVM: time and allocated bytes a response, medians of 11
rounds of a million responses, and the ratio. Nothing is sent.
Example: benchmarks/response-reader.sh
TEXT
}

main() {
  ((!$#)) || die 2 "no argument was expected; see --help"
  find_jdk
  maven -q -pl loadgen -am test -Dtest=ResponseReaderBenchmark -Dsurefire.failIfNoSpecifiedTests=false |
    grep 'reader/decoder'
}

run_main "$@"
