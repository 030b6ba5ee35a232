-- Running nodes, so that an upgrade takes nothing away that one of them needs (decision 126).
create table nodes (
  -- One for each start.
  id uuid primary key,
  name text not null,
  version text not null,
  -- Number of the release: how many came before, plus one.
  release integer not null,
  -- What it does.
  processes text[] not null default '{}',
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
call keep_to_platform('nodes');

-- Whether no migration has taken away what nodes of a release need.
create function serves_release(release integer) returns boolean
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select not exists (
    select from schema_changes where kind = 'contract' and done_at is not null and oldest > release);
end;
revoke execute on function serves_release(integer) from public;
grant execute on function serves_release(integer) to atrium_platform;
