#!/usr/bin/env bash
# layers.sh JAR FOLDER - for an image or an archive: splits an executable jar into libraries, which seldom change, our own
# libraries, and a small app.jar that names both in its class path. Spring Boot's `-Djarmode=tools extract` does not
# work for the two modules without Spring, so all modules are split here in the same way.
# NEEDS: a JDK (jar).
set -euo pipefail

main() {
  local jar=$1 folder=$2 parts version
  parts=$(mktemp -d)
  (cd "$parts" && jar --extract --file "$jar")
  mkdir -p "$folder"/{dependencies,snapshot-dependencies}/lib "$folder/application"
  manifest "$parts" >"$parts/app.mf"
  # Our own libraries have the version of the program.
  version=$(sed -n 's/^Implementation-Version: //p' "$parts/META-INF/MANIFEST.MF" | tr -d '\r')
  find "$parts/BOOT-INF/lib" -name "*-$version.jar" -exec mv -t "$folder/snapshot-dependencies/lib" {} +
  find "$parts/BOOT-INF/lib" -name '*.jar' -exec mv -t "$folder/dependencies/lib" {} +
  # With one time, so that it is the same whenever it is made. Spring looks for classes by the folders in it.
  jar --create --date=2026-01-01T00:00:00Z --file "$folder/application/app.jar" --manifest "$parts/app.mf" \
    -C "$parts/BOOT-INF/classes" .
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
