-- The second wall: which rows a request may see is decided here, by the role it runs as and the company it
-- acts for. Nobody reaches a table except through one of these three procedures (docs/decisions/0003).

create function acting_company() returns uuid
  language sql stable
  return nullif(current_setting('app.company', true), '')::uuid;

-- The owner, who migrates and verifies, sees all rows by a policy of its own; it never serves requests.
-- Rows belong to one company. The company role sees its own; with no company set it sees nothing.
create procedure keep_to_company(kept text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', kept);
  execute format('alter table %I force row level security', kept);
  execute format('alter table %I alter column company_id set default acting_company()', kept);
  execute format('create policy company_rows on %I to atrium_company
    using (company_id = (select acting_company())) with check (company_id = (select acting_company()))', kept);
  execute format('create policy platform_rows on %I to atrium_platform using (true) with check (true)', kept);
  execute format('create policy owner_rows on %I to current_user using (true) with check (true)', kept);
  execute format('grant select, insert, update, delete on %I to atrium_company, atrium_platform', kept);
end $$;

-- Rows that are looked up before a company is known: sessions, captchas, the login directory.
create procedure keep_to_platform(kept text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', kept);
  execute format('alter table %I force row level security', kept);
  execute format('create policy platform_rows on %I to atrium_platform using (true) with check (true)', kept);
  execute format('create policy owner_rows on %I to current_user using (true) with check (true)', kept);
  execute format('grant select, insert, update, delete on %I to atrium_platform', kept);
end $$;

-- Reference data: every company reads it, the platform alone writes it.
create procedure share_with_companies(shared text) language plpgsql as $$
begin
  call keep_to_platform(shared);
  execute format('create policy company_reads on %I for select to atrium_company using (true)', shared);
  execute format('grant select on %I to atrium_company', shared);
end $$;

grant usage on schema public to atrium_company, atrium_platform;

-- The login the server uses, one per database; made at start by the owner and readable by nobody else.
create table serving_login (
  name text primary key,
  password text not null
);

-- Who did what. Rows are sealed by the trigger below into one hash chain per company; the serving roles can add
-- and read, never change.
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
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy company_rows on audit_log to atrium_company
  using (company_id = (select acting_company())) with check (company_id = (select acting_company()));
create policy platform_rows on audit_log to atrium_platform using (true) with check (true);
create policy owner_rows on audit_log to current_user using (true) with check (true);
grant select, insert on audit_log to atrium_company, atrium_platform;

-- The newest link of each chain. Only the trigger, running as the owner, touches it.
create table audit_heads (
  company_id uuid primary key,
  seq bigint not null,
  hash bytea not null
);

create function audit_hash(entry audit_log) returns bytea
  language sql stable
  return sha256(entry.prev || convert_to(jsonb_build_array(
    entry.company_id, entry.seq, entry.id,
    to_char(entry.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    entry.trace_id, entry.actor, entry.actor_id, entry.session_id, entry.ip, entry.agent, entry.event,
    entry.entity_id, entry.entity_name, entry.before, entry.after, entry.ok, entry.code, entry.ms
  )::text, 'UTF8'));

create function seal_audit_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_heads;
begin
  insert into audit_heads (company_id, seq, hash) values (new.company_id, 1, '')
    on conflict (company_id) do update set seq = audit_heads.seq + 1
    returning * into head;
  new.seq := head.seq;
  new.prev := head.hash;
  new.time := clock_timestamp();
  new.hash := audit_hash(new);
  update audit_heads set hash = new.hash where company_id = new.company_id;
  return new;
end $$;
create trigger seal before insert on audit_log for each row execute function seal_audit_row();

-- The same key with the same body answers the same, for a day.
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
-- A key belongs to a person, not to a company: the random actor id and the unguessable key are the fence.
create policy company_rows on idempotency_keys to atrium_company using (true) with check (true);
create policy platform_rows on idempotency_keys to atrium_platform using (true) with check (true);
create policy owner_rows on idempotency_keys to current_user using (true) with check (true);
grant select, insert, update, delete on idempotency_keys to atrium_company, atrium_platform;

-- Counters of the limits service. Losing them in a crash costs nothing.
create unlogged table limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index limits__expire on limits (expire);
call keep_to_platform('limits');
