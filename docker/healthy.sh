#!/usr/bin/env bash
# healthy.sh PORT - whether the tier at that port is ready for traffic. In bash alone: the image has
# no curl, and a JVM for each check would be seen in the measurement.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 4 status <&3
[[ $status == 'HTTP/1.1 200'* ]]
