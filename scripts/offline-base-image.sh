#!/usr/bin/env bash
# offline-base-image.sh - builds the base image of the Dockerfile without a registry, from Debian packages and the
# JDK of this host, under the tag that .env names. Also builds the jars.
# NEEDS: root, debootstrap, a container engine, a JDK >= 21.  OVERHEAD: about two minutes, 0.6 GB.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

readonly JAVA_IN_IMAGE=/opt/java/openjdk
# Files that no image of the servers reads.
readonly LEFT_OUT=(lib/src.zip jmods demo man)

usage() {
  cat <<'TEXT'
Usage: ./scripts/offline-base-image.sh [--force] [--mirror URL]
  --force   builds the image again even when the engine has one of that name
  --mirror  where debootstrap gets its packages; default: the mirror of the distribution
The name is BASE_IMAGE of the environment, or of .env. The image also contains the tools of the observer, for the
compose profile 'trace', and is therefore also tagged TOOLS_IMAGE of the environment, or of .env.
Example: sudo ./scripts/offline-base-image.sh && docker compose up -d
TEXT
}

# Prints the distribution's code name.
code_name() {
  # shellcheck disable=SC1091
  (. /etc/os-release && printf '%s\n' "${VERSION_CODENAME:?no VERSION_CODENAME in /etc/os-release}")
}

check() {
  docker_answers || die 1 "no container engine answers: $ENGINE_SILENCE"
  ((EUID == 0)) || die 1 "debootstrap needs root: sudo $0"
  # debootstrap takes the tools of the observer from the distribution's own packages.
  # shellcheck disable=SC1091
  [[ $(. /etc/os-release && echo "$ID") == debian ]] ||
    die 1 "this takes a host with Debian: pull $(compose_setting BASE_IMAGE), or set BASE_IMAGE in .env to an image with a JDK >= 21"
  command -v debootstrap >/dev/null || die 1 "debootstrap is missing: apt-get install debootstrap"
}

# root_file_system FOLDER MIRROR: Debian's smallest set, bash for the health check, and the JDK.
root_file_system() {
  local folder=$1 mirror=$2 left
  log "offline-base-image: debootstrap $(code_name) (minbase and the tools of the observer) ..."
  debootstrap --variant=minbase --include=bpftrace,ca-certificates,linux-perf,procps,sysstat \
    "$(code_name)" "$folder" ${mirror:+"$mirror"} >"$folder.log" 2>&1 ||
    die 1 "debootstrap failed: $(tail -n 3 "$folder.log")"
  rm -rf "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/* "$folder/usr/share/doc"
  mkdir -p "$folder$JAVA_IN_IMAGE"
  cp -a "$(readlink -f "$JAVA_HOME")/." "$folder$JAVA_IN_IMAGE"
  for left in "${LEFT_OUT[@]}"; do
    rm -rf "${folder:?}$JAVA_IN_IMAGE/$left"
  done
  inline_links "$(readlink -f "$JAVA_HOME")" "$folder$JAVA_IN_IMAGE"
}

# inline_links JDK COPY: Debian's package of a JDK has links to /etc, which the image has not: the files go in their place.
inline_links() {
  local link target
  while IFS= read -r -d '' link; do
    target=$(readlink -f "$1/$link") || continue
    if [[ -e $target && $target != "$1"/* ]]; then
      rm "$2/$link"
      cp -aL "$target" "$2/$link"
    fi
  done < <(cd "$2" && find . -type l -print0)
}

import_image() {
  local folder=$1 tag=$2 version
  version=$("$JAVA" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.vm\.version = //p')
  tar -C "$folder" -c . | docker import \
    -c "ENV JAVA_HOME=$JAVA_IN_IMAGE" \
    -c "ENV PATH=$JAVA_IN_IMAGE/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    -c "ENV LANG=C.UTF-8" \
    -c "LABEL dev.tierbench.offline=\"$(code_name), JDK $version\"" \
    - "$tag" >/dev/null
  docker run --rm --network none "$tag" java -version >/dev/null 2>&1 ||
    die 1 "the JDK of $JAVA_HOME does not start in $tag: see docker run --rm $tag java -version"
  log "offline-base-image: $tag is now made of $(code_name) (debootstrap) and JDK $version of $JAVA_HOME;" \
    "it is not the public image of that name"
}

# tools_image TAG: builds the image with the observer's tools when the engine has none.
tools_image() {
  local wanted
  wanted=$(compose_setting TOOLS_IMAGE)
  if ! docker image inspect "$wanted" >/dev/null 2>&1; then
    docker tag "$1" "$wanted"
    log "offline-base-image: $wanted is now $1, with the tools of $(code_name)"
  fi
}

main() {
  local force=false mirror="" tag
  while (($#)); do
    case $1 in
      --force) force=true ;;
      --mirror)
        (($# > 1)) || die 2 "--mirror needs a URL; see --help"
        mirror=$2
        shift
        ;;
      *) die 2 "unexpected argument '$1'; see --help" ;;
    esac
    shift
  done
  check
  find_jdk
  tag=$(compose_setting BASE_IMAGE)
  if ! $force && docker image inspect "$tag" >/dev/null 2>&1; then
    log "offline-base-image: the engine has $tag already; --force makes it again"
  else
    FOLDER=$(mktemp -d)
    trap 'rm -rf "$FOLDER"' EXIT
    root_file_system "$FOLDER/root" "$mirror"
    import_image "$FOLDER/root" "$tag"
  fi
  tools_image "$tag"
  ensure_built
  log "offline-base-image: the jars are built; next: docker compose up -d"
}

run_main "$@"
