-- Everything that belongs to being somebody: ways in, second steps, devices, codes, messages, registration.
-- The epochs number the changes of what somebody may do; whoever keeps an answer keeps the numbers it was read at.

alter table companies
  add column epoch bigint not null default 1,
  -- The company of people who registered on their own and belong to no firm.
  add column members boolean not null default false;
create unique index companies__members on companies (members) where members;

alter table users
  add column epoch bigint not null default 1,
  add column sex smallint not null default 0,
  add column signature text not null default '',
  add column time_zone text not null default '',
  add column home text not null default '',
  add column sms_second_step boolean not null default false,
  add column sign_in_notice boolean not null default false;

-- What a role may do changes for everybody who wears it; what roles somebody wears changes for him alone.
create function bump_company_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update companies set epoch = epoch + 1 where id in (select company_id from changed);
  return null;
end $$;
create function bump_user_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set epoch = epoch + 1
    where (company_id, id) in (select company_id, user_id from changed);
  return null;
end $$;
create procedure bump_epoch_on_change(watched text, bump text) language plpgsql as $$
begin
  execute format('create trigger epoch_insert after insert on %I referencing new table as changed
    for each statement execute function %I()', watched, bump);
  execute format('create trigger epoch_update after update on %I referencing new table as changed
    for each statement execute function %I()', watched, bump);
  execute format('create trigger epoch_delete after delete on %I referencing old table as changed
    for each statement execute function %I()', watched, bump);
end $$;
call bump_epoch_on_change('roles', 'bump_company_epoch');
call bump_epoch_on_change('role_elements', 'bump_company_epoch');
call bump_epoch_on_change('role_menus', 'bump_company_epoch');
call bump_epoch_on_change('user_roles', 'bump_user_epoch');

-- A browser's session is bound to a cookie that scripts cannot read; null for programs that hold no cookies.
alter table sessions
  add column binding_hash bytea,
  add column client text not null default 'console',
  add column method text not null default 'password',
  add column last_seen_at timestamptz not null default now();
create index sessions__live on sessions (company_id, created_at desc) where ended_at is null;

-- How far an attempt has come, and how often its second step was answered wrongly.
alter table sign_in_attempts
  add column method text not null default 'password',
  add column client text not null default 'console',
  add column second_passed boolean not null default false,
  add column failures integer not null default 0;

-- One-time codes. Bound to purpose and target; only a keyed digest is kept; a few wrong guesses burn it.
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

-- Who has proved that an account is his and may set one new password; only a keyed digest of the ticket is kept.
create unlogged table recovery_tickets (
  ticket_digest bytea primary key,
  company_id uuid not null,
  user_id uuid not null,
  expires_at timestamptz not null,
  constraint recovery_tickets__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index recovery_tickets__user on recovery_tickets (company_id, user_id);
create index recovery_tickets__expires_at on recovery_tickets (expires_at);
call keep_to_platform('recovery_tickets');

-- TOTP (RFC 6238). The secret is sealed; the last accepted step makes every code good for one use.
create table totp_secrets (
  company_id uuid not null,
  user_id uuid not null,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  constraint totp_secrets__pk primary key (company_id, user_id),
  constraint totp_secrets__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('totp_secrets');

create table recovery_codes (
  company_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes__pk primary key (company_id, user_id, code_hash),
  constraint recovery_codes__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('recovery_codes');

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
  constraint passkeys__credential_id unique (credential_id),
  constraint passkeys__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index passkeys__user on passkeys (company_id, user_id);
call keep_to_company('passkeys');

-- What a passkey has to sign; any attempt removes it.
create unlogged table passkey_challenges (
  id uuid primary key,
  challenge text not null,
  -- Whose new passkey it is for; null when somebody is about to sign in.
  user_id uuid,
  expires_at timestamptz not null
);
create index passkey_challenges__expires_at on passkey_challenges (expires_at);
call keep_to_platform('passkey_challenges');

-- Browsers that need no second step for a while.
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

-- Passwords that were, as hashes, for the rule that forbids returning to them.
create table password_history (
  company_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  constraint password_history__pk primary key (company_id, user_id, id),
  constraint password_history__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call keep_to_company('password_history');

-- A company's own rules; what is null is the platform company's, and what is null there is the product's default.
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

-- What every company inherits; the row itself stays the platform company's.
create function platform_password_rules()
  returns table (
    kind text, min_length smallint, max_length smallint, history smallint, expire_days smallint, remind_days smallint
  )
  language sql stable security definer set search_path = public, pg_temp as $$
  select own.kind, own.min_length, own.max_length, own.history, own.expire_days, own.remind_days
  from password_policies own join companies on companies.id = own.company_id and companies.platform
$$;

-- The one rule that used to be a base parameter moves to the rules of the platform company.
insert into password_policies (company_id, max_length, updated_by)
  select company_id, value::text::smallint, updated_by from base_parameters
  where code = 'password.maxLen' and builtin and value <> '20';
delete from base_parameters where code = 'password.maxLen' and builtin;

-- What is to be sent and what was. The content is sealed until it has gone out and removed then.
create table messages (
  company_id uuid not null,
  id uuid not null,
  channel text not null,
  template text not null,
  -- Masked, for people; the address itself is inside the sealed content.
  target text not null,
  content text,
  state text not null default 'queued',
  tries integer not null default 0,
  provider text,
  receipt text,
  problem text,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint messages__pk primary key (company_id, id)
);
create index messages__created_at on messages (company_id, created_at desc, id);
create index messages__due on messages (due_at) where state = 'queued';
call keep_to_company('messages');

create table message_templates (
  id uuid primary key,
  code text not null,
  channel text not null,
  name text not null,
  title text not null,
  content text not null,
  -- The template's number at the SMS service.
  provider_template text not null default '',
  updated_at timestamptz not null default now(),
  updated_by jsonb,
  version integer not null default 1,
  constraint message_templates__code unique (code, channel)
);
call share_with_companies('message_templates');
-- All companies send in the same words; the platform company alone may change them.
create policy platform_company_edits on message_templates for update to atrium_company
  using ((select platform from companies where id = (select acting_company())))
  with check ((select platform from companies where id = (select acting_company())));
grant update on message_templates to atrium_company;

-- Who asked to be let in, and what was decided. The company is the one that decides.
create table registrations (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  account text not null,
  name text not null,
  phone text not null,
  -- Emptied once it is decided.
  password_hash text not null,
  firm jsonb,
  -- Came with an invitation into the company that decides.
  invited boolean not null default false,
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
create unique index registrations__account on registrations (lower(account)) where state = 'review';
create unique index registrations__phone on registrations (phone) where state = 'review';
call keep_to_company('registrations');

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
  constraint invitations__code unique (code),
  constraint invitations__company_id foreign key (company_id) references companies (id)
);
create index invitations__created_at on invitations (company_id, created_at desc, id);
call keep_to_company('invitations');

-- The sign-in log reads its own few events.
create index audit_log__sign_ins on audit_log (company_id, seq desc)
  where event in ('signIn.verified', 'session.started', 'portalSignIn.verified', 'portalSession.started');
