#!/usr/bin/env bash
# jars.sh - inside an image build: takes the jars from the context when they were built from the same sources, and
# builds them otherwise.
# NEEDS: a JDK >= 21; Maven, or access to the distribution's packages and to Maven Central.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

install_maven() {
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends maven
}

main() {
  # Folders get their time when they are copied into the image.
  if is_built -type f; then
    log "jars: taken as built outside"
    return
  fi
  log "jars: none in the context that is as new as its sources: building them here"
  if ! command -v mvn >/dev/null; then
    install_maven || die 1 "no jars, and no Maven to be had here: build them outside" \
      "(./scripts/offline-base-image.sh does, and so does ./scripts/sweep.sh --dry-run), then try again"
  fi
  find_jdk
  ensure_built
}

main
