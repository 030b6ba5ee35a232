-- Identity: sign-in, sessions, second steps, devices, passwords, registration. Tokens, codes and answers are stored as
-- hashes or keyed digests only.

-- Sign-in names that are unique on the whole platform, looked up before a company is known (decision 11).
create table login_directory (
  kind text not null,
  digest bytea not null,
  company_id uuid not null,
  user_id uuid not null,
  constraint login_directory__pk primary key (kind, digest),
  constraint login_directory__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index login_directory__user on login_directory (company_id, user_id);
call keep_to_platform('login_directory');

-- A row is one signed-in period; refreshing rotates its two hashes. A token names its session, so that a reused one is
-- distinguished from an invented one. A session with a parent is a visit (decision 35): an operator acts in another company.
create table sessions (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid not null,
  access_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_hash bytea not null,
  -- Accepted for a few seconds after a refresh; later, its reuse ends the session.
  previous_refresh_hash bytea,
  refreshed_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  aes_key text not null,
  device_id text not null,
  device_name text not null,
  ip text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  end_reason text,
  -- Binds a browser's session to an HttpOnly cookie; null for clients without cookies.
  binding_hash bytea,
  client text not null default 'console',
  method text not null default 'password',
  last_seen_at timestamptz not null default now(),
  parent_id uuid,
  act_company_id uuid,
  act_org_id uuid,
  act_mode text,
  act_reason text,
  act_until timestamptz,
  -- When the user last confirmed their identity in this session.
  proved_at timestamptz,
  -- When the person behind the session signed in. A session that follows another one, as after a switch of companies,
  -- keeps it.
  signed_in_at timestamptz not null default now(),
  -- By which provider.
  identity_provider_id uuid,
  constraint sessions__act_company foreign key (act_company_id) references companies (id) on delete cascade,
  -- Without its organisation the visit would reach further than approved: it ends.
  constraint sessions__act_org foreign key (act_company_id, act_org_id) references orgs (company_id, id)
    on delete cascade,
  constraint sessions__parent foreign key (parent_id) references sessions (id) on delete cascade,
  constraint sessions__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint sessions__visit check (
    num_nulls(parent_id, act_company_id, act_mode, act_reason, act_until) in (0, 5)
    and (act_company_id is not null or act_org_id is null)
    and act_mode in ('view', 'manage')
    and act_company_id <> company_id)
);
create index sessions__user on sessions (company_id, user_id, created_at desc);
create index sessions__live on sessions (company_id, created_at desc) where ended_at is null;
create index sessions__parent on sessions (parent_id);
create index sessions__act_company on sessions (act_company_id, user_id);
create index sessions__act_org on sessions (act_company_id, act_org_id);
create index sessions__identity_provider_id on sessions (identity_provider_id) where identity_provider_id is not null;
call keep_to_company('sessions');

-- A visit ends with its session, for the same reason.
create function end_visits() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = new.ended_at, end_reason = new.end_reason
    where parent_id = new.id and ended_at is null;
  return null;
end $$;
create trigger end_visits after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null and new.parent_id is null) execute function end_visits();

-- As the owner: the company that locks or resets a user does not see sessions of their memberships in other companies.
create function end_membership_sessions(of_company uuid, of_user uuid, reason text) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  if acting_company() is distinct from of_company and acting_company() is not null then return 0; end if;
  update sessions set ended_at = now(), end_reason = reason
    from users
    where users.principal_company_id = of_company and users.principal_id = of_user
      and sessions.company_id = users.company_id and sessions.user_id = users.id and sessions.ended_at is null;
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke execute on function end_membership_sessions(uuid, uuid, text) from public;
grant execute on function end_membership_sessions(uuid, uuid, text) to atrium_company, atrium_platform;

-- As the owner, for the same reason; returns a number only.
create function count_membership_sessions(of_company uuid, of_user uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from users
    join sessions on sessions.company_id = users.company_id and sessions.user_id = users.id
    where users.principal_company_id = of_company and users.principal_id = of_user
      and (acting_company() is null or acting_company() = of_company)
      and sessions.parent_id is null and sessions.ended_at is null
      and now() < sessions.idle_expires_at and now() < sessions.absolute_expires_at
$$;
revoke execute on function count_membership_sessions(uuid, uuid) from public;
grant execute on function count_membership_sessions(uuid, uuid) to atrium_company, atrium_platform;

-- Rows that are proofs of a user until they expire. Ended ones are hidden from all who serve, so that no reader can
-- forget to ask; expired ones are, so that the cleanup finds them.
create procedure end_with_proofs(table_name text) language plpgsql as $$
begin
  execute format('alter table %I add column proof_epoch bigint not null default 1', table_name);
  -- Those who issue one say what it rests on.
  execute format('alter table %I alter column proof_epoch drop default', table_name);
  execute format('create policy user_proofs on %1$I as restrictive to atrium_company, atrium_platform
    using (expires_at <= now() or exists (select from users
      where users.company_id = %1$I.company_id and users.id = %1$I.user_id and users.proof_epoch = %1$I.proof_epoch))
    with check (true)', table_name);
end $$;

-- A sign-in between its first step and its session.
create table sign_in_attempts (
  token_hash bytea primary key,
  company_id uuid not null,
  user_id uuid not null,
  device_id text not null,
  device_name text not null,
  expires_at timestamptz not null,
  method text not null default 'password',
  client text not null default 'console',
  second_passed boolean not null default false,
  -- Wrong answers to the second step.
  failures integer not null default 0,
  -- When a second step or a passkey was given; null if a trusted device skipped it.
  proved_at timestamptz,
  -- By which provider the user signs in, and what is linked when they have.
  identity jsonb,
  constraint sign_in_attempts__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade
);
create index sign_in_attempts__user on sign_in_attempts (company_id, user_id);
create index sign_in_attempts__expires_at on sign_in_attempts (expires_at);
call keep_to_platform('sign_in_attempts');
call end_with_proofs('sign_in_attempts');

-- Any attempt consumes a captcha.
create unlogged table captchas (
  id uuid primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create index captchas__expires_at on captchas (expires_at);
call keep_to_platform('captchas');

-- One-time codes, bound to purpose and target; a few wrong guesses invalidate them.
create unlogged table verification_codes (
  id uuid primary key,
  purpose text not null,
  target_digest bytea not null,
  code_hash bytea not null,
  guesses integer not null default 0,
  expires_at timestamptz not null
);
create index verification_codes__target on verification_codes (purpose, target_digest);
create index verification_codes__expires_at on verification_codes (expires_at);
call keep_to_platform('verification_codes');

-- Permit to set one new password, after the owner of an account was verified.
create unlogged table recovery_tickets (
  ticket_digest bytea primary key,
  company_id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  constraint recovery_tickets__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade
);
create index recovery_tickets__user on recovery_tickets (company_id, user_id);
create index recovery_tickets__expires_at on recovery_tickets (expires_at);
call keep_to_platform('recovery_tickets');
call end_with_proofs('recovery_tickets');

-- TOTP (RFC 6238).
create table totp_secrets (
  company_id uuid not null,
  user_id uuid not null,
  -- Encrypted.
  secret text not null,
  confirmed_at timestamptz,
  -- The last accepted time step: each code is valid once.
  last_step bigint not null default 0,
  constraint totp_secrets__pk primary key (company_id, user_id),
  constraint totp_secrets__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('totp_secrets');

-- Codes that replace the second step, each valid once.
create table recovery_codes (
  company_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes__pk primary key (company_id, user_id, code_hash),
  constraint recovery_codes__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('recovery_codes');

-- Passkeys (WebAuthn).
create table passkeys (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys__pk primary key (company_id, id),
  constraint passkeys__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint passkeys__credential_id unique (credential_id)
);
create index passkeys__user on passkeys (company_id, user_id);
call keep_to_company('passkeys');

-- Any attempt consumes a challenge.
create unlogged table passkey_challenges (
  id uuid primary key,
  challenge text not null,
  -- The user who registers a passkey; null for a sign-in.
  user_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenges__expires_at on passkey_challenges (expires_at);
call keep_to_platform('passkey_challenges');

-- Browsers that skip the second step for a while.
create table trusted_devices (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  ip text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint trusted_devices__pk primary key (company_id, id),
  constraint trusted_devices__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index trusted_devices__user on trusted_devices (company_id, user_id);
create index trusted_devices__expires_at on trusted_devices (expires_at);
call keep_to_company('trusted_devices');
call end_with_proofs('trusted_devices');

-- Earlier passwords, for the rule against reuse.
create table password_history (
  company_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  constraint password_history__pk primary key (company_id, user_id, id),
  constraint password_history__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade
);
call keep_to_company('password_history');

-- Password rules of a company. Null: the platform company's apply, and the product's defaults if null there too.
create table password_policies (
  company_id uuid primary key,
  kind text,
  min_length smallint,
  max_length smallint,
  history smallint,
  expire_days smallint,
  remind_days smallint,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint password_policies__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('password_policies');

-- The rules all companies inherit. As the owner: companies cannot read the platform company's row.
create function platform_password_rules()
  returns table (
    kind text, min_length smallint, max_length smallint, history smallint, expire_days smallint, remind_days smallint
  )
  language sql stable security definer set search_path = public, pg_temp as $$
  select own.kind, own.min_length, own.max_length, own.history, own.expire_days, own.remind_days
  from password_policies own join companies on companies.id = own.company_id and companies.platform
$$;

-- Requests for an account; company_id is the company that decides.
create table registrations (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  account text not null,
  name text not null,
  phone text not null,
  -- Emptied by the decision.
  password_hash text not null,
  firm jsonb,
  -- Whether it came with an invitation of the company.
  invited boolean not null default false,
  -- Its code, which gets its use back if the registration is rejected.
  invitation text not null default '',
  state text not null default 'review',
  reason text not null default '',
  ip text not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by jsonb,
  version integer not null default 1,
  constraint registrations__pk primary key (company_id, id),
  constraint registrations__company_id foreign key (company_id) references companies (id)
);
create index registrations__created_at on registrations (company_id, created_at desc, id);
create index registrations__pending on registrations (company_id, created_at desc) where state = 'review';
create unique index registrations__account on registrations (lower(account)) where state = 'review';
create unique index registrations__phone on registrations (phone) where state = 'review';
call keep_to_company('registrations');

-- Codes to register with.
create table invitations (
  company_id uuid not null,
  id uuid not null,
  code text not null,
  note text not null default '',
  uses integer not null default 0,
  most_uses integer not null default 1,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint invitations__pk primary key (company_id, id),
  constraint invitations__company_id foreign key (company_id) references companies (id),
  constraint invitations__code unique (code)
);
create index invitations__created_at on invitations (company_id, created_at desc, id);
call keep_to_company('invitations');

-- What a registered company says of itself. It is a claim until the operator recognises it and copies it to companies,
-- so that no company can occupy the name or the credit code of another.
create table enterprises (
  company_id uuid not null,
  name text not null,
  credit_code text not null default '',
  legal text not null default '',
  contact text not null default '',
  phone text not null default '',
  address text not null default '',
  state text not null default 'none',
  -- Why it was rejected or revoked.
  reason text not null default '',
  applied_at timestamptz,
  applied_by jsonb,
  decided_at timestamptz,
  decided_by jsonb,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint enterprises__pk primary key (company_id),
  constraint enterprises__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint enterprises__state check (state in ('none', 'review', 'recognized', 'rejected'))
);
create index enterprises__applied_at on enterprises (applied_at desc, company_id);
create index enterprises__review on enterprises (applied_at) where state = 'review';
call keep_to_company('enterprises');

-- Signing in with an outside identity (decision 107).
-- Where a company's people prove who they are instead of by a password here; those of the platform's company are offered to all.
create table identity_providers (
  company_id uuid not null,
  id uuid not null,
  -- What its button says.
  name text not null,
  kind text not null,
  -- Of presets the address of a private installation; empty: the public service.
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
create index identity_attempts__expires_at on identity_attempts (expires_at);
create index identity_attempts__provider_id on identity_attempts (provider_company_id, provider_id);
call keep_to_platform('identity_attempts');

-- Sign-in policy of a company; null without a tenant.
create function policy_of(of_company companies) returns jsonb
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

-- The operator's domains, and those that a tenant has proved to be its own, or lie below one.
create function owns_domain(of_company companies, domain text) returns boolean language sql stable
  return of_company.platform or exists (
    select from tenant_domains owned where owned.company_id = of_company.top_id and owned.verified_at is not null
      and (owned.host = domain or right(domain, length(owned.host) + 1) = '.' || owned.host));

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

-- What a provider's rules have given a person is theirs to take (decision 107) as long as the person holds it: taken and
-- given again by hand, it is the administrator's.
create table identity_mapped_orgs (
  company_id uuid not null,
  user_id uuid not null,
  provider_id uuid not null,
  org_id uuid not null,
  constraint identity_mapped_orgs__pk primary key (company_id, user_id, org_id, provider_id),
  constraint identity_mapped_orgs__held foreign key (company_id, user_id, org_id)
    references user_orgs (company_id, user_id, org_id) on delete cascade,
  constraint identity_mapped_orgs__provider foreign key (company_id, provider_id)
    references identity_providers (company_id, id) on delete cascade
);
create index identity_mapped_orgs__provider on identity_mapped_orgs (company_id, provider_id);
call keep_to_company('identity_mapped_orgs');
