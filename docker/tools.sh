#!/usr/bin/env bash
# tools.sh FOLDER - inside an image build: copies the tools that the observer counts with, and their libraries, into a
# folder that also works in an image of another distribution (FOLDER/bin/bpftrace and so on).
# NEEDS: the tools, or access to the distribution's packages.
set -euo pipefail

# Package of each tool.
readonly TOOLS=(bpftrace perf pidstat kill) PACKAGES=(bpftrace linux-perf sysstat procps)

installed() {
  local tool
  for tool in "${TOOLS[@]}"; do
    type -P "$tool" >/dev/null || return
  done
}

# take TOOL FOLDER: the tool, its libraries and their loader, and what starts it.
take() {
  local tool=$1 folder=$2 program library
  program=$(readlink -f "$(type -P "$tool")")
  cp "$program" "$folder/lib/$tool.bin"
  # Lines of ldd: "libelf.so.1 => /lib/.../libelf.so.1 (0x...)", and the loader by its path alone.
  ldd "$program" | grep -o '/[^ ]*' | sort -u | while read -r library; do
    cp -L "$library" "$folder/lib/"
  done
  # Under this name the kernel knows the process as the tool.
  mv "$folder"/lib/ld-linux-*.so.* "$folder/lib/$tool"
  cat >"$folder/bin/$tool" <<TEXT
#!/bin/sh
libraries=\$(dirname "\$(readlink -f "\$0")")/../lib
exec "\$libraries/$tool" --library-path "\$libraries" "\$libraries/$tool.bin" "\$@"
TEXT
  chmod +x "$folder/bin/$tool" "$folder/lib/$tool"
}

main() {
  local folder=$1 tool
  installed ||
    (apt-get update -qq && apt-get install -y -qq --no-install-recommends "${PACKAGES[@]}")
  mkdir -p "$folder/bin" "$folder/lib"
  for tool in "${TOOLS[@]}"; do
    take "$tool" "$folder"
  done
  "$folder/bin/bpftrace" --version
  "$folder/bin/perf" --version
  "$folder/bin/pidstat" -V
}

main "$@"
