#!/usr/bin/env bash
# deploy.sh - puts the observer and the load generator of the last commit into a Maven repository; see deploy.sh --help.
# NEEDS: a JDK >= 21, Maven, git.  OVERHEAD: a build of three modules.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

CLONE=""

usage() {
  cat <<'TEXT'
Usage: ./scripts/deploy.sh [--to URL]
Puts dev.tierbench:observer and dev.tierbench:loadgen into a Maven repository, with the poms and jars that they need and the
sources and Javadoc of each. It builds what is committed, in a clone of its own.
  --to URL  the repository. Default: target/repository, as file://. Credentials are those of the server "tierbench" in
            ~/.m2/settings.xml
Examples:
  ./scripts/deploy.sh
  jbang --repos central,here=file://$PWD/target/repository dev.tierbench:observer:0.1.0 PID
  ./scripts/deploy.sh --to https://repository.example.org/releases
TEXT
}

finish() {
  [[ -z $CLONE ]] || rm -rf "$CLONE"
}

main() {
  local to=file://$ROOT/target/repository
  while (($#)); do
    case $1 in
      --to)
        to=${2:?--to needs the URL of a repository}
        shift
        ;;
      *) die 2 "unknown option '$1'. See deploy.sh --help" ;;
    esac
    shift
  done
  [[ $to == *://* ]] || die 2 "'$to' is no URL; a folder is file:///PATH"
  find_jdk
  trap finish EXIT
  CLONE=$(mktemp -d)
  git clone --quiet "$ROOT" "$CLONE" || die 1 "this is no clone of the repository, or git is missing"
  [[ -z $(git -C "$ROOT" status --porcelain) ]] || log "changes that are not committed are left out"
  maven -q -f "$CLONE/pom.xml" -Ppublish -Dmaven.test.skip=true -Dspotless.check.skip=true -Dmaven.install.skip=true \
    -pl observer,loadgen -am "-DaltDeploymentRepository=tierbench::$to" deploy
  log "deployed to $to"
}

run_main "$@"
