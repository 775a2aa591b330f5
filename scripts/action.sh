#!/usr/bin/env bash
# action.sh - the step of action.yml: compares two commits of the checkout, and answers in the job and on the pull request.
# NEEDS: what ab.sh needs; gh for the comment.  OVERHEAD: none in the measured windows.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

usage() {
  cat <<'TEXT'
Usage: scripts/action.sh
Runs ab.sh as the action's inputs say. They are in variables, as action.yml sets them:
  AB_DESCRIPTOR, AB_BASE, AB_HEAD, AB_BUDGET, AB_FAIL_ON, AB_OPTIONS   of ab.sh
  AB_COMMENT, AB_PULL_REQUEST, GH_TOKEN                               for the comment
  GITHUB_WORKSPACE, GITHUB_REPOSITORY, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, RUNNER_TEMP   of the runner
Exit code: that of ab.sh. A comment that cannot be written is a warning.
TEXT
}

# warn TEXT: a warning of the job.
warn() {
  printf '::warning::%s\n' "$*"
}

comment() {
  if [[ ${AB_COMMENT:-true} != true || -z ${AB_PULL_REQUEST:-} ]]; then
    return
  fi
  "$ROOT/scripts/pr-comment.sh" "$1" "$GITHUB_REPOSITORY" "$AB_PULL_REQUEST" ||
    warn "the comment was not written; the job's summary has the same text. The token of a pull request from a fork may" \
      "only read: see docs/your-service.md, 'As a CI job'"
}

main() {
  [[ -n ${AB_DESCRIPTOR:-} ]] || die 2 "the input 'descriptor' is missing: the file of the service, such as orders.yml"
  [[ -n ${AB_BASE:-} ]] || die 2 "the input 'base' is missing: only pull requests have one of their own"
  local folder words options=() code=0
  folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/tierbench.XXXXXX")
  cd "${GITHUB_WORKSPACE:?}"
  # Quotes in the input keep words together; nothing in it is run.
  words=$(xargs -n 1 printf '%s\n' <<<"${AB_OPTIONS:-}") ||
    die 2 "the input 'options' cannot be read: is a quote in it not closed?"
  mapfile -t options < <(sed '/^$/d' <<<"$words")
  # The build and the service are code of the pull request, and the token may write to it.
  env -u GH_TOKEN "$ROOT/scripts/ab.sh" "$AB_BASE" "${AB_HEAD:-HEAD}" --budget "${AB_BUDGET:-10m}" --fail-on "${AB_FAIL_ON:-worse}" \
    --md "$folder/comment.md" --junit "$folder/ab.xml" -- "$AB_DESCRIPTOR" --out "$folder/runs" "${options[@]}" || code=$?
  printf 'exit-code=%s\nfolder=%s\nartifact=tierbench-ab-%s\n' "$code" "$folder" "$(basename "$AB_DESCRIPTOR" .yml)" >>"$GITHUB_OUTPUT"
  if [[ -s $folder/comment.md ]]; then
    cat "$folder/comment.md" >>"$GITHUB_STEP_SUMMARY"
    comment "$folder/comment.md"
  fi
  exit "$code"
}

run_main "$@"
