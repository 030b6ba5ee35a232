-- Webhooks: audited events that applications are told of (decision 98).

create table webhooks (
  company_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  url text not null,
  events text[] not null,
  -- Events of one entity are sent one after the other.
  ordered boolean not null default false,
  active boolean not null default true,
  -- Since when every attempt has failed; null: the last one succeeded.
  failing_since timestamptz,
  -- Why the product has switched it off; empty otherwise.
  stop_reason text not null default '',
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint webhooks__pk primary key (company_id, id),
  constraint webhooks__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index webhooks__app_id on webhooks (company_id, app_id);
-- Asked at every audited write.
create index webhooks__active on webhooks (company_id) where active;
call keep_to_company('webhooks');

-- Sealed, not digested: a signature can only be made with the secret itself.
create table webhook_secrets (
  company_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  sealed text not null,
  -- The last characters, to tell secrets apart.
  hint text not null,
  -- Another secret takes its place; it signs until it expires.
  replaced_at timestamptz,
  expire_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint webhook_secrets__pk primary key (company_id, id),
  constraint webhook_secrets__webhook foreign key (company_id, webhook_id) references webhooks (company_id, id)
    on delete cascade
);
create index webhook_secrets__webhook_id on webhook_secrets (company_id, webhook_id, created_at desc);
call keep_to_company('webhook_secrets');

-- What webhooks are told, and what they answered; partitioned by time. No key refers to the webhook, so that deleting one
-- does not search all partitions.
create table webhook_deliveries (
  company_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  -- 'event'; 'replay' of one; 'test' by a person.
  kind text not null,
  -- The audit row; the same for all deliveries of an event, so that receivers can tell repetitions.
  event_id uuid not null,
  -- The number of the audit row, which orders the events of a company.
  seq bigint not null,
  event text not null,
  entity_id text,
  entity_name text,
  actor jsonb,
  occurred_at timestamptz not null,
  state text not null default 'waiting',
  tries integer not null default 0,
  -- The next attempt, or when a node that does not answer has lost this one.
  due_at timestamptz not null default now(),
  tried_at timestamptz,
  status smallint,
  ms integer,
  problem text not null default '',
  -- What was sent last, and the beginning of the answer.
  request text not null default '',
  answer text not null default '',
  created_at timestamptz not null default now(),
  constraint webhook_deliveries__pk primary key (company_id, id),
  constraint webhook_deliveries__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint webhook_deliveries__kind check (kind in ('event', 'replay', 'test')),
  constraint webhook_deliveries__state check (state in ('waiting', 'sent', 'failed', 'dropped'))
) partition by range (id);
create index webhook_deliveries__webhook on webhook_deliveries (company_id, webhook_id, id desc);
create index webhook_deliveries__due on webhook_deliveries (company_id, webhook_id, due_at, seq) where state = 'waiting';
create index webhook_deliveries__order on webhook_deliveries (company_id, webhook_id, entity_id, seq) where state = 'waiting';
call keep_to_company('webhook_deliveries');
create table webhook_deliveries_default partition of webhook_deliveries default;
call keep_to_owner('webhook_deliveries_default');

create or replace function partition_rules() returns table (parent text, length interval, life interval)
  language sql immutable
begin atomic
  values ('denials', interval '1 week', interval '30 days'), ('messages', interval '1 month', interval '180 days'),
    ('open_call_logs', interval '1 day', interval '30 days'), ('webhook_deliveries', interval '1 day', interval '30 days');
end;
select shift_partitions(now());

-- An id that begins with the present time, for rows that the database adds (UUIDv7).
create function time_ordered_id() returns uuid
  language sql volatile
  return overlay(overlay(replace(gen_random_uuid()::text, '-', '')
    placing lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') from 1 for 12)
    placing '7' from 13 for 1)::uuid;

-- Deliveries are written with the audit row, in the transaction of the change: both are committed or neither. A company
-- without webhooks costs a look into an index.
create function write_webhook_deliveries() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from webhooks where company_id in (select company_id from added) and active) then
    return null;
  end if;
  insert into webhook_deliveries (company_id, id, webhook_id, kind, event_id, seq, event, entity_id, entity_name, actor,
      occurred_at)
    select webhooks.company_id, time_ordered_id(), webhooks.id, 'event', added.id, added.seq, added.event, added.entity_id,
      added.entity_name, added.actor, added.time
    from added
    join webhooks on webhooks.company_id = added.company_id and webhooks.active and added.event = any(webhooks.events)
    join open_apps on open_apps.company_id = webhooks.company_id and open_apps.id = webhooks.app_id
      and open_apps.locked_at is null and (open_apps.expire_at is null or open_apps.expire_at > now())
    where added.ok
    order by added.company_id, added.seq;
  -- Once a transaction: what the trigger finds is all that is due.
  if found and coalesce(current_setting('app.webhooks_fired', true), '') <> pg_current_xact_id()::text then
    perform set_config('app.webhooks_fired', pg_current_xact_id()::text, true);
    perform enqueue_job('webhooks.send', gen_random_uuid(), null, null, 0);
  end if;
  return null;
end $$;
create trigger webhooks after insert on audit_log
  referencing new table as added for each statement execute function write_webhook_deliveries();
