#!/bin/sh
# Copies the database and the files at 03:10 in Taipei, on Sundays in full. Without a copy, the first is made at once.
set -eu
umask 077
export TZ=Asia/Taipei
trap 'exit 0' TERM INT
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
as_postgres pgbackrest --stanza=portal stanza-create
if ! as_postgres pgbackrest --stanza=portal --output=json info | grep -q '"type":"full"'; then
  /opt/portal/deploy/backup/backup.sh full
fi
while :; do
  next=$(date --date='today 03:10' +%s)
  if [ "$next" -le "$(date +%s)" ]; then next=$(date --date='tomorrow 03:10' +%s); fi
  sleep $((next - $(date +%s))) &
  wait $!
  if [ "$(date +%u)" = 7 ]; then kind=full; else kind=diff; fi
  /opt/portal/deploy/backup/backup.sh "$kind" || echo "The copy of tonight failed." >&2
done
