#!/usr/bin/env bash
# build.sh - builds each example into its own target/, with libraries from Maven Central.
# NEEDS: a JDK >= 21; Maven and the network, except for jdk-httpserver.  OVERHEAD: half a minute the first time.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

readonly EXAMPLES=(jdk-httpserver helidon vertx wiremock)

usage() {
  cat <<TEXT
Usage: examples/build.sh [EXAMPLE...]
  EXAMPLE  ${EXAMPLES[*]} (default: all of them)
Examples:
  ./examples/build.sh
  ./examples/build.sh jdk-httpserver
TEXT
}

# Compiled beforehand: the source launcher would leave the compiler's code and heap in the measured JVM.
build() {
  local folder=$ROOT/examples/$1
  if [[ -e $folder/pom.xml ]]; then
    maven --no-transfer-progress -q -f "$folder/pom.xml" package
  else
    "$JAVA_HOME/bin/javac" --release "$OLDEST_JAVA" -Xlint:all -Werror -d "$folder/target" "$folder"/*.java
  fi
}

main() {
  local name index names builds=() failed=()
  for name in "$@"; do
    case $name in
      -h | --help)
        usage
        return
        ;;
      *)
        if [[ " ${EXAMPLES[*]} " != *" $name "* ]]; then
          usage >&2
          return 2
        fi
        ;;
    esac
  done
  names=("$@")
  (($#)) || names=("${EXAMPLES[@]}")
  find_jdk
  for name in "${names[@]}"; do
    build "$name" &
    builds+=("$!")
  done
  for index in "${!names[@]}"; do
    wait "${builds[index]}" || failed+=("${names[index]}")
  done
  ((${#failed[@]} == 0)) || die 1 "the build of ${failed[*]} failed; see above"
}

main "$@"
