-- What a row of the log is sealed as, by itself: whoever is shown it can compute the row's hash without a database.
create function audit_text(entry audit_log) returns text
  language sql stable
  return jsonb_build_array(
    entry.company_id, entry.seq, entry.id,
    to_char(entry.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    entry.trace_id, entry.actor, entry.actor_id, entry.session_id, entry.ip, entry.agent, entry.event,
    entry.entity_id, entry.entity_name, entry.before, entry.after, entry.ok, entry.code, entry.ms
  )::text;
create or replace function audit_hash(entry audit_log) returns bytea
  language sql stable
  return sha256(entry.prev || convert_to(audit_text(entry), 'UTF8'));

-- How far a chain had come, signed with a key that is not in the database (decision 50). Each goes on where the last one
-- ended; the serving roles can add and read, never change.
create table audit_checkpoints (
  company_id uuid not null default acting_company(),
  -- The rows after this one, up to `seq`.
  after bigint not null,
  seq bigint not null,
  -- Of row `seq`, and so of everything before it.
  hash bytea not null,
  -- Of a tree over the hashes of these rows.
  root bytea not null,
  time timestamptz not null,
  signature bytea not null,
  constraint audit_checkpoints__pk primary key (company_id, after),
  constraint audit_checkpoints__seq check (seq > after)
);
alter table audit_checkpoints enable row level security;
alter table audit_checkpoints force row level security;
create policy company_rows on audit_checkpoints to atrium_company
  using (company_id = (select acting_company())) with check (company_id = (select acting_company()));
create policy platform_rows on audit_checkpoints to atrium_platform using (true) with check (true);
create policy owner_rows on audit_checkpoints to current_user using (true) with check (true);
grant select, insert on audit_checkpoints to atrium_company, atrium_platform;
