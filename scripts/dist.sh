#!/usr/bin/env bash
# dist.sh - makes an archive that runs with a JDK and nothing else; see dist.sh --help.
# NEEDS: a JDK >= 21, Maven, git, tar, gzip, sha256sum.  OVERHEAD: a build.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

WANTED+=(suite-java suite-kotlin suite-vintage)
# Lists every library with its version and licence.
readonly CYCLONEDX=org.cyclonedx:cyclonedx-maven-plugin:2.9.1
# The scripts that the programs of an installation are started by.
readonly SCRIPTS=(lib ab chain check compare export load report setup suite sweep threads trace trend verify)

usage() {
  cat <<'TEXT'
Usage: dist.sh [--out DIR] [--no-sbom]
Makes tierbench-VERSION.tar.gz with its checksum: bin/tierbench, the jars, servers, suites and documents. Built twice from
one commit it is the same, byte for byte. Unpacked anywhere, also where it cannot be written, it needs a JDK >= 21.
  --out DIR   where it goes. Default: target/dist
  --no-sbom   leaves out sbom.json, the list of all libraries with their licences (CycloneDX), which Maven makes
Examples:
  ./scripts/dist.sh
  tar -xzf target/dist/tierbench-*.tar.gz -C /opt && ln -s /opt/tierbench-*/bin/tierbench /usr/local/bin/
TEXT
}

# properties VERSION: what the archive was built from. Without git, only its version.
properties() {
  printf 'version=%s\n' "$1"
  local commit
  if commit=$(git -C "$ROOT" rev-parse HEAD 2>/dev/null); then
    printf 'commit=%s\nchanges=%s\n' "$commit" "$([[ -z $(git -C "$ROOT" status --porcelain) ]] && echo false || echo true)"
  fi
}

# Seconds since 1970 of the commit: the time of every file of the archive.
build_time() {
  git -C "$ROOT" log -1 --format=%ct 2>/dev/null || echo 0
}

# copy_jars DIR: a small jar of each program, and the libraries of all of them once.
copy_jars() {
  local module layers libraries
  for module in "${WANTED[@]}"; do
    if [[ -d $ROOT/$module/target/lib ]]; then
      cp "$(jar_of "$module")" "$1/$module.jar"
      mapfile -t libraries < <(class_path "$(jar_of "$module")")
      ((${#libraries[@]})) || die 1 "$module.jar names no libraries"
      share "$1/lib" "${libraries[@]/#/$ROOT/$module/target/}"
      continue
    fi
    layers=$STAGE/layers/$module
    mkdir -p "$layers"
    PATH=$JAVA_HOME/bin:$PATH "$ROOT/docker/layers.sh" "$(jar_of "$module")" "$layers"
    cp "$layers/application/app.jar" "$1/$module.jar"
    share "$1/lib" "$layers"/*dependencies/lib/*.jar
  done
}

# class_path JAR: the libraries that it names, beside which others of earlier builds may lie.
class_path() {
  (
    mkdir -p "$STAGE/manifest" && cd "$STAGE/manifest"
    "$JAVA_HOME/bin/jar" --extract --file "$1" META-INF/MANIFEST.MF
    # A line of a manifest goes on in the next one that begins with a blank.
    sed -z 's/\r\?\n //g; s/\r//g' META-INF/MANIFEST.MF | sed -n 's/^Class-Path: //p' | tr ' ' '\n' | sed '/^$/d'
  )
}

# share DIR JAR...: copies libraries; two of one name have to be one.
share() {
  local to=$1 jar
  shift
  for jar in "$@"; do
    if [[ -e $to/${jar##*/} ]]; then
      cmp -s "$jar" "$to/${jar##*/}" || die 1 "two programs have different libraries named ${jar##*/}"
    else
      cp "$jar" "$to/"
    fi
  done
}

# texts: the documents and descriptors, without files that belong to no commit.
texts() {
  local folders=(docs hosts servers suites LICENSE README.md CHANGELOG.md CITATION.cff)
  git ls-files -z -- "${folders[@]}" 2>/dev/null || find "${folders[@]}" -type f -print0
}

copy_texts() {
  (cd "$ROOT" && texts | xargs -0 cp --parents -t "$1")
  local script
  for script in "${SCRIPTS[@]}"; do
    cp "$ROOT/scripts/$script.sh" "$1/scripts/"
  done
  cp "$ROOT/bin/tierbench" "$1/bin/"
}

# options PROGRAM: the long options that its help shows.
options() {
  { "$1/bin/tierbench" "$2" --help-all || "$1/bin/tierbench" "$2" --help; } 2>/dev/null |
    grep -o -- '^ *\(-[A-Za-z], \)*--[a-z][a-z_-]*' | grep -o -- '--[a-z_-]*' | sort -u | tr '\n' ' '
}

# completion DIR: completes programs, their options and files, in bash and, by its own emulation, in zsh,
# which has no mapfile and an array named words of its own.
completion() {
  local program programs=()
  mapfile -t programs < <("$1/bin/tierbench" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
  echo '# Completion of tierbench: source it from ~/.bashrc, or from ~/.zshrc after bashcompinit.'
  echo '_tierbench() {'
  echo "  local word=\${COMP_WORDS[COMP_CWORD]} choices candidate"
  echo '  COMPREPLY=()'
  echo '  if ((COMP_CWORD == 1)); then'
  echo "    choices='${programs[*]} --help --version'"
  echo '  else'
  echo "    case \${COMP_WORDS[1]} in"
  for program in "${programs[@]}"; do
    echo "      $program) choices='$(options "$1" "$program")' ;;"
  done
  echo "      *) choices='' ;;"
  echo '    esac'
  echo '  fi'
  echo '  while IFS= read -r candidate; do'
  echo "    [[ -z \$candidate ]] || COMPREPLY+=(\"\$candidate\")"
  echo '  done <<EOF'
  echo "\$(if [[ \$word == -* ]] || ((COMP_CWORD == 1)); then compgen -W \"\$choices\" -- \"\$word\"; else compgen -f -- \"\$word\"; fi)"
  echo 'EOF'
  echo '}'
  echo 'complete -o filenames -F _tierbench tierbench'
}

# The libraries of all modules that are distributed, with the serial number and the time left out, which differ by run.
sbom() {
  maven -q "$CYCLONEDX:makeAggregateBom" -DoutputFormat=json -DoutputName=sbom -DincludeTestScope=false \
    -DexcludeTestProject=true -DincludeBomSerialNumber=false -DoutputDirectory="$1"
  sed -i '/^ *"timestamp" *:/d' "$1/sbom.json"
}

archive() {
  local folder=$1 name=$2 out=$3
  find "$folder" -type d -exec chmod 755 {} +
  find "$folder" -type f -exec chmod 644 {} +
  chmod 755 "$folder/$name"/{bin/tierbench,scripts/*.sh}
  tar --create --directory "$folder" --sort=name --mtime="@$(build_time)" --owner=0 --group=0 --numeric-owner \
    --format=gnu "$name" | gzip -9 --no-name >"$out/$name.tar.gz.new"
  mv "$out/$name.tar.gz.new" "$out/$name.tar.gz"
  (cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
}

main() {
  local out=$ROOT/target/dist with_sbom=true
  while (($#)); do
    case $1 in
      --out)
        out=${2:?--out needs a folder}
        shift
        ;;
      --no-sbom) with_sbom=false ;;
      *) die 2 "unknown option '$1'. See dist.sh --help" ;;
    esac
    shift
  done
  find_jdk
  ensure_built
  mkdir -p "$out"
  out=$(cd "$out" && pwd)
  STAGE=$(mktemp -d)
  trap 'rm -rf "$STAGE"' EXIT
  local name
  name=tierbench-$(version)
  mkdir -p "$STAGE/$name"/{bin,jars/lib,scripts,completion}
  copy_jars "$STAGE/$name/jars"
  copy_texts "$STAGE/$name"
  properties "$(version)" >"$STAGE/$name/build.properties"
  completion "$STAGE/$name" >"$STAGE/$name/completion/tierbench.bash"
  if $with_sbom; then
    sbom "$STAGE/$name"
  fi
  rm -rf "$STAGE"/{layers,manifest}
  archive "$STAGE" "$name" "$out"
  log "dist: $out/$name.tar.gz, $(du -h "$out/$name.tar.gz" | cut -f1)"
  cat "$out/$name.tar.gz.sha256"
}

run_main "$@"
