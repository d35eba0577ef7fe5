#!/bin/sh
# Starts PostgreSQL in a container. The first start creates roles and database; if it is interrupted, the next one begins anew.
set -eu
umask 077
data=$PG_FOLDER/data
fresh=$PG_FOLDER/fresh
if [ ! -d "$data" ]; then
  rm -rf "$fresh"
  initdb --pgdata="$fresh" --username=postgres --encoding=UTF8 --locale=C.UTF-8 --data-checksums \
    --auth-local=peer --auth-host=scram-sha-256
  echo 'host portal portal,portal_owner all scram-sha-256' >> "$fresh/pg_hba.conf"
  pg_ctl --pgdata="$fresh" --wait --options="-c listen_addresses='' -c unix_socket_directories=/tmp" start
  psql --host=/tmp --username=postgres --quiet --set=ON_ERROR_STOP=1 \
    --set=owner="$DB_OWNER_PASSWORD" --set=serving="$DB_PASSWORD" <<'SQL'
create role portal_owner login password :'owner';
create role portal login password :'serving';
create database portal owner portal_owner encoding 'UTF8' template template0;
SQL
  pg_ctl --pgdata="$fresh" --wait stop
  mv "$fresh" "$data"
fi
exec postgres -D "$data" -c listen_addresses='*' -c "unix_socket_directories=$PG_SOCKETS" \
  -c archive_mode=on -c archive_timeout=60s -c archive_command='pgbackrest --stanza=portal archive-push %p'
