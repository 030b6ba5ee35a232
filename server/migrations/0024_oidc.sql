-- OpenID Connect: what applications may ask for, what people have allowed them, and what the provider issues (decision 101).

-- How an application signs people in. Without a row, or without grants, it does not.
create table open_app_oidc (
  company_id uuid not null,
  app_id uuid not null,
  redirect_uris text[] not null,
  logout_uris text[] not null,
  grants text[] not null,
  scopes text[] not null,
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
-- which the row expires, so that a partition holds the rows of one day of expiry and goes as a whole.
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
  constraint oidc_models__pk primary key (company_id, id)
) partition by range (id);
create index oidc_models__key on oidc_models (key);
create index oidc_models__grant_key on oidc_models (grant_key) where grant_key is not null;
create index oidc_models__uid_key on oidc_models (uid_key) where uid_key is not null;
create index oidc_models__user on oidc_models (company_id, user_id, app_id) where user_id is not null;
call keep_to_platform('oidc_models');
create table oidc_models_default partition of oidc_models default;
call keep_to_owner('oidc_models_default');

-- Rows of a day of expiry go when it is over.
create or replace function partition_rules() returns table (parent text, length interval, life interval)
  language sql immutable
begin atomic
  values ('denials', interval '1 week', interval '30 days'), ('messages', interval '1 month', interval '180 days'),
    ('open_call_logs', interval '1 day', interval '30 days'), ('webhook_deliveries', interval '1 day', interval '30 days'),
    ('oidc_models', interval '1 day', interval '0');
end;
select shift_partitions(now());

-- Keys that sign id tokens, sealed. The newest one signs once readers had time to learn it.
create table oidc_keys (
  id uuid primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);
call keep_to_platform('oidc_keys');

-- When the person behind a session signed in. A session that follows another one, as after a switch of companies, keeps it.
alter table sessions add column signed_in_at timestamptz not null default now();
update sessions set signed_in_at = created_at;
