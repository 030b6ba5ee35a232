-- Releases of modules that nodes run, so that an upgrade of a module takes nothing away that one of them needs.
alter table nodes add column modules jsonb not null default '{}';

-- Whether no migration has taken away what nodes of a release of the product need.
create or replace function serves_release(release integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select not exists (
    select from schema_changes
    where kind = 'contract' and done_at is not null and oldest > release and name not like '%/%');
end;

-- The same for a node with the releases of its modules, by their names. What a module needs that it lacks does not matter.
create function serves_node(release integer, modules jsonb) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select serves_release(release) and not exists (
    select from schema_changes
    where kind = 'contract' and done_at is not null and oldest > (modules ->> split_part(name, '/', 1))::integer);
end;
revoke execute on function serves_node(integer, jsonb) from public;
grant execute on function serves_node(integer, jsonb) to atrium_platform;
