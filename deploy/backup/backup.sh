#!/bin/sh
# Copies the database, then the files: backup.sh full once a week, backup.sh diff each night. PostgreSQL sends its log all the
# time (archive_command), so that any moment in between can be restored.
set -eu
umask 077
. "${BACKUP_ENV:-/etc/portal/backup.env}"
as_postgres() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid="$POSTGRES_USER" --regid="$POSTGRES_USER" --init-groups "$@"; else "$@"; fi
}
as_postgres pgbackrest --config="$PGBACKREST_CONFIG" --stanza=portal --type="${1:-diff}" backup
# After the database: a file that was replaced meanwhile is kept for two days.
if [ -n "$FILES_FOLDER" ]; then
  mkdir -p "$BACKUP_FOLDER/files"
  rsync -a --exclude='*.part' "$FILES_FOLDER/" "$BACKUP_FOLDER/files/"
fi
