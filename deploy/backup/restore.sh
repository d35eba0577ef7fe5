#!/bin/sh
# Restores the database as it was at a moment, and the files, into empty folders; both belong to the owner of the folder above:
#   restore.sh '2026-11-29 10:00:00+08' /var/lib/postgresql/restored/data /var/lib/portal/restored/files
# Without the last folder only the database. Then start PostgreSQL on the first, and run check:data before the portal.
set -eu
umask 077
. "${BACKUP_ENV:-/etc/portal/backup.env}"
moment=$1 data=$2 files=${3:-}
as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid="$POSTGRES_USER" --regid="$POSTGRES_USER" --init-groups "$@"; else "$@"; fi
}
make_empty() {
  if [ -n "$(ls -A "$1" 2>/dev/null)" ]; then
    echo "$1 is not empty" >&2
    exit 1
  fi
  mkdir -p "$(dirname "$1")"
  install -d -m 700 "$1"
  if [ "$(id -u)" = 0 ]; then chown --reference="$(dirname "$1")" "$1"; fi
}
make_empty "$data"
if [ -n "$files" ]; then make_empty "$files"; fi
if ! as_postgres test -w "$data"; then
  echo "$POSTGRES_USER may not write into $data: make the folder above for it first (install -d -o $POSTGRES_USER -m 700)" >&2
  exit 1
fi
as_postgres pgbackrest --config="$PGBACKREST_CONFIG" --stanza=portal --pg1-path="$data" \
  --type=time --target="$moment" --target-action=promote restore
if [ -n "$files" ] && [ -d "$BACKUP_FOLDER/files" ]; then rsync -a "$BACKUP_FOLDER/files/" "$files/"; fi
