-- What operators see of the installation: nodes at work, schedules with their runs, migrations, the height of the audit
-- log (decision 129).

-- How a node is: its pool, streams, memory and disk.
alter table nodes add column condition jsonb not null default '{}';

-- Work that is due by the clock. Nodes write down what they declare, and what became of the last run; a release that gives
-- one another name deletes its row.
create table schedules (
  name text primary key,
  title text not null,
  every_minutes integer not null,
  -- Due in every minute that, counted from 1970 and divided by `every_minutes`, leaves this remainder.
  minute integer not null,
  -- Since when it is known.
  known_at timestamptz not null default now(),
  -- When a node last did so.
  declared_at timestamptz not null default now(),
  -- Of the last run that has ended.
  started_at timestamptz,
  ended_at timestamptz,
  -- Why it failed; null: it did not.
  problem text,
  -- Null: it runs.
  paused_at timestamptz,
  paused_by jsonb
);
call keep_to_platform('schedules');

-- What is known of migrations, without their progress.
create function known_migrations() returns table (name text, done boolean, at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select name::text, true, null::timestamptz from schema_migrations
  union all
  select name, done_at is not null, coalesce(done_at, started_at) from schema_changes;
end;
revoke execute on function known_migrations() from public;
grant execute on function known_migrations() to atrium_platform;

-- Rows of the audit log of all companies: each chain is numbered without gaps.
create function audit_height() returns bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(sum(seq), 0)::bigint from audit_heads;
end;
revoke execute on function audit_height() from public;
grant execute on function audit_height() to atrium_platform;
