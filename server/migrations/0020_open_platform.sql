-- Open platform: APIs that programs call, the applications of companies, and what their calls leave behind (decision 96).

-- The platform's catalogue. Companies read it; the platform changes it.
create table open_apis (
  id uuid primary key,
  code text not null,
  name text not null,
  category text not null,
  method text not null,
  -- /open/v1/orders/{id}
  path text not null,
  -- The path with its parameters unnamed; two of one shape could not be told apart.
  shape text not null,
  api_version text not null,
  -- 'own': an API of this product, by its registry row; 'target': the address of a business system.
  kind text not null,
  api_id uuid,
  target text not null default '',
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
  called_at timestamptz not null,
  constraint open_call_logs__pk primary key (company_id, id),
  constraint open_call_logs__company_id foreign key (company_id) references companies (id) on delete cascade
) partition by range (id);
create index open_call_logs__app on open_call_logs (company_id, app_id, id desc);
create index open_call_logs__refused on open_call_logs (company_id, app_id, id desc) where refused_at_step <> '';
call keep_to_company('open_call_logs');
create table open_call_logs_default partition of open_call_logs default;
call keep_to_owner('open_call_logs_default');

-- One partition a day for logs of calls. Shorter than a week, a partition begins at midnight.
create or replace function partition_rules() returns table (parent text, length interval, life interval)
  language sql immutable
begin atomic
  values ('denials', interval '1 week', interval '30 days'), ('messages', interval '1 month', interval '180 days'),
    ('open_call_logs', interval '1 day', interval '30 days');
end;
create or replace function partition_start(length interval, moment timestamptz) returns timestamptz
  language sql immutable
  return date_trunc(
    case when length < interval '1 week' then 'day' when length < interval '1 month' then 'week' else 'month' end,
    moment, 'UTC');
select shift_partitions(now());

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
