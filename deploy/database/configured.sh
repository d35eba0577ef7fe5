#!/bin/sh
# Writes the settings of pgBackRest with the password of the environment, and runs the command.
set -eu
umask 077
envsubst < /opt/portal/deploy/backup/pgbackrest.conf > /run/portal/pgbackrest.conf
if [ "$(id -u)" = 0 ]; then chown postgres: /run/portal /run/portal/pgbackrest.conf; fi
exec "$@"
