#!/usr/bin/env bash
# seed-faults.sh - plants known faults, one at a time, in a copy of the sources and demands that the
# tests turn red: a test suite that stays green with a wrong number in it is worth nothing.
# NEEDS: JDK >= 21, Maven, git.  OVERHEAD: up to two minutes a fault; the checkout is not touched.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: ./scripts/seed-faults.sh [PATTERN]
Plants the faults of the list inside, or those whose name holds PATTERN; exit 0 when every one is found.
Example: ./scripts/seed-faults.sh 'response time'
TEXT
}

LOADGEN=loadgen/src/main/java/dev/tierbench/loadgen
RULES=run-model/src/main/java/dev/tierbench/rules
METRICS=run-model/src/main/java/dev/tierbench/metrics
ECHO=echo-server/src/main/java/dev/tierbench/echo
WORK=suite-java/src/main/java/dev/tierbench/suite
SUITE=harness/src/main/java/dev/tierbench/harness/suite
LOAD=harness/src/main/java/dev/tierbench/harness/http/load
CAPACITY=report/src/main/java/dev/tierbench/report/capacity
PROFILE=observer/src/main/java/dev/tierbench/observer/profile
COUNTER=observer/src/main/java/dev/tierbench/observer/bpf
TRACE=observer/src/main/java/dev/tierbench/observer/trace
CONTRACT=server-contract/src/main/java/dev/tierbench/contract

# The tests that start no process come first: they find most faults in seconds.
tests() { maven -pl "$module" -am "$1" test; }

# fault NAME MODULE FILE SED-EXPRESSION
fault() {
  local name=$1 module=$2 file=$3 expression=$4 log
  [[ $name == *"$PATTERN"* ]] || return 0
  planted=$((planted + 1))
  git -C "$COPY" checkout -q -- .
  sed -i "$expression" "$COPY/$file"
  git -C "$COPY" diff --quiet && die 1 "the fault '$name' changed nothing: mend its expression"
  log=$COPY/fault.log
  if (ROOT=$COPY tests -DexcludedGroups=process && ROOT=$COPY tests -Dgroups=process) >"$log" 2>&1; then
    log "NOT FOUND: $name"
    missed=$((missed + 1))
  elif grep -q 'COMPILATION ERROR' "$log"; then
    die 1 "the fault '$name' does not compile: mend its expression"
  elif ! grep -q 'FAILURE!$\|ERROR!$' "$log"; then
    die 1 "the fault '$name' broke the build and no test"
  else
    log "found: $name ($(grep -c 'FAILURE!$\|ERROR!$' "$log") tests red)"
  fi
}

main() {
  case ${1:-} in
    -h | --help)
      usage
      return
      ;;
    -*)
      usage >&2
      return 2
      ;;
  esac
  PATTERN=${1:-}
  find_jdk
  git -C "$ROOT" diff --quiet HEAD || die 1 "commit first: the copy is made of the last commit"
  local missed=0 planted=0
  COPY=$(mktemp -d)
  trap 'rm -rf "$COPY"' EXIT
  git clone -q "$ROOT" "$COPY"
  fault 'every 50th response is dropped' loadgen $LOADGEN/Connection.java \
    's|if (reader.feed(bytes, 0, length)) {|if (reader.feed(bytes, 0, length) \&\& sentNanos % 50 != 0) {|'
  fault 'the schedule starts one arrival late' loadgen $LOADGEN/Arrivals.java 's|index = loop;|index = loop + 1L;|'
  fault 'a wrong status passes as good' loadgen $LOADGEN/Connection.java \
    's|reader.status() != loop.plan.expectedStatus()|reader.status() < 0|'
  fault 'a failed request counts as good' loadgen $LOADGEN/Ledger.java \
    's|slice.failed.merge(kind, 1L, Long::sum);|slice.ok += kind == null ? 0 : 1;|'
  fault 'an event on the boundary counts in the old phase' loadgen $LOADGEN/Ledger.java \
    's|nowNanos - cutNanos >= 0|nowNanos - cutNanos > 0|'
  fault 'response time starts at the send' loadgen $LOADGEN/Ledger.java \
    's|clamped(nowNanos - intendedNanos)|clamped(nowNanos - sentNanos)|'
  fault 'the echo answers early' echo-server $ECHO/EchoConnection.java \
    's|exchange.receivedNanos + delay;|exchange.receivedNanos + delay / 2;|'
  fault 'a thread on the core of another tier passes' run-model $RULES/SchedulingRules.java \
    's|filter(tier -> !tier.strays().isEmpty())|filter(tier -> false)|'
  fault 'helpers without room pass' run-model $RULES/SchedulingRules.java \
    's|busy += core.busyNs();|busy += core.busyNs() / 2.0;|'
  fault 'threads are divided by the requests of another window' run-model $METRICS/HttpMetrics.java \
    's|phase.ok() \* observed.windowNs() / NANOS / phase.seconds()|phase.ok() * observed.windowNs() / NANOS|'
  fault 'an overhead in throughput counts as a gain' run-model $METRICS/HttpMetrics.java \
    's|100 \* (1 - other.throughputRps() / measured.throughputRps())|100 * (other.throughputRps() / measured.throughputRps() - 1)|'
  fault 'contract: an answer that was stored passes' server-contract $CONTRACT/AnswerChecks.java \
    's|request > before \&\& used.add(request)|request > 0|'
  fault 'contract: an answer that is cut passes' server-contract $CONTRACT/KeptConnection.java \
    's|if (bytes.length < length) {|if (bytes.length < 0) {|'
  fault 'suite: the bound of a pool is halved' run-model $METRICS/Bounds.java \
    's|Math.ceilDiv(items, count)|Math.ceilDiv(items, 2 * count)|'
  fault 'suite: a wrong checksum passes' run-model $RULES/WorkRules.java \
    's|done.failed() + done.rejected() + done.wrong();|done.failed() + done.rejected();|'
  fault 'suite: CPU of all runs is divided by the operations of one' run-model $METRICS/SuiteMetrics.java \
    's|cpu / NANOS_PER_MICRO / window.operations()|cpu / NANOS_PER_MICRO / work.size()|'
  fault 'suite: what was printed passes' run-model $RULES/WorkRules.java \
    's|(double) done.printedBytes(),|0.0 * done.printedBytes(),|'
  fault 'suite: a lack of threads is taken for a full heap' harness $SUITE/Ending.java \
    's|isOfThreads(what) ? "threads: " : "heap: "|isOfThreads(what) ? "heap: " : "threads: "|'
  fault 'implementation: an item is left out' suite-java $WORK/executors/ExecutorActions.java \
    's|seeds.of(size).stream()|seeds.of(size - 1).stream()|'
  fault 'implementation: an error is swallowed' suite-java $WORK/tasks/EchoTasks.java \
    's|tally.ended(e);|tally.completed(0);|'
  fault 'implementation: a pool lies about its size' suite-kotlin $WORK/sleeps/SchedulerSleeps.java \
    's|Setup.pool(pool, size, |Setup.pool(pool, 2 * size, |'
  fault 'implementation: something is printed while the time runs' harness $WORK/sleeps/SchedulerSleeps.java \
    's|return submitAll(sink.begin(size)|System.out.println(size); return submitAll(sink.begin(size)|'
  fault 'hosts: cores used by the window of another host' run-model $METRICS/HttpMetrics.java \
    's|(double) cpu / phase.windowOf(usage).windowNs()|(double) cpu / phase.windowNs()|'
  fault 'hosts: a silent agent passes' run-model $RULES/HostRules.java \
    's|slowest.silenceNs().orElseThrow() / MILLI;|slowest.silenceNs().orElseThrow() / MILLI / 1_000;|'
  fault 'hosts: of two generators the larger is taken for the sum' harness $LOAD/MergedLoad.java \
    's|LoadResult.Phase::started, Long::sum|LoadResult.Phase::started, Math::max|'
  fault 'capacity: a request costs twice its CPU on other cores' report $CAPACITY/TrialModel.java \
    's|^ *machine.contention()$|2 * machine.contention()|'
  fault 'profile: a frame that calls itself counts twice' run-model $METRICS/ProfileMetrics.java \
    's|once.forEach(frame|frames.forEach(frame|'
  fault 'profile: samples outside the window count' observer $PROFILE/RecordingReader.java \
    's|double share = window.share(event);|double share = 1;|'
  fault 'profile: samples that lack most of the CPU pass' run-model $RULES/ProfileRules.java \
    's|Math.abs(percent - ALL_OF_IT)|percent - ALL_OF_IT|'
  fault 'counter: each call counts twice' observer $COUNTER/CountingProgram.java \
    's|plus(Register.R1, 1)$|plus(Register.R1, 2)|'
  fault 'counter: a call counts for the next one' observer $COUNTER/CallTable.java \
    's|places\[number\] = place.byteValue()|places[number] = (byte) (place % LAST_PLACE + 1)|'
  fault 'counter: the window never closes' observer $COUNTER/CallCounter.java \
    's|counting.set(new byte\[\] {0})|counting.set(new byte[] {1})|'
  fault 'counter: suspended time is forgotten' observer $TRACE/ClockOffset.java \
    's#largest <= 0 && largest#largest <= 0 || largest#'
  ((planted)) || die 2 "no fault has '$PATTERN' in its name"
  ((missed == 0)) || die 1 "$missed faults were not found"
  log "every fault was found"
}

main "$@"
