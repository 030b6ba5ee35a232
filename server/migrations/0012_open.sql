--
-- Open platform: APIs that programs call, the applications of companies, and what their calls leave behind (decision 96).
--

-- The platform's catalogue. Companies read it; the platform changes it.
create table open_apis (
  id uuid primary key,
  code text not null,
  name text not null,
  category text not null,
  method text not null,
  -- /open/v1/orders/{id}
  path text not null,
  -- The path with its parameters unnamed; two of one shape would match the same calls.
  shape text not null,
  api_version text not null,
  -- 'own': an API of this product, by its registry row; 'target': the address of a business system.
  kind text not null,
  api_id uuid,
  target text not null default '',
  -- Where trial calls of a business system's API are forwarded; empty: it cannot be tried.
  sandbox text not null default '',
  params jsonb not null default '[]',
  -- JSON schemas of the bodies, as text; empty: none.
  request_schema text not null default '',
  reply_schema text not null default '',
  sample text not null default '',
  doc text not null default '',
  rate_per_minute integer,
  quota_per_day integer,
  -- 'all': applications of every company may be granted it; 'platform': those of the operator alone.
  audience text not null,
  status text not null default 'draft',
  deprecated_at timestamptz,
  sunset_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint open_apis__code unique (code),
  constraint open_apis__address unique (method, shape),
  constraint open_apis__api foreign key (api_id) references apis (id),
  constraint open_apis__method check (method in ('GET', 'POST', 'PUT', 'DELETE')),
  constraint open_apis__kind check (kind = 'own' and api_id is not null or kind = 'target' and api_id is null),
  constraint open_apis__audience check (audience in ('all', 'platform')),
  constraint open_apis__status check (status in ('draft', 'online', 'deprecated', 'offline'))
);
create index open_apis__api_id on open_apis (api_id);
call share_with_companies('open_apis');

-- Applications of companies.
create table open_apps (
  company_id uuid not null,
  id uuid not null,
  -- Names the application in calls. Random, and no secret.
  app_key text collate "C" not null,
  name text not null,
  kind text not null,
  home text not null default '',
  description text not null default '',
  contact text not null default '',
  -- Their rights are the ceiling of what the application may do. Null once they are erased: it may do nothing.
  owner_id uuid,
  -- Addresses and networks it calls from; empty: any.
  networks text[] not null default '{}',
  -- Of all its calls; null: unlimited.
  rate_per_minute integer,
  quota_per_day integer,
  expire_at timestamptz,
  locked_at timestamptz,
  lock_reason text not null default '',
  locked_by jsonb,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint open_apps__pk primary key (company_id, id),
  constraint open_apps__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint open_apps__owner foreign key (company_id, owner_id) references users (company_id, id)
    on delete set null (owner_id),
  constraint open_apps__name unique (company_id, name),
  constraint open_apps__kind check (kind in ('server', 'web', 'native'))
);
-- The gate finds an application before it knows the company.
create unique index open_apps__app_key on open_apps (app_key);
-- The operator finds an application before they know its company.
create index open_apps__id on open_apps (id);
create index open_apps__owner_id on open_apps (company_id, owner_id);
call keep_to_company('open_apps');

-- Sealed, not digested: a signature can only be checked with the secret itself.
create table open_app_secrets (
  company_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  sealed text not null,
  -- The last characters, to tell secrets apart.
  hint text not null,
  expire_at timestamptz,
  -- Another secret takes its place; it stays valid until it expires.
  replaced_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint open_app_secrets__pk primary key (company_id, id),
  constraint open_app_secrets__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_app_secrets__app_id on open_app_secrets (company_id, app_id, created_at desc);
call keep_to_company('open_app_secrets');

-- Which APIs an application may call.
create table open_app_apis (
  company_id uuid not null,
  app_id uuid not null,
  api_id uuid not null,
  -- Null: those of the API.
  rate_per_minute integer,
  quota_per_day integer,
  start_at timestamptz,
  expire_at timestamptz,
  reason text not null default '',
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint open_app_apis__pk primary key (company_id, app_id, api_id),
  constraint open_app_apis__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_apis__api foreign key (api_id) references open_apis (id)
);
create index open_app_apis__api_id on open_app_apis (api_id);
call keep_to_company('open_app_apis');

-- Sums of calls by hour, added up in memory first. Without an API for calls refused before it was known, without a secret
-- for those that none has signed; both are then zero. No key refers to them, so that sums outlive what they counted.
create table open_call_sums (
  company_id uuid not null,
  app_id uuid not null,
  hour timestamptz not null,
  api_id uuid not null,
  -- The secret.
  signer_id uuid not null,
  calls integer not null,
  errors integer not null,
  refusals integer not null,
  ms bigint not null,
  last_at timestamptz not null,
  constraint open_call_sums__pk primary key (company_id, app_id, hour, api_id, signer_id),
  constraint open_call_sums__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_call_sums__api on open_call_sums (api_id, hour);
create index open_call_sums__hour on open_call_sums (hour);
call keep_to_company('open_call_sums');

-- A sample of the calls, and every refusal; partitioned by time.
create table open_call_logs (
  company_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  api_id uuid,
  signer_id uuid,
  method text not null,
  path text not null,
  ip text not null,
  agent text not null,
  status smallint not null,
  -- Zero, or the code of the refusal.
  outcome integer not null,
  -- The step of the gate that refused the call; empty for one that was let through.
  refused_at_step text not null,
  detail text not null,
  -- What the caller should have signed, with contacts masked; empty unless it was refused.
  canonical text not null,
  ms integer not null,
  request_bytes integer not null,
  reply_bytes integer not null,
  trace_id text not null,
  -- Made from the console, with nothing kept (decision 103).
  trial boolean not null default false,
  called_at timestamptz not null,
  constraint open_call_logs__pk primary key (company_id, id),
  constraint open_call_logs__company_id foreign key (company_id) references companies (id) on delete cascade
) partition by range (id);
create index open_call_logs__app on open_call_logs (company_id, app_id, id desc);
create index open_call_logs__refused on open_call_logs (company_id, app_id, id desc) where refused_at_step <> '';
call keep_to_company('open_call_logs');
create table open_call_logs_default partition of open_call_logs default;
call keep_to_owner('open_call_logs_default');
select shift_partition('open_call_logs', now());

-- Nonces of signed calls, each valid once on all nodes as long as its timestamp is.
create table open_nonces (
  app_id uuid not null,
  nonce text collate "C" not null,
  expire_at timestamptz not null,
  constraint open_nonces__pk primary key (app_id, nonce)
);
create index open_nonces__expire_at on open_nonces (expire_at);
call keep_to_platform('open_nonces');

-- How much of a limit the nodes have leased in its present window.
create table open_leases (
  key text collate "C" not null,
  starts_at timestamptz not null,
  taken integer not null,
  granted integer not null,
  constraint open_leases__pk primary key (key, starts_at)
);
create index open_leases__starts_at on open_leases (starts_at);
call keep_to_platform('open_leases');

-- Logos of applications.
create table open_app_logos (
  company_id uuid not null,
  app_id uuid not null,
  file_id uuid not null,
  constraint open_app_logos__pk primary key (company_id, app_id),
  constraint open_app_logos__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_logos__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index open_app_logos__file on open_app_logos (company_id, file_id);
call keep_to_company('open_app_logos');
call reference_files('open_app_logos', 'appLogo', 'app_id');

--
-- Statistics and alarms of calls at the gate (decision 96).
--

-- Calls by hour, by the step that refused them, and by how long they took: what percentiles and refusals by reason are read
-- from. Added up in memory first, like open_call_sums, and kept as long as statistics look back.
create table open_call_spreads (
  company_id uuid not null,
  app_id uuid not null,
  hour timestamptz not null,
  -- Zero for calls refused before the API was known.
  api_id uuid not null,
  -- The step of the gate that refused them; empty for calls that were let through.
  step text not null,
  -- Number of a range of durations, each a fourth root of two as long as the one before; zero for refused calls.
  slot smallint not null,
  calls integer not null,
  constraint open_call_spreads__pk primary key (company_id, app_id, hour, api_id, step, slot),
  constraint open_call_spreads__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_call_spreads__api on open_call_spreads (api_id, hour);
create index open_call_spreads__hour on open_call_spreads (hour);
call keep_to_company('open_call_spreads');

-- Alarms that owners of applications have received, so that none is sent twice.
create table open_alarms (
  company_id uuid not null,
  app_id uuid not null,
  -- 'errors', 'quota', 'secret', 'idle', 'deprecated'
  kind text not null,
  -- An API or a secret; zero for the application itself.
  subject_id uuid not null,
  told_at timestamptz not null default now(),
  constraint open_alarms__pk primary key (company_id, app_id, kind, subject_id),
  constraint open_alarms__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
call keep_to_company('open_alarms');

-- Calls by day in the platform's zone, added up from hours once the day is over, so that statistics of a month read few rows.

-- Sums of calls by day.
create table open_call_days (
  company_id uuid not null,
  app_id uuid not null,
  -- Its midnight.
  day timestamptz not null,
  api_id uuid not null,
  calls bigint not null,
  errors bigint not null,
  refusals bigint not null,
  constraint open_call_days__pk primary key (company_id, app_id, day, api_id),
  constraint open_call_days__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_call_days__api on open_call_days (api_id, day);
create index open_call_days__day on open_call_days (day);
call keep_to_company('open_call_days');

-- Durations and refusals of calls by day.
create table open_call_day_spreads (
  company_id uuid not null,
  app_id uuid not null,
  day timestamptz not null,
  api_id uuid not null,
  step text not null,
  slot smallint not null,
  calls bigint not null,
  constraint open_call_day_spreads__pk primary key (company_id, app_id, day, api_id, step, slot),
  constraint open_call_day_spreads__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_call_day_spreads__api on open_call_day_spreads (api_id, day);
create index open_call_day_spreads__day on open_call_day_spreads (day);
call keep_to_company('open_call_day_spreads');

--
-- Webhooks: audited events that are sent to applications (decision 98).
--

-- Addresses that are notified of events.
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

-- What is sent to webhooks, and what they answer; partitioned by time. No key refers to the webhook, so that deleting one
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
select shift_partition('webhook_deliveries', now());

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

--
-- Portal: how applications appear, what users have arranged, and tickets that sign them on (decision 100).
--

-- How an application appears on the portal; without a row it is not shown.
create table open_app_portals (
  company_id uuid not null,
  app_id uuid not null,
  audience text not null default 'nobody',
  -- Organisations or roles of the company, for these audiences.
  target_ids uuid[] not null default '{}',
  category text not null default '',
  -- Where it opens.
  address text not null default '',
  open_mode text not null default 'blank',
  -- Opens with a ticket.
  sso boolean not null default false,
  -- What it learns of a user beside id and name.
  scopes text[] not null default '{}',
  -- Users to whom it is not shown may ask for it.
  requestable boolean not null default false,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint open_app_portals__pk primary key (company_id, app_id),
  constraint open_app_portals__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_portals__audience check (audience in ('nobody', 'company', 'orgs', 'roles', 'portal', 'everyone')),
  constraint open_app_portals__open_mode check (open_mode in ('blank', 'self'))
);
create index open_app_portals__wide on open_app_portals (audience) where audience in ('portal', 'everyone');
call keep_to_company('open_app_portals');

-- What a user has arranged for themselves: favourites with a position, and when they last opened an application.
create table portal_shortcuts (
  company_id uuid not null,
  user_id uuid not null,
  kind text not null,
  -- A menu, or an application, perhaps of the operator's company.
  target_id uuid not null,
  -- Null: no favourite.
  position integer,
  used_at timestamptz,
  constraint portal_shortcuts__pk primary key (company_id, user_id, kind, target_id),
  constraint portal_shortcuts__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint portal_shortcuts__kind check (kind in ('menu', 'app'))
);
call keep_to_company('portal_shortcuts');

-- What users allow applications to learn.
create table app_consents (
  company_id uuid not null,
  user_id uuid not null,
  app_id uuid not null,
  -- The company of the application: the user's, or the operator's.
  app_company_id uuid not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  constraint app_consents__pk primary key (company_id, user_id, app_id),
  constraint app_consents__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint app_consents__app foreign key (app_company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index app_consents__app on app_consents (app_company_id, app_id);
call keep_to_company('app_consents');

-- Tickets by which applications sign users on, each valid once and for one application.
create table sso_tickets (
  digest bytea primary key,
  app_company_id uuid not null,
  app_id uuid not null,
  user_company_id uuid not null,
  user_id uuid not null,
  -- The user's sign-in; without it the ticket is worthless.
  session_id uuid not null,
  expires_at timestamptz not null,
  constraint sso_tickets__app foreign key (app_company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint sso_tickets__user foreign key (user_company_id, user_id) references users (company_id, id) on delete cascade
);
create index sso_tickets__app on sso_tickets (app_company_id, app_id);
create index sso_tickets__user on sso_tickets (user_company_id, user_id);
create index sso_tickets__expires_at on sso_tickets (expires_at);
call keep_to_platform('sso_tickets');

--
-- Applications that users ask for (decision 100).
--

-- Who decides on requests; the owner if there is none.
create table app_approvers (
  company_id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  constraint app_approvers__pk primary key (company_id, app_id, user_id),
  constraint app_approvers__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint app_approvers__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index app_approvers__user on app_approvers (company_id, user_id);
call keep_to_company('app_approvers');

-- Requests of users for an application.
create table app_requests (
  company_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  reason text not null,
  -- When the access ends; null: never.
  until_at timestamptz,
  state text not null default 'open',
  decide_reason text not null default '',
  decided_at timestamptz,
  decided_by jsonb,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint app_requests__pk primary key (company_id, id),
  constraint app_requests__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint app_requests__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint app_requests__state check (state in ('open', 'approved', 'rejected', 'withdrawn', 'revoked'))
);
create unique index app_requests__open on app_requests (company_id, user_id, app_id) where state = 'open';
create index app_requests__app on app_requests (company_id, app_id, created_at desc);
create index app_requests__waiting on app_requests (company_id, app_id) where state = 'open';
create index app_requests__user on app_requests (company_id, user_id, created_at desc);
call keep_to_company('app_requests');

-- Users who decide on requests for an application: those chosen, or its owner if none of them can sign in.
create function approvers_of_app(of_company uuid, of_app uuid) returns setof uuid
  language sql stable
begin atomic
  with active as (
    select users.id from app_approvers chosen
    join users on users.company_id = chosen.company_id and users.id = chosen.user_id
    where chosen.company_id = of_company and chosen.app_id = of_app and users.deleted_at is null and status_of(users) = 1)
  select id from active
  union all
  select users.id from open_apps app join users on users.company_id = app.company_id and users.id = app.owner_id
  where app.company_id = of_company and app.id = of_app and users.deleted_at is null and status_of(users) = 1
    and not exists (select from active);
end;

-- Who may use an application is one question for the portal and for signing in to it.
create function uses_portal(of_company uuid) returns boolean language sql stable
begin atomic
  select exists (select from companies own left join enterprises on enterprises.company_id = own.id
    where own.id = of_company and (own.members or enterprises.company_id is not null));
end;
create function app_shown_to(portal open_app_portals, of_company uuid, of_user uuid) returns boolean language sql stable
begin atomic
  select case
    when portal.audience = 'everyone' then (select platform from companies where id = portal.company_id)
    when portal.audience = 'portal'
      then (select platform from companies where id = portal.company_id) and uses_portal(of_company)
    when portal.company_id <> of_company then false
    when portal.audience = 'company' then true
    when portal.audience in ('orgs', 'roles') then portal.target_ids && notice_keys(of_company, of_user)
    else false end
    or portal.company_id = of_company and (portal.audience <> 'nobody' or portal.requestable) and exists (
      select from app_requests granted
      where granted.company_id = portal.company_id and granted.user_id = of_user and granted.app_id = portal.app_id
        and granted.state = 'approved' and (granted.until_at is null or granted.until_at > now()));
end;
-- Shown to some of its company, or asked for: others of the company do not sign in.
create function limits_sign_in(portal open_app_portals) returns boolean language sql immutable
  return portal.audience in ('orgs', 'roles') or portal.requestable;

-- Those of its company, and of the operator's applications everyone but users of the portal to whom it is not shown.
create function app_admits(of_app uuid, of_company uuid, of_user uuid) returns boolean language sql stable
begin atomic
  select coalesce(app_shown_to(portal, of_company, of_user), false)
    or not coalesce(limits_sign_in(portal), false) and (app.company_id = of_company or not uses_portal(of_company))
  from open_apps app
    left join open_app_portals portal on portal.company_id = app.company_id and portal.app_id = app.id
  where app.id = of_app;
end;

--
-- OpenID Connect: what applications may ask for, what people have allowed them, and what the provider issues (decision 101).
--

-- How an application signs people in. Without a row, or without grants, it does not.
create table open_app_oidc (
  company_id uuid not null,
  app_id uuid not null,
  redirect_uris text[] not null,
  logout_uris text[] not null,
  -- Where it is notified that a sign-in has ended (OpenID Connect Back-Channel Logout); empty: nowhere.
  backchannel_uri text not null default '',
  grants text[] not null,
  scopes text[] not null,
  -- Claims of its own: what they are called and what fills them.
  claims jsonb not null default '[]',
  pkce boolean not null,
  -- How the token endpoint gets the secret.
  secret_by text not null,
  access_seconds integer not null,
  refresh_seconds integer not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint open_app_oidc__pk primary key (company_id, app_id),
  constraint open_app_oidc__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_oidc__secret_by check (secret_by in ('basic', 'post'))
);
create index open_app_oidc__told on open_app_oidc (app_id) where backchannel_uri <> '';
call keep_to_company('open_app_oidc');

-- What a person has allowed an application, which may belong to the platform.
create table oidc_consents (
  company_id uuid not null,
  user_id uuid not null,
  app_company_id uuid not null,
  app_id uuid not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  constraint oidc_consents__pk primary key (company_id, user_id, app_id),
  constraint oidc_consents__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint oidc_consents__app foreign key (app_company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index oidc_consents__app_id on oidc_consents (app_company_id, app_id);
call keep_to_company('oidc_consents');

-- Codes, tokens, grants, and sessions of the provider, each found by the hash of its secret. The id begins with the time at
-- which the row expires, so that a partition holds the rows of one week of expiry and goes as a whole.
create table oidc_models (
  -- Of grants the company of their person; otherwise zero.
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  key bytea not null,
  -- What revokes it: the hash of its grant.
  grant_key bytea,
  -- A second name of a session.
  uid_key bytea,
  sealed text not null,
  consumed_at timestamptz,
  -- Of grants: for whom, for which application, and the sign-in that it lives as long as.
  user_id uuid,
  app_id uuid,
  session_id uuid,
  -- In whose name it was issued: applications believe what their issuer alone says of a sign-in.
  issuer text not null default '',
  constraint oidc_models__pk primary key (company_id, id)
) partition by range (id);
create index oidc_models__key on oidc_models (key);
create index oidc_models__grant_key on oidc_models (grant_key) where grant_key is not null;
create index oidc_models__uid_key on oidc_models (uid_key) where uid_key is not null;
create index oidc_models__user on oidc_models (company_id, user_id, app_id) where user_id is not null;
create index oidc_models__session on oidc_models (session_id) where session_id is not null;
call keep_to_platform('oidc_models');
create table oidc_models_default partition of oidc_models default;
call keep_to_owner('oidc_models_default');
select shift_partition('oidc_models', now());

-- Keys that sign id tokens, sealed. The newest one signs once readers had time to learn it.
create table oidc_keys (
  id uuid primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
call keep_to_platform('oidc_keys');

--
-- Applications are notified when a sign-in ends (OpenID Connect Back-Channel Logout, decision 101).
--

-- Notifications that are still to be sent, written with what ends the sign-in. The sender alone reads them.
create table oidc_logouts (
  company_id uuid not null,
  app_id uuid not null,
  -- Names the ended sign-in: the hash of its grant.
  grant_key bytea not null,
  user_id uuid not null,
  issuer text not null default '',
  created_at timestamptz not null default now(),
  -- When the next attempt is due; while one is under way, when it counts as dead.
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  constraint oidc_logouts__pk primary key (company_id, app_id, grant_key),
  constraint oidc_logouts__app foreign key (company_id, app_id) references open_app_oidc (company_id, app_id) on delete cascade
);
-- Each application's turn.
create index oidc_logouts__due on oidc_logouts (company_id, app_id, due_at);
call keep_to_platform('oidc_logouts');

-- As the owner: who ends a session may be of any company, and reads none of this.
create function note_ended_sign_in() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into oidc_logouts (company_id, app_id, grant_key, user_id, issuer)
    select app.company_id, app.app_id, model.key, model.user_id, model.issuer
    from oidc_models model join open_app_oidc app on app.app_id = model.app_id
    where model.session_id = new.id and model.id >= id_at(now()) and app.backchannel_uri <> ''
    on conflict do nothing;
  return null;
end $$;
create trigger note_ended_sign_in after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function note_ended_sign_in();

-- Access that is taken back ends what the application was granted, and the application is notified. As the owner: companies
-- read none of this.
create function end_revoked_grants() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  with gone as (
    delete from oidc_models
    where company_id = new.company_id and user_id = new.user_id and app_id = new.app_id and kind = 'Grant' and id >= id_at(now())
    returning key, user_id, app_id, issuer)
  insert into oidc_logouts (company_id, app_id, grant_key, user_id, issuer)
    select app.company_id, app.app_id, gone.key, gone.user_id, gone.issuer
    from gone join open_app_oidc app on app.company_id = new.company_id and app.app_id = gone.app_id and app.backchannel_uri <> ''
    on conflict do nothing;
  return null;
end $$;
create trigger end_revoked_grants after update of state on app_requests for each row
  when (old.state = 'approved' and new.state = 'revoked') execute function end_revoked_grants();

--
-- Users and groups that applications provision by SCIM 2.0 (decision 106).
--

-- Without a row an application provisions no users.
create table open_app_scim (
  company_id uuid not null,
  app_id uuid not null,
  enabled boolean not null,
  -- Where new users are added.
  org_id uuid,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint open_app_scim__pk primary key (company_id, app_id),
  constraint open_app_scim__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_scim__org foreign key (company_id, org_id) references orgs (company_id, id) on delete set null (org_id)
);
create index open_app_scim__org_id on open_app_scim (company_id, org_id) where org_id is not null;
call keep_to_company('open_app_scim');

-- Bearer tokens, by their digest alone.
create table open_app_scim_tokens (
  company_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  digest bytea not null,
  -- Its last characters.
  hint text not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  expire_at timestamptz,
  -- When another took its place, while this one goes on until it expires.
  replaced_at timestamptz,
  revoked_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  constraint open_app_scim_tokens__pk primary key (company_id, id),
  constraint open_app_scim_tokens__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create unique index open_app_scim_tokens__digest on open_app_scim_tokens (digest);
create index open_app_scim_tokens__app_id on open_app_scim_tokens (company_id, app_id);
call keep_to_company('open_app_scim_tokens');

-- Roles that an application sees as groups and assigns, with its own name for each.
create table open_app_scim_roles (
  company_id uuid not null,
  app_id uuid not null,
  role_id uuid not null,
  external_id text,
  constraint open_app_scim_roles__pk primary key (company_id, app_id, role_id),
  constraint open_app_scim_roles__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_scim_roles__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade
);
create index open_app_scim_roles__role_id on open_app_scim_roles (company_id, role_id);
call keep_to_company('open_app_scim_roles');

-- What an application calls a user. Its name may be a mail address, which an account cannot be.
create table open_app_scim_users (
  company_id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  external_id text,
  given_name text not null default '',
  family_name text not null default '',
  formatted_name text not null default '',
  -- Whether the application gave the name that is shown as such.
  has_display_name boolean not null default false,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint open_app_scim_users__pk primary key (company_id, app_id, user_id),
  constraint open_app_scim_users__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_scim_users__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index open_app_scim_users__user_name on open_app_scim_users (company_id, app_id, lower(user_name));
create index open_app_scim_users__external_id on open_app_scim_users (company_id, app_id, external_id) where external_id is not null;
create index open_app_scim_users__user_id on open_app_scim_users (company_id, user_id);
call keep_to_company('open_app_scim_users');
