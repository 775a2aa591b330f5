# Shared by the scripts; sourced, not run.
# shellcheck shell=bash

# Sets JAVA to the newest java of version 21 or later.
find_jdk() {
  local candidate version best=0
  JAVA=
  for candidate in "${JAVA_HOME:-}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*/bin/java; do
    [[ -x $candidate ]] || continue
    version=$("$candidate" -XshowSettings:properties -version 2>&1 |
      sed -n 's/^ *java.specification.version = //p')
    if [[ $version =~ ^[0-9]+$ ]] && ((version >= 21 && version > best)); then
      best=$version
      JAVA=$candidate
    fi
  done
  if [[ -z $JAVA ]]; then
    echo "no JDK 21 or later found: set JAVA_HOME" >&2
    exit 1
  fi
}

# Builds target/MODULE.jar when it is missing or older than a source.
ensure_built() {
  local module=$1 root jar
  root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
  jar=$root/$module/target/$module.jar
  if [[ ! -f $jar ]] || [[ -n $(find "$root/$module/src/main" "$root/run-format/src/main" -newer "$jar" -print -quit) ]]; then
    echo "building $module" >&2
    (cd "$root" && JAVA_HOME=$(dirname "$(dirname "$JAVA")") mvn -q -pl "$module" -am -DskipTests package >&2)
    # A reproducible jar carries the date of its build file, not of its build.
    touch "$jar"
  fi
}
