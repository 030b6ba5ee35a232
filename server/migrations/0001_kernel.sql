-- Kernel: row-level security, partitions, companies, the audit log, and what the server keeps for itself.

-- Row-level security: the role and the company of a transaction decide which rows a request sees (decision 3). Every
-- table calls keep_to_company, keep_to_platform or share_with_companies, or defines its policies itself.
create function acting_company() returns uuid
  language sql stable
  return nullif(current_setting('app.company', true), '')::uuid;

-- Cached plans assume an average company. Statistics that claim ten companies per table make the planner expect a tenth
-- of it, which is never more than ten times too low, even for a company that owns almost all rows.
create procedure expect_large_companies(table_name text) language plpgsql as $$
begin
  execute format('alter table %I alter column company_id set (n_distinct = 10, n_distinct_inherited = 10)', table_name);
end $$;

-- The owner migrates and verifies, and never serves requests: it sees all rows.
create procedure keep_to_owner(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy owner_rows on %I to current_user using (true) with check (true)', table_name);
  call expect_large_companies(table_name);
end $$;

-- Rows of one company. The company role sees its own company's rows, and none while no company is set.
create procedure keep_to_company(table_name text) language plpgsql as $$
begin
  call keep_to_owner(table_name);
  execute format('alter table %I alter column company_id set default acting_company()', table_name);
  execute format('create policy company_rows on %I to atrium_company
    using (company_id = (select acting_company())) with check (company_id = (select acting_company()))', table_name);
  execute format('create policy platform_rows on %I to atrium_platform using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to atrium_company, atrium_platform', table_name);
end $$;

-- Rows that are read before the company is known: captchas, codes, the login directory.
create procedure keep_to_platform(table_name text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format('create policy platform_rows on %I to atrium_platform using (true) with check (true)', table_name);
  execute format('create policy owner_rows on %I to current_user using (true) with check (true)', table_name);
  execute format('grant select, insert, update, delete on %I to atrium_platform', table_name);
end $$;

-- Reference data: companies read it, the platform writes it.
create procedure share_with_companies(table_name text) language plpgsql as $$
begin
  call keep_to_platform(table_name);
  execute format('create policy company_reads on %I for select to atrium_company using (true)', table_name);
  execute format('grant select on %I to atrium_company', table_name);
end $$;

-- Reference data that the platform company also edits itself.
create procedure let_platform_company_edit(table_name text) language plpgsql as $$
begin
  execute format('create policy platform_company_edits on %I to atrium_company
    using ((select platform from companies where id = (select acting_company())))
    with check ((select platform from companies where id = (select acting_company())))', table_name);
  execute format('grant insert, update, delete on %I to atrium_company', table_name);
end $$;

grant usage on schema public to atrium_company, atrium_platform;

-- Partitions by time (decision 54). The key is the id: ids are UUIDs of version 7, which begin with their time and
-- never change, so a look-up by id reads one partition. Expired rows go with their partition.

-- The smallest id of a time.
create function id_at(moment timestamptz) returns uuid
  language sql immutable
  return (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The partitioned tables, the length of a partition, the minimum retention of a row, and how many partitions are made
-- ahead: as far as rows are stored. While rows of coming days lie in the default partition, attaching theirs reads it whole
-- and makes writers wait.
create function partition_rules() returns table (parent text, length interval, life interval, ahead integer)
  language sql immutable
begin atomic
  values ('denials', interval '1 week', interval '30 days', 1), ('messages', interval '1 month', interval '180 days', 1),
    ('open_call_logs', interval '1 day', interval '30 days', 1), ('webhook_deliveries', interval '1 day', interval '30 days', 1),
    -- By their expiry. Refresh tokens live for thirty days at most; by day they would be 33 partitions, more than a query
    -- locks cheaply.
    ('oidc_models', interval '1 week', interval '0', 5);
end;

-- Partitions begin with the month, with Monday or at midnight, in UTC.
create function partition_start(length interval, moment timestamptz) returns timestamptz
  language sql immutable
  return date_trunc(
    case when length < interval '1 week' then 'day' when length < interval '1 month' then 'week' else 'month' end,
    moment, 'UTC');
create function partition_name(parent text, starts timestamptz) returns text
  language sql stable
  return parent || to_char(starts at time zone 'UTC', '_YYYYMMDD');

-- A partition is filled before it is attached, so that readers and writers of the table wait for the attachment alone.
-- Requests reach it through its table, whose policies apply: only the owner may open a partition directly.
create procedure add_partition(parent text, starts timestamptz, ends timestamptz) language plpgsql as $$
declare
  part text := partition_name(parent, starts);
  rest text := parent || '_default';
begin
  execute format('create table %I (like %I including all)', part, rest);
  execute format('with moved as (delete from %I where id >= %L and id < %L returning *)
    insert into %I select * from moved', rest, id_at(starts), id_at(ends), part);
  call keep_to_owner(part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)',
    parent, part, id_at(starts), id_at(ends));
end $$;

-- Creates the partitions of a time and those ahead, and drops those whose rows have all expired. Each table by a statement
-- of its own, so that one that fails or takes too long stops no other.
create function shift_partition(of text, moment timestamptz) returns void language plpgsql set timezone = 'UTC' as $$
declare
  rule record;
  starts timestamptz;
  past regclass;
begin
  -- One node at a time, and none during a migration.
  perform from schema_migrations_lock for update;
  select * into strict rule from partition_rules() where parent = of;
  starts := partition_start(rule.length, moment);
  for nth in 0..rule.ahead loop
    if to_regclass(partition_name(of, starts)) is null then
      call add_partition(of, starts, starts + rule.length);
    end if;
    starts := starts + rule.length;
  end loop;
  for past in
    select oid from pg_inherits join pg_class on oid = inhrelid
    where inhparent = of::regclass
      and substring(pg_get_expr(relpartbound, oid) from 'TO \(''(.*)''\)')::uuid <= id_at(moment - rule.life)
  loop
    execute format('drop table %s', past);
  end loop;
  -- Rows outside of all partitions come from a node with a wrong clock.
  execute format('delete from %I where id < %L', of || '_default', id_at(moment - rule.life));
end $$;
revoke execute on function shift_partition(text, timestamptz) from public;

-- The same for the serving login, which may not choose the time.
create function maintain_partitions(of text) returns void
  language sql security definer set search_path = public, pg_temp
begin atomic
  select shift_partition(of, now());
end;
revoke execute on function maintain_partitions(text) from public;
grant execute on function maintain_partitions(text) to atrium_platform;

-- Names are sorted as Chinese readers expect: by pinyin. A PostgreSQL without ICU sorts them by code point.
-- Unique constraints compare bytes, so that they outlive a change of ICU.
do $$
begin
  create collation by_name (provider = icu, locale = 'zh-u-co-pinyin');
exception when feature_not_supported then
  create collation by_name from "C";
end
$$;

-- Companies, the platform's own among them: policies of all areas ask which it is. The other keys and triggers of companies:
-- tenancy, people.
create table companies (
  id uuid primary key,
  name text not null,
  -- The operator's own company: holds the platform's parameters and the audit entries of no company.
  platform boolean not null default false,
  status smallint not null default 1,
  created_at timestamptz not null default now(),
  -- Number of the last change of rights; cached rights carry the number they were read at.
  epoch bigint not null default 1,
  -- The company of self-registered people without a firm.
  members boolean not null default false,
  short_name text not null default '',
  code text not null default '',
  credit_code text not null default '',
  legal text not null default '',
  contact text not null default '',
  phone text not null default '',
  email text not null default '',
  area_code text not null default '',
  address text not null default '',
  industry text not null default '',
  size text not null default '',
  remark text not null default '',
  -- Null for a top company.
  parent_id uuid,
  -- The top company, which has the tenant; a top company's own id.
  top_id uuid not null,
  admin_id uuid,
  locked_at timestamptz,
  locked_until timestamptz,
  lock_reason text not null default '',
  locked_by jsonb,
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  name_grams text[] not null default '{}',
  constraint companies__parent foreign key (parent_id) references companies (id),
  constraint companies__top foreign key (top_id) references companies (id),
  constraint companies__name unique (name)
);
create unique index companies__platform on companies (platform) where platform;
create unique index companies__members on companies (members) where members;
create unique index companies__code on companies (code) where code <> '';
create unique index companies__credit_code on companies (credit_code) where credit_code <> '';
create index companies__parent on companies (parent_id);
create index companies__top on companies (top_id);
create index companies__admin on companies (id, admin_id);
create index companies__created_at on companies (created_at desc, id);
create index companies__locked on companies (locked_at) where locked_at is not null;
create index companies__name_grams on companies using gin (name_grams) with (fastupdate = off);
alter table companies enable row level security;
alter table companies force row level security;
create policy company_rows on companies for select to atrium_company using (id = (select acting_company()));
create policy platform_rows on companies to atrium_platform using (true) with check (true);
create policy owner_rows on companies to current_user using (true) with check (true);
grant select on companies to atrium_company;
grant select, insert, update, delete on companies to atrium_platform;

-- Rights epochs: what a role holds counts for all its users, the roles of a user for that user alone. Changing a plan
-- updates the roles of all its companies and raises the plan's version instead, which spares a write per company.
create function bump_company_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.plan_changes', true) = 'yes' then return null; end if;
  update companies set epoch = epoch + 1 where id in (select company_id from changed);
  return null;
end $$;
-- Nothing has cached the rights of a user whom the same transaction adds: their row is not written again.
create function bump_user_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set epoch = epoch + 1
    where (company_id, id) in (select company_id, user_id from changed) and created_at <> now();
  return null;
end $$;
create procedure bump_epoch_on_change(table_name text, bump text) language plpgsql as $$
begin
  execute format('create trigger epoch_insert after insert on %I referencing new table as changed
    for each statement execute function %I()', table_name, bump);
  execute format('create trigger epoch_update after update on %I referencing new table as changed
    for each statement execute function %I()', table_name, bump);
  execute format('create trigger epoch_delete after delete on %I referencing old table as changed
    for each statement execute function %I()', table_name, bump);
end $$;

-- Audit log: one hash chain per company. The trigger seals each row; the serving roles add and read, and never change.
-- Each index slows down every write, so each serves a query of a screen. There is none on time: times follow the row
-- numbers within a company, and audit_seq_at finds a time by bisection.
create table audit_log (
  company_id uuid not null default acting_company(),
  seq bigint not null,
  id uuid not null,
  time timestamptz not null,
  trace_id text not null,
  actor jsonb,
  actor_id uuid,
  session_id uuid,
  ip text not null,
  agent text not null,
  event text not null,
  entity_id text,
  entity_name text,
  before jsonb,
  after jsonb,
  ok boolean not null,
  code integer not null,
  ms integer not null,
  prev bytea not null,
  hash bytea not null,
  constraint audit_log__pk primary key (company_id, seq)
);
create index audit_log__actor on audit_log (company_id, actor_id, event, seq desc);
-- For the sign-in log.
create index audit_log__sign_ins on audit_log (company_id, seq desc)
  where event in ('signIn.verified', 'session.started', 'portalSignIn.verified', 'portalSession.started');
create index audit_log__entity on audit_log (company_id, entity_id, seq desc) where entity_id is not null;
create index audit_log__event on audit_log (company_id, event, seq desc);
create index audit_log__failure on audit_log (company_id, seq desc) where not ok;
create index audit_log__trace on audit_log (company_id, trace_id);
call expect_large_companies('audit_log');
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy company_rows on audit_log to atrium_company
  using (company_id = (select acting_company())) with check (company_id = (select acting_company()));
create policy platform_rows on audit_log to atrium_platform using (true) with check (true);
create policy owner_rows on audit_log to current_user using (true) with check (true);
grant select, insert on audit_log to atrium_company, atrium_platform;

-- The last row of each chain. Only the trigger writes it, as the owner.
create table audit_heads (
  company_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);

-- The sealed text of a row: with it the row's hash can be computed without a database.
create function audit_text(entry audit_log) returns text
  language sql stable
  return jsonb_build_array(
    entry.company_id, entry.seq, entry.id,
    to_char(entry.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    entry.trace_id, entry.actor, entry.actor_id, entry.session_id, entry.ip, entry.agent, entry.event,
    entry.entity_id, entry.entity_name, entry.before, entry.after, entry.ok, entry.code, entry.ms
  )::text;
create function audit_hash(entry audit_log) returns bytea
  language sql stable
  return sha256(entry.prev || convert_to(audit_text(entry), 'UTF8'));
-- The head of a chain is locked and written once a statement, and not once a row. Within the statement the rows before are
-- its end. A log that was cut short ends before its head, and goes on after it.
create function seal_audit_row() returns trigger
  -- The end of the chain by its key, whatever the planner knows of a log that has just begun.
  language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  head audit_heads;
  last audit_heads;
begin
  select * into head from audit_heads where company_id = new.company_id for no key update;
  if not found then
    insert into audit_heads (company_id, seq, hash) values (new.company_id, 0, '') on conflict do nothing;
    select * into head from audit_heads where company_id = new.company_id for no key update;
  end if;
  select company_id, seq, hash into last from audit_log
    where company_id = new.company_id and seq > head.seq order by seq desc limit 1;
  if found then head := last; end if;
  new.seq := head.seq + 1;
  new.prev := head.hash;
  new.time := clock_timestamp();
  new.hash := audit_hash(new);
  return new;
end $$;
create trigger seal before insert on audit_log for each row execute function seal_audit_row();
create function move_audit_heads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update audit_heads set seq = last.seq, hash = last.hash
    from (select distinct on (company_id) company_id, seq, hash from added order by company_id, seq desc) as last
    where audit_heads.company_id = last.company_id;
  return null;
end $$;
create trigger head after insert on audit_log
  referencing new table as added for each statement execute function move_audit_heads();

-- The number of the acting company's first row at or after a time; one past the last row if there is none.
create function audit_seq_at(moment timestamptz) returns bigint
  language plpgsql stable as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  found record;
begin
  select coalesce(min(seq), 1), coalesce(max(seq), 0) + 1 into low, high
    from audit_log where company_id = acting_company();
  while low < high loop
    middle := (low + high) / 2;
    select seq, time into found from audit_log
      where company_id = acting_company() and seq >= middle order by seq limit 1;
    if found.time < moment then
      low := found.seq + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;

-- The head of the acting company's chain, which shows whether the log was cut short.
create function audit_head() returns audit_heads
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from audit_heads where company_id = acting_company() $$;

-- A repeated request with the same key and body gets the stored answer for a day.
create table idempotency_keys (
  actor_id uuid not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency_keys__pk primary key (actor_id, key)
);
create index idempotency_keys__created_at on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
-- A key belongs to a person, not to a company: the random actor id and the unguessable key protect it.
create policy company_rows on idempotency_keys to atrium_company using (true) with check (true);
create policy platform_rows on idempotency_keys to atrium_platform using (true) with check (true);
create policy owner_rows on idempotency_keys to current_user using (true) with check (true);
grant select, insert, update, delete on idempotency_keys to atrium_company, atrium_platform;

-- Events for open consoles: what has changed, for whom. Every node reads them within a second; they are kept for an hour
-- for streams that were cut. A long transaction commits lower numbers after higher ones, so readers ask which
-- transactions have committed since their last snapshot (decision 78).
create table events (
  tx xid8 not null default pg_current_xact_id(),
  seq bigint not null generated by default as identity,
  -- Null: all companies.
  company_id uuid default acting_company(),
  -- Null: all users of the company.
  user_id uuid,
  topic text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  constraint events__pk primary key (tx, seq),
  constraint events__audience check (company_id is not null or user_id is null),
  -- A hint, not a document: memory per open stream stays bounded.
  constraint events__data check (length(data::text) <= 1000)
);
call keep_to_platform('events');
create policy company_publishes on events for insert to atrium_company with check (
  company_id = (select acting_company())
  or company_id is null and (select platform from companies where id = (select acting_company())));
grant insert on events to atrium_company;
-- The platform's notices are announced in the companies they name.
create policy platform_publishes on events for insert to atrium_company with check (
  (select platform from companies where id = (select acting_company())));

-- The runs of a company's jobs: what the queue does not keep, and what the company may see. The queue itself is the
-- schema pgboss, which only the serving login reaches (decision 77).
create table job_runs (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  -- Null: the system.
  actor jsonb,
  state text not null default 'queued',
  -- Rises with every start, so that a run which another node has taken over commits nothing more.
  attempt int not null default 0,
  progress real not null default 0,
  checkpoint jsonb,
  problem text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- What people asked for; 'system': the product itself.
  kind text not null default 'system',
  title text not null default '',
  -- Whose rights it needs: a user of this company, or a guest with their company and the session they act in.
  requested_by uuid,
  requested_in uuid,
  session_id uuid,
  -- What it was started with, so that it can be queued again.
  data jsonb,
  -- Its row of the queue; null: the one with its own id.
  queue_id uuid,
  -- Rows of its work; total is null until it is known.
  total int,
  ok int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  done int generated always as (ok + failed + skipped) stored,
  -- Work of earlier attempts, for the speed of this one.
  done_before int not null default 0,
  moved_at timestamptz,
  first_started_at timestamptz,
  -- Whether the problem is a sentence for people.
  refused boolean not null default false,
  -- The run that this one takes back.
  undo_of uuid,
  constraint job_runs__pk primary key (company_id, id),
  constraint job_runs__company_fk foreign key (company_id) references companies on delete cascade,
  constraint job_runs__kind check (kind in ('system', 'import', 'export', 'bulk', 'undo')),
  constraint job_runs__requested check ((requested_by is null) = (requested_in is null)),
  constraint job_runs__undo_of foreign key (company_id, undo_of) references job_runs (company_id, id)
    on delete set null (undo_of),
  constraint job_runs__state
    check (state in ('queued', 'running', 'paused', 'done', 'failed', 'cancelled', 'undone'))
);
create index job_runs__requested_by on job_runs (company_id, requested_by, created_at desc, id);
create index job_runs__created_at on job_runs (company_id, created_at desc, id);
create index job_runs__undo_of on job_runs (company_id, undo_of) where undo_of is not null;
-- A run is taken back once.
create unique index job_runs__one_undo on job_runs (company_id, undo_of) where state not in ('failed', 'cancelled');
create index job_runs__finished_at on job_runs (finished_at);
call keep_to_company('job_runs');

-- Queues a job in the caller's transaction. No role reads or writes the queue otherwise; a company's role queues for
-- its own company only. Without unique keys no transaction waits for another.
create function enqueue_job(job_name text, job_id uuid, company uuid, payload jsonb, delay_seconds int) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'atrium_company' then
    company := coalesce(company, acting_company());
    if company is distinct from acting_company() or company is null then
      raise insufficient_privilege using message = 'a company queues jobs for itself only';
    end if;
  end if;
  insert into pgboss.job (id, name, data, group_id, start_after, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select job_id, name, payload, company::text, due, due + retention_seconds * interval '1 second', expire_seconds,
      deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
    from pgboss.queue, (select now() + delay_seconds * interval '1 second' as due) as start
    where name = job_name;
  if not found then raise 'there is no queue %', job_name; end if;
end $$;
revoke execute on function enqueue_job(text, uuid, uuid, jsonb, int) from public;
grant execute on function enqueue_job(text, uuid, uuid, jsonb, int) to atrium_company, atrium_platform;

-- Rate limit counters. Unlogged: losing them in a crash costs nothing.
create unlogged table limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index limits__expire on limits (expire);
call keep_to_platform('limits');

-- An id that begins with the present time, for rows that the database adds (UUIDv7).
create function time_ordered_id() returns uuid
  language sql volatile
  return overlay(overlay(replace(gen_random_uuid()::text, '-', '')
    placing lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') from 1 for 12)
    placing '7' from 13 for 1)::uuid;

-- The database login of the server, created at start by the owner. No other role reads it.
create table serving_login (
  name text primary key,
  password text not null
);

-- Which secret key this database was written with: a keyed hash, from which the key cannot be found (decision 112). The
-- owner reads it at each start.
create table installation_key (
  fingerprint text primary key,
  since timestamptz not null default now()
);
