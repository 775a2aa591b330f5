#!/usr/bin/env bash
# jars.sh - inside an image build: the jars, taken from the context when they were built outside from
# the same sources, else built here.
# NEEDS: a JDK >= 21; Maven, or a way to the distribution's packages and to Maven Central.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

main() {
  if is_built; then
    log "jars: taken as built outside"
    return
  fi
  log "jars: none in the context that is as new as its sources: building them here"
  if ! command -v mvn >/dev/null; then
    apt-get update -qq && apt-get install -y -qq --no-install-recommends maven ||
      die 1 "no jars, and no Maven to be had here: run ./scripts/offline-base-image.sh" \
        "(or build them outside: any ./scripts/*.sh does), then try again"
  fi
  find_jdk
  ensure_built
}

main
