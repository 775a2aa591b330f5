#!/usr/bin/env bash
# test-dist.sh - the archive of dist.sh, built twice, unpacked where nothing can be written, and used from elsewhere; the jars
# of deploy.sh, started by their coordinates.
# NEEDS: what dist.sh needs, and a Maven repository with jbang.  OVERHEAD: a sweep of two levels at 5 and 20 concurrent requests.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

SCRATCH=""
SLEEPER=""
readonly DEPENDENCY=org.apache.maven.plugins:maven-dependency-plugin:3.11.0
readonly JBANG_VERSION=0.132.1
readonly JBANG=jbang-cli-$JBANG_VERSION-all.jar

usage() {
  cat <<'TEXT'
Usage: ./scripts/test-dist.sh
Makes the archive twice and compares both, unpacks it into a folder without write access, and runs each program from
another folder, without Maven: help, version, completion, and a sweep with its report. Deploys observer and load generator
into a repository of its own, from which jbang starts both.
TEXT
}

finish() {
  [[ -z $SLEEPER ]] || kill "$SLEEPER" 2>/dev/null || true
  [[ -z $SCRATCH ]] || {
    chmod -R u+w "$SCRATCH"
    rm -rf "$SCRATCH"
  }
}

# same_twice: two archives of one commit are the same, also where an earlier build has left a library.
same_twice() {
  local old=$ROOT/suite-java/target/lib/of-an-earlier-build.jar
  "$ROOT/scripts/dist.sh" --out "$SCRATCH/one" "$@"
  touch "$old"
  "$ROOT/scripts/dist.sh" --out "$SCRATCH/two" "$@" || { rm "$old" && return 1; }
  rm "$old"
  cmp "$SCRATCH"/one/*.tar.gz "$SCRATCH"/two/*.tar.gz || die 1 "two archives of one commit differ"
  (cd "$SCRATCH/one" && sha256sum --check --quiet ./*.sha256)
}

# shows_itself PROGRAM: its help names it as it is called here.
shows_itself() {
  local help
  help=$(tierbench "$1" --help) || die 1 "tierbench $1 --help failed"
  [[ $help == *"tierbench $1"* ]] || die 1 "the help of $1 does not call it 'tierbench $1'"
  [[ $help != *./scripts/* ]] || die 1 "the help of $1 names a script of the repository"
}

completes() {
  local found
  found=$(bash -c 'source "$1" && COMP_WORDS=(tierbench sweep --ov) COMP_CWORD=2 && _tierbench && echo "${COMPREPLY[*]}"' \
    completes "$1/completion/tierbench.bash")
  [[ $found == --overload ]] || die 1 "sweep --ov is completed as '$found'"
}

first_report() {
  local code=0
  tierbench sweep --tiers local --servers tomcat,netty --levels 5,20 --trials 1 --settle 2s --measure 2s --no-verify \
    --ports echo=15971,tomcat-platform=15970,webflux-reactor=15972 --repeat-noisy 0 --warmup-cap 3s --warmup-top-cap 0s \
    --name dist || code=$?
  # 1 is also a rule that a busy host broke; faults and failed requests are looked for below.
  ((code <= 1)) || die 1 "the sweep ended with exit code $code"
  "$ROOT/scripts/assert-run.sh" "$(echo results/*)" 4
  [[ -s $(echo results/*/report.html) ]] || die 1 "there is no report"
  grep -q "\"commit\" : \"$(git -C "$ROOT" rev-parse HEAD)\"" results/*/manifest.json ||
    die 1 "the manifest does not name the commit of the archive"
}

# by_coordinates ARTIFACT ARGUMENT...: what jbang does with dev.tierbench:ARTIFACT of the repository; by its jar, which
# prints the command that its own script would run.
by_coordinates() {
  local code=0 command
  command=$(JBANG_DIR=$SCRATCH/jbang JBANG_REPO=$SCRATCH/m2 "$JAVA" -jar "$SCRATCH/$JBANG" run --quiet \
    --repos "central,here=file://$SCRATCH/repository" "dev.tierbench:$1:$(version)" "${@:2}") || code=$?
  ((code == 255)) || die 1 "jbang refused dev.tierbench:$1 (exit code $code)"
  eval "$command"
}

# from_a_repository: deploys both programs; the observer shows the threads of a JVM that sleeps.
from_a_repository() {
  local shown
  "$ROOT/scripts/deploy.sh" --to "file://$SCRATCH/repository"
  maven -q "$DEPENDENCY:copy" "-Dartifact=dev.jbang:jbang-cli:$JBANG_VERSION:jar:all" "-DoutputDirectory=$SCRATCH"
  echo 'class Sleep { public static void main(String[] all) throws Exception { Thread.sleep(120_000); } }' >"$SCRATCH/Sleep.java"
  "$JAVA" "$SCRATCH/Sleep.java" &
  SLEEPER=$!
  shown=$(by_coordinates observer "$SLEEPER" --seconds 2 --level L3)
  kill "$SLEEPER"
  SLEEPER=""
  [[ $shown == *"entire JVM"* ]] || die 1 "the observer showed no threads: $shown"
  shown=$(by_coordinates loadgen --help)
  [[ $shown == *"closed model"* ]] || die 1 "the help of the load generator is: $shown"
}

main() {
  (($# == 0)) || die 2 "it takes no arguments; see --help"
  SCRATCH=$(mktemp -d)
  trap finish EXIT
  find_jdk
  from_a_repository
  same_twice --no-sbom
  mkdir -p "$SCRATCH"/{opt,bin,work}
  tar -xzf "$SCRATCH"/one/*.tar.gz -C "$SCRATCH/opt"
  chmod -R a-w "$SCRATCH/opt"
  ln -s "$SCRATCH"/opt/*/bin/tierbench "$SCRATCH/bin/tierbench"
  # An installation does not need it.
  printf '#!/bin/sh\necho "Maven was called" >&2\nexit 99\n' >"$SCRATCH/bin/mvn"
  chmod +x "$SCRATCH/bin/mvn"
  export PATH=$SCRATCH/bin:$PATH
  cd "$SCRATCH/work"
  local program
  while read -r program; do
    shows_itself "$program"
  done < <(tierbench --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
  [[ $(tierbench --version) == "tierbench "*", commit "*", JDK "* ]] || die 1 "the version is: $(tierbench --version)"
  completes "$(echo "$SCRATCH"/opt/*)"
  first_report
  log "test-dist: the archive works"
}

run_main "$@"
