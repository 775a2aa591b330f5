#!/usr/bin/env bash
# test-ab.sh - runs the step of action.yml in a repository made here: a service whose head costs some times the CPU has to be
# found worse, with a comment, and found again from what was built before.
# NEEDS: what ab.sh needs, and jq.  OVERHEAD: three minutes of load on ports 17490 to 17510.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/planted/repository.sh
source "$ROOT/scripts/planted/repository.sh"

# Arithmetic that costs some times the CPU of the rest of a request.
readonly STEPS=40000

usage() {
  cat <<'TEXT'
Usage: scripts/test-ab.sh
Makes a repository with two commits of a small service and runs the action on it, with a gh that writes down what it is
asked for.
TEXT
}

make_service() {
  make_repository 17490 "$STEPS" 20
  cat >"$WORK/service/build.sh" <<TEXT
[ -z "\${GH_TOKEN:-}" ] || touch "$WORK/token"
exec "$JAVA_HOME/bin/javac" -d out PlantedServer.java
TEXT
  sed -i 's/^build:.*/build: [sh, build.sh]/' "$WORK/service/planted.yml"
  commit base
  plant_slower
  commit head
}

# make_gh: a gh in $WORK/bin that keeps its arguments; it knows a comment once one was made, and one of somebody else.
make_gh() {
  mkdir -p "$WORK/bin"
  cat >"$WORK/bin/gh" <<TEXT
#!/usr/bin/env bash
printf '%s\n' "\$*" >>"$WORK/asked"
case " \$* " in
  *' api user '*) exit 1 ;;
  *' --paginate '*) jq --raw-output "\${@: -1}" "$WORK/comments" ;;
  *' POST '*) mv "$WORK/answered" "$WORK/comments" ;;
esac
TEXT
  chmod +x "$WORK/bin/gh"
  comments >"$WORK/comments"
  comments 4711 Bot >"$WORK/answered"
}

# comments [ID TYPE]: those of the pull request, one of them by its author, who has copied the mark.
comments() {
  local body='<!-- tierbench ab planted -->'
  printf '[{"id": 4710, "body": "%s", "user": {"type": "User", "login": "author"}}' "$body"
  (($# == 0)) || printf ', {"id": %s, "body": "%s", "user": {"type": "%s", "login": "bot"}}' "$1" "$body" "$2"
  echo ']'
}

# action: the command of the action's own step, with the inputs of a pull request.
action() {
  local command
  command=$(sed -n "s/^ *run: '\(.*\)'$/\1/p" "$ROOT/action.yml")
  [[ -n $command ]] || die 1 "action.yml has no step that is run"
  env PATH="$WORK/bin:$PATH" XDG_CACHE_HOME="$WORK/cache" GITHUB_ACTION_PATH="$ROOT" GITHUB_WORKSPACE="$WORK/service" \
    GITHUB_REPOSITORY=acme/planted GITHUB_OUTPUT="$WORK/output" GITHUB_STEP_SUMMARY="$WORK/summary" RUNNER_TEMP="$WORK" \
    AB_DESCRIPTOR=planted.yml AB_BASE=HEAD~1 AB_HEAD=HEAD AB_BUDGET=4m AB_FAIL_ON=worse AB_COMMENT=true \
    AB_PULL_REQUEST=17 GH_TOKEN=none \
    AB_OPTIONS="--rates 1200 --connections 60 --settle 2s --measure 4s --warmup-cap 4s --warmup-top-cap 0s --no-observe --decide cpu_us_per_op" \
    bash -c "$command"
}

# expect WHAT COMMAND...: fails with the log of the action.
expect() {
  local what=$1
  shift
  "$@" || { cat "$WORK/log" >&2 && die 1 "expected $what"; }
}

main() {
  find_jdk
  WORK=$(mktemp -d)
  trap 'rm -rf "$WORK"' EXIT
  make_service
  make_gh
  local code=0 variable
  while read -r variable; do
    grep -q "[\"{\$]${variable}[:}\"]" "$ROOT/scripts/action.sh" || die 1 "action.sh does not use $variable"
  done < <(sed -n 's/^ *\(AB_[A-Z_]*\):.*/\1/p' "$ROOT/action.yml")
  action >"$WORK/log" 2>&1 || code=$?
  expect "exit code 1, not $code" test "$code" -eq 1
  expect "worse CPU in the comment" grep -q '^- worse: CPU, µs/req at' "$WORK/summary"
  expect "the floor in the comment" grep -q '^- equal code: measured twice' "$WORK/summary"
  expect "a new comment" grep -q -- '--method POST repos/acme/planted/issues/17/comments' "$WORK/asked"
  expect "no token in the service" test ! -e "$WORK/token"
  expect "an artifact by the service's name" grep -qx 'artifact=tierbench-ab-planted' "$WORK/output"
  expect "the exit code as an output" grep -qx 'exit-code=1' "$WORK/output"
  local folder
  folder=$(sed -n 's/^folder=//p' "$WORK/output")
  expect "a report" test -s "$(echo "$folder"/runs/*/report.html)"
  expect "JUnit XML" grep -q '<failure' "$folder/ab.xml"
  PATH=$WORK/bin:$PATH "$ROOT/scripts/pr-comment.sh" "$folder/comment.md" acme/planted 17
  expect "the same comment again" grep -q -- '--method PATCH repos/acme/planted/issues/comments/4711' "$WORK/asked"
  XDG_CACHE_HOME=$WORK/cache "$ROOT/scripts/ab.sh" HEAD~1 HEAD --dry-run -- "$WORK/service/planted.yml" >"$WORK/log"
  expect "both versions to be kept" test "$(grep -c 'built before' "$WORK/log")" -eq 2
  log "ab: a head that costs some times the CPU is found worse, commented, and kept"
}

run_main "$@"
