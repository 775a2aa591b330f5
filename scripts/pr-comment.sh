#!/usr/bin/env bash
# pr-comment.sh - writes a text as the comment of a pull request that an earlier run wrote, or as a new one.
# NEEDS: gh, with a token in GH_TOKEN that may write to pull requests.  OVERHEAD: none.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# A comment may have 65,536 characters.
readonly MOST=60000

usage() {
  cat <<'TEXT'
Usage: scripts/pr-comment.sh FILE OWNER/REPOSITORY NUMBER
The first line of FILE marks the comment, such as <!-- tierbench ab orders -->: a comment that begins with it is replaced
when the owner of the token wrote it, or a bot where a token of a job does not tell its owner.
Example:
  GH_TOKEN=... scripts/pr-comment.sh comment.md acme/orders 17
TEXT
}

main() {
  (($# == 3)) || die 2 "expected FILE OWNER/REPOSITORY NUMBER; see --help"
  local file=$1 comments=repos/$2/issues/$3/comments mark me id body
  [[ -s $file ]] || die 2 "$file is missing or empty"
  command -v gh >/dev/null || die 1 "gh is missing: https://cli.github.com"
  mark=$(head -n 1 "$file")
  body=$(cat "$file")
  if (($(wc -c <"$file") > MOST)); then
    # Whole lines: the limit is one of bytes, and may lie inside a character.
    body=$(head -c "$MOST" "$file" | sed '$d')$'\n\n... the rest is in the summary of the job.'
  fi
  # Anybody may write a comment with that mark, and could change what a later run writes into it.
  me=$(gh api user --jq .login 2>/dev/null) || me=""
  id=$(MARK=$mark ME=$me gh api --paginate "$comments" --jq '.[] | select(.body | startswith(env.MARK))
    | select(if env.ME == "" then .user.type == "Bot" else .user.login == env.ME end) | .id' | head -n 1)
  if [[ -n $id ]]; then
    gh api --method PATCH "repos/$2/issues/comments/$id" --raw-field "body=$body" --silent
  else
    gh api --method POST "$comments" --raw-field "body=$body" --silent
  fi
}

run_main "$@"
