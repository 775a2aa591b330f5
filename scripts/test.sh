#!/usr/bin/env bash
# test.sh - the checks and tests, in three sizes: --fast starts no process; the default adds one process test of each
# program, a cell of a suite and a mini-sweep; --all adds every process test, a browser, several hosts and containers.
# NEEDS: JDK >= 21, Maven, shellcheck, shfmt, npm, chromium, ansible-core; --setup installs them.
# OVERHEAD: on two cores 2 to 4, 4 to 6 and 20 to 27 minutes.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Formats and lints JavaScript and CSS; one native program, which npm fetches once.
readonly BIOME=@biomejs/biome@2.6.8

# Damaged inputs of each parser; 10,000 where Maven runs the tests alone.
readonly FUZZ_INPUTS=1000

# What ends with the script: a folder, the process that makes images, and process groups.
SCRATCH=""
IMAGES=""
GROUPS_BESIDE=()

usage() {
  cat <<'TEXT'
Usage: ./scripts/test.sh [--setup] [--fast | --all]
  --setup  first installs what is missing through the package manager
  --fast   formatting, static checks and all tests that start no process: two to four minutes
  --all    all process tests, the examples, a browser, several hosts, containers
Without --fast or --all: what a change needs before it is proposed. That is --fast, one process test of each program,
a cell of a suite and a real mini-sweep with verdicts. The last lines say what was left out and how to run it.
Examples:
  ./scripts/test.sh --setup
  ./scripts/test.sh
  ./scripts/test.sh --all
TEXT
}

# step WHAT: a heading, with the time since the start.
step() {
  log "== [$(printf '%02d:%02d' $((SECONDS / 60)) $((SECONDS % 60)))] $*"
}

check_scripts() {
  local tool
  for tool in shellcheck shfmt npm ansible-playbook; do
    command -v "$tool" >/dev/null || die 1 "$tool is missing; run: ./scripts/test.sh --setup"
  done
  local files=("$ROOT"/scripts/*.sh "$ROOT"/benchmarks/*.sh "$ROOT"/docker/*.sh "$ROOT"/examples/*.sh "$ROOT"/.ci/run)
  # A few of each shellcheck, on all cores: it takes most of this step.
  (cd "$ROOT" && printf '%s\0' "${files[@]}" | xargs -0 -n 6 -P "$(nproc)" shellcheck -x && shfmt -i 2 -ci -d "${files[@]}")
  ansible-playbook --inventory localhost, --syntax-check "$ROOT/hosts/setup.yml" >/dev/null
  "$ROOT/scripts/seed-faults.sh" --dry-run
}

# Format and lint of the report's page.
check_page() {
  (cd "$ROOT" && npm exec --yes --package="$BIOME" -- biome check --error-on-warnings) ||
    die 1 "to repair format and lint of the page: npx $BIOME check --write"
}

# Servers that know nothing of ours, built and verified as their users do it.
verify_examples() {
  local descriptor kept=()
  "$ROOT/examples/build.sh"
  for descriptor in "$ROOT"/examples/*/*.yml; do
    grep -q '^contract: none' "$descriptor" || kept+=("$descriptor")
  done
  "$ROOT/scripts/verify.sh" "${kept[@]}"
}

# begin_scratch: makes a folder for the files of the tests: in memory, when programs may run from there and a GiB is
# free. Tests write many small files, and a disk takes longer to make them than the tests take. Some are of another user.
begin_scratch() {
  SCRATCH=$(mktemp -d /dev/shm/tierbench-test.XXXXXX 2>/dev/null) || SCRATCH=""
  if [[ -n $SCRATCH ]]; then
    local free
    free=$(df --output=avail --block-size=M "$SCRATCH" | tail -n 1)
    install -m 755 "$(type -P true)" "$SCRATCH/true"
    if "$SCRATCH/true" 2>/dev/null && ((${free%M} >= 1024)); then
      chmod 1777 "$SCRATCH"
      return
    fi
    rm -rf "$SCRATCH"
  fi
  SCRATCH=$(mktemp -d)
  chmod 1777 "$SCRATCH"
}

# test_maven ARGUMENT...: Maven, whose tests write into that folder.
test_maven() {
  maven --no-transfer-progress "-Dtest.tmp=$SCRATCH" "$@"
}

finish() {
  local group
  for group in "${GROUPS_BESIDE[@]}"; do
    kill -TERM -- "-$group" 2>/dev/null || true
    wait "$group" || true
  done
  [[ -z $IMAGES ]] || kill "$IMAGES" 2>/dev/null || true
  [[ -z $SCRATCH ]] || rm -rf "$SCRATCH"
}

# beside FUNCTION...: runs functions at the same time, each line of theirs behind the name of its function, until all have
# ended. Each has a process group, which can be ended whole.
beside() {
  local each group failed=0
  set -m
  for each in "$@"; do
    { "$each" 2>&1 | sed -u "s/^/${each//_/-}: /" >&2; } &
    GROUPS_BESIDE+=("$!")
  done
  set +m
  for group in "${GROUPS_BESIDE[@]}"; do
    wait "$group" || failed=1
  done
  GROUPS_BESIDE=()
  ((failed == 0)) || die 1 "failed; the lines above say where"
}

# begin_images, await_images: makes the images of the steps with containers beside those that wait the most. Why one
# cannot be made is said by the step that needs it.
begin_images() {
  (docker_answers && base_image && compose --profile all --profile load --profile trace build \
    echo-server tomcat-server netty-server netty-floor observer loadgen) >"$SCRATCH/images.log" 2>&1 &
  IMAGES=$!
}

# Not by wait, which knows only children of its own shell.
await_images() {
  tail --pid="$IMAGES" -f /dev/null
}

# A sweep over three hosts that this machine plays, and one of the faults.
several_hosts() {
  local missing=""
  ((EUID == 0)) || missing="root"
  command -v sshd >/dev/null || missing="sshd (./scripts/setup.sh engine)"
  command -v dockerd >/dev/null || missing="dockerd (./scripts/setup.sh engine)"
  docker_answers || missing="a container engine ($ENGINE_SILENCE)"
  if [[ -n $missing ]]; then
    log "several hosts: SKIPPED: they need $missing"
    return
  fi
  "$ROOT/scripts/rehearse-hosts.sh" --busy --faults agent
}

# class_times: the test classes that took the most of the time, from the reports of the runs since the start.
class_times() {
  log "the ten slowest test classes, in seconds:"
  find "$ROOT" -path '*/target/surefire-reports/TEST-*.xml' -newer "$SCRATCH/began" -print0 |
    xargs -0 -r grep -ho '<testsuite [^>]*' |
    sed -n 's/.* name="\([^"]*\)".* time="\([0-9.]*\)".*/\2 \1/p' | sort -rn | sed -n '1,10p' >&2
}

# mini_sweep [OPTION...]: both servers of the README at one level, measured and judged; on ports that containers of a
# user do not take.
mini_sweep() {
  local code=0
  "$ROOT/scripts/sweep.sh" --tiers local --servers tomcat,netty --levels 20 --trials 1 --settle 2s --measure 2s \
    --ports echo=15971,tomcat-platform=15970,webflux-reactor=15972 --repeat-noisy 0 --warmup-cap 3s --warmup-top-cap 0s --name mini --out "$SCRATCH/sweeps" "$@" || code=$?
  # 1 is also a rule that a busy host broke; faults and failed requests are looked for below.
  ((code <= 1)) || die 1 "the sweep ended with exit code $code"
  "$ROOT/scripts/assert-run.sh" "$(echo "$SCRATCH"/sweeps/*)" 2
}

# mini_suite: one cell of a suite, with its checks.
mini_suite() {
  local code=0
  "$ROOT/scripts/suite.sh" sleeps --preset quick --impl jdk-virtual --size 1000 --trials 1 --out "$SCRATCH/suites" || code=$?
  ((code <= 1)) || die 1 "the suite ended with exit code $code"
  [[ -s $(echo "$SCRATCH"/suites/*/summary.csv) ]] || die 1 "the suite left no summary"
}

fast_tests() {
  step "tests that start no process: Error Prone, Spotless, ArchUnit, JUnit"
  test_maven -q -T 2 -DexcludedGroups=process,fuzz spotless:check test
  log "left out: everything that starts a process (./scripts/test.sh), and the rest of ./scripts/test.sh --all"
}

default_tests() {
  step "build, tests without processes and one process test of each program: Error Prone, Spotless, ArchUnit, JUnit"
  begin_build
  test_maven -q -T 2 '-Dgroups=(!process & !fuzz) | smoke' verify
  end_build
  step "a cell of a suite"
  mini_suite
  step "a real mini-sweep of both servers"
  # The tests of the servers have just shown that both keep the contract.
  mini_sweep --no-verify
  log "left out: the other process tests, fuzz, the examples, the browser, several hosts and containers;" \
    "run them with: ./scripts/test.sh --all"
}

examples_and_hosts() {
  step "the examples keep the contract"
  verify_examples
  step "a real mini-sweep of both servers"
  mini_sweep
  await_images
  step "a sweep over several hosts"
  several_hosts
}

live_and_containers() {
  step "a live sweep over HTTP/1.1 and HTTP/2, watched in a browser"
  "$ROOT/scripts/test-live.sh"
  await_images
  step "the tiers as containers"
  # At its end it stops an engine that with-engine.sh has started; the other hosts need that one only while they begin.
  "$ROOT/scripts/test-compose.sh"
}

all_tests() {
  step "build and tests: Error Prone, Spotless, ArchUnit, JUnit"
  begin_build
  # A third module while the tests of another wait.
  test_maven -T 3 -DexcludedGroups=timed,alone "-Dtierbench.fuzz.inputs=$FUZZ_INPUTS" verify
  end_build
  step "tests with real processes and clocks"
  # Those of two modules beside each other; no test asserts a time.
  test_maven -q -T 2 -Dgroups=timed -Dtierbench.jars=true -Dspotless.check.skip=true test -pl loadgen,observer,harness -am
  # Whose time-outs of less than a second do not hold beside the processes of other modules.
  test_maven -q -Dgroups=alone -Dtierbench.jars=true -Dspotless.check.skip=true test -pl netty-database -am
  class_times
  begin_images
  step "examples, a mini-sweep and several hosts, beside a live sweep and containers"
  beside examples_and_hosts live_and_containers
  IMAGES=""
  log "left out: planted faults (./scripts/seed-faults.sh), profiles in a sweep (./scripts/test-profile.sh)," \
    "two commits by the step of action.yml (./scripts/test-ab.sh), an installed archive (./scripts/test-dist.sh)," \
    "the other faults of several hosts (./scripts/rehearse-hosts.sh --faults)"
}

main() {
  local size=default argument
  for argument in "$@"; do
    case $argument in
      --setup) "$ROOT/scripts/setup.sh" test ;;
      --fast | --all) size=${argument#--} ;;
      -h | --help)
        usage
        return
        ;;
      *)
        usage >&2
        return 2
        ;;
    esac
  done
  find_jdk
  trap finish EXIT
  begin_scratch
  touch "$SCRATCH/began"
  step "scripts: shellcheck, shfmt, syntax of the playbook, faults to plant"
  check_scripts
  step "page: Biome"
  check_page
  "${size}_tests"
  step "all green"
}

main "$@"
