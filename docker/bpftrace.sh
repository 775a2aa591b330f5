#!/usr/bin/env bash
# bpftrace.sh FOLDER - inside an image build: bpftrace of this distribution with the libraries that it
# needs, in a folder that also runs in an image of another distribution: FOLDER/bin/bpftrace.
# NEEDS: bpftrace, or a way to the distribution's packages.
set -euo pipefail

main() {
  local folder=$1 program library
  command -v bpftrace >/dev/null ||
    (apt-get update -qq && apt-get install -y -qq --no-install-recommends bpftrace)
  program=$(command -v bpftrace)
  mkdir -p "$folder/bin" "$folder/lib"
  cp "$program" "$folder/lib/bpftrace.bin"
  # Lines of ldd: "libelf.so.1 => /lib/.../libelf.so.1 (0x...)", and the loader by its path alone.
  ldd "$program" | grep -o '/[^ ]*' | sort -u | while read -r library; do
    cp -L "$library" "$folder/lib/"
  done
  # Under this name the kernel knows the process as bpftrace.
  mv "$folder"/lib/ld-linux-*.so.* "$folder/lib/bpftrace"
  cat >"$folder/bin/bpftrace" <<TEXT
#!/bin/sh
libraries=\$(dirname "\$(readlink -f "\$0")")/../lib
exec "\$libraries/bpftrace" --library-path "\$libraries" "\$libraries/bpftrace.bin" "\$@"
TEXT
  chmod +x "$folder/bin/bpftrace" "$folder/lib/bpftrace"
  "$folder/bin/bpftrace" --version
}

main "$@"
