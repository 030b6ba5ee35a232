#!/bin/sh
# PostgreSQL's image runs this once, on an empty volume: the owner, its database, and the login of PgBouncer.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=owner_password="$(cat /run/secrets/owner_password)" \
  --set=pgbouncer_password="$(cat /run/secrets/pgbouncer_password)" <<'SQL'
create role owner login createrole password :'owner_password';
create role pgbouncer login password :'pgbouncer_password';
create database atrium owner owner;
SQL
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=atrium --file=/etc/atrium/auth-query.sql
