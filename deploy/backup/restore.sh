#!/bin/sh
# Restores the database as it was at a moment, and the files, into empty folders:
#   restore.sh '2026-11-29 10:00:00+08' /var/lib/postgresql/restored/data /var/lib/portal/restored
# Then start PostgreSQL on the first folder, and run check:data before the portal.
set -eu
umask 077
. "${BACKUP_ENV:-/etc/portal/backup.env}"
moment=$1 data=$2 files=$3
for folder in "$data" "$files"; do
  if [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
    echo "$folder is not empty" >&2
    exit 1
  fi
  mkdir -p "$folder"
done
as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid="$POSTGRES_USER" --regid="$POSTGRES_USER" --init-groups "$@"; else "$@"; fi
}
if [ "$(id -u)" = 0 ]; then chown "$POSTGRES_USER:" "$data"; fi
chmod 700 "$data"
as_postgres pgbackrest --config="$PGBACKREST_CONFIG" --stanza=portal --pg1-path="$data" \
  --type=time --target="$moment" --target-action=promote restore
if [ -d "$BACKUP_FOLDER/files" ]; then rsync -a "$BACKUP_FOLDER/files/" "$files/"; fi
