-- Signing in with an outside identity (decision 107).

-- Where a company's people prove who they are instead of by a password here; those of the platform's company are offered to all.
create table identity_providers (
  company_id uuid not null,
  id uuid not null,
  -- What its button says.
  name text not null,
  kind text not null,
  -- Of presets the address of an installation of one's own; empty: the public service.
  issuer text not null,
  client_id text not null,
  sealed_secret text not null,
  -- Of an application inside 企业微信.
  agent_id text not null default '',
  scopes text[] not null,
  -- Who may join by themselves, and for whom the button stands out; empty: any.
  mail_domains text[] not null,
  enabled boolean not null,
  -- People without an account get one at their first sign-in.
  creates_people boolean not null default false,
  -- Rules that give roles and organisations by what the provider says of a person.
  mapping jsonb not null default '[]',
  -- Applied at each sign-in, and not at the first alone.
  maps_always boolean not null default false,
  -- Whose present rights limit what the rules give.
  mapped_by uuid,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint identity_providers__pk primary key (company_id, id),
  constraint identity_providers__id unique (id),
  constraint identity_providers__name unique (company_id, name),
  constraint identity_providers__kind check (kind in ('oidc', 'wecom', 'dingtalk', 'feishu', 'wechat'))
);
call keep_to_company('identity_providers');

-- Which account an outside identity signs in.
create table identity_links (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  provider_company_id uuid not null,
  provider_id uuid not null,
  subject_hash bytea not null,
  -- As the provider called the person.
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  constraint identity_links__pk primary key (company_id, id),
  constraint identity_links__subject unique (provider_id, subject_hash),
  constraint identity_links__user unique (company_id, user_id, provider_id),
  constraint identity_links__user_id foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint identity_links__provider foreign key (provider_company_id, provider_id)
    references identity_providers (company_id, id) on delete cascade
);
create index identity_links__provider_id on identity_links (provider_company_id, provider_id);
call keep_to_company('identity_links');

-- Sign-ins that have gone to a provider, found by the hash of what comes back, and bound to the browser that began them.
create table identity_attempts (
  key bytea not null,
  browser_hash bytea not null,
  provider_company_id uuid not null,
  provider_id uuid not null,
  -- 'signIn'; 'link' of a signed-in person; 'prove': the provider has answered, the account here is still to be proved.
  stage text not null,
  user_company_id uuid,
  user_id uuid,
  sealed text not null,
  expires_at timestamptz not null,
  constraint identity_attempts__pk primary key (key),
  constraint identity_attempts__stage check (stage in ('signIn', 'link', 'prove')),
  constraint identity_attempts__provider foreign key (provider_company_id, provider_id)
    references identity_providers (company_id, id) on delete cascade
);
create index identity_attempts__provider_id on identity_attempts (provider_company_id, provider_id);
call keep_to_platform('identity_attempts');

-- By which provider a person signs in, and what is linked when they have.
alter table sign_in_attempts add column identity jsonb;
alter table sessions add column identity_provider_id uuid;
create index sessions__identity_provider_id on sessions (identity_provider_id) where identity_provider_id is not null;

-- People of the tenant sign in by its providers alone.
alter table tenants add column sso_only boolean not null default false;
create or replace function policy_of(of_company companies) returns jsonb
  language sql stable
  return (
    select jsonb_build_object(
      'idleMinutes', idle_minutes, 'absoluteMinutes', absolute_minutes, 'mostDevices', most_devices,
      'secondStep', coalesce(second_step_from <= now(), false), 'addresses', allowed_addresses,
      'providers', case when sso_only then (
        select coalesce(jsonb_agg(provider.id), '[]') from identity_providers provider
          join companies owner on owner.id = provider.company_id
        where owner.top_id = of_company.top_id and provider.enabled) end)
    from tenants where tenants.company_id = of_company.top_id);

-- Companies count and end what belongs to people of their subsidiaries too.
create function identity_links_of(of_provider uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp
  return (select count(*)::integer from identity_links
    where provider_id = of_provider and provider_company_id = acting_company());
create function identity_sessions_of(of_provider uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp
  return (select count(*)::integer from sessions
    where identity_provider_id = of_provider and ended_at is null and parent_id is null
      and now() < idle_expires_at and now() < absolute_expires_at
      and exists (select from identity_providers where id = of_provider and company_id = acting_company()));
create function end_identity_sessions(of_provider uuid, reason text) returns table (user_id uuid)
  language sql security definer set search_path = public, pg_temp
begin atomic
  update sessions set ended_at = now(), end_reason = reason
  where identity_provider_id = of_provider and ended_at is null
    and exists (select from identity_providers where id = of_provider and company_id = acting_company())
  returning sessions.user_id;
end;
revoke execute on function identity_links_of(uuid) from public;
revoke execute on function identity_sessions_of(uuid) from public;
revoke execute on function end_identity_sessions(uuid, text) from public;
grant execute on function identity_links_of(uuid) to atrium_company, atrium_platform;
grant execute on function identity_sessions_of(uuid) to atrium_company, atrium_platform;
grant execute on function end_identity_sessions(uuid, text) to atrium_company, atrium_platform;
