-- As a superuser in the database of Atrium, once; before it: create role pgbouncer login password '…'
create or replace function pgbouncer_lookup(login text, out usename name, out passwd text)
  language sql security definer set search_path = pg_catalog
  as 'select usename, passwd from pg_shadow where usename = login and not usesuper';
revoke execute on function pgbouncer_lookup(text) from public;
grant execute on function pgbouncer_lookup(text) to pgbouncer;
