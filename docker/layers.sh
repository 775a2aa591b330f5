#!/usr/bin/env bash
# layers.sh JAR FOLDER - inside an image build: splits an executable jar into libraries, which seldom change, our own
# libraries, and a small app.jar that names both in its class path. Spring Boot's `-Djarmode=tools extract` does not
# work for the two modules without Spring, so all modules are split here in the same way.
# NEEDS: a JDK (jar).
set -euo pipefail

main() {
  local jar=$1 folder=$2 parts
  parts=$(mktemp -d)
  (cd "$parts" && jar --extract --file "$jar")
  mkdir -p "$folder"/{dependencies,snapshot-dependencies}/lib "$folder/application"
  manifest "$parts" >"$parts/app.mf"
  find "$parts/BOOT-INF/lib" -name '*-SNAPSHOT.jar' -exec mv -t "$folder/snapshot-dependencies/lib" {} +
  find "$parts/BOOT-INF/lib" -name '*.jar' -exec mv -t "$folder/dependencies/lib" {} +
  jar --create --file "$folder/application/app.jar" --manifest "$parts/app.mf" -C "$parts/BOOT-INF/classes" .
  rm -rf "$parts"
}

# The jar's own manifest with our main class in place of Boot's launcher. A line has at most 72 bytes
# and goes on in the next one behind a blank.
manifest() {
  local original=$1/META-INF/MANIFEST.MF name
  sed -n 's/^Start-Class: /Main-Class: /p; /^\(Enable-Native-Access\|Implementation-\)/p' "$original" |
    tr -d '\r'
  {
    printf 'Class-Path:'
    for name in "$1"/BOOT-INF/lib/*.jar; do
      printf ' lib/%s' "${name##*/}"
    done
  } | fold -b -w 70 | sed '2,$s/^/ /'
  echo
}

main "$@"
