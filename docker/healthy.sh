#!/usr/bin/env bash
# healthy.sh PORT - exits with 0 when the tier at that port is ready for traffic. It uses bash only: the image has
# no curl, and starting a JVM for each check would disturb the measurement.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 4 status <&3
[[ $status == 'HTTP/1.1 200'* ]]
