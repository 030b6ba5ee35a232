-- Users and groups that applications provision by SCIM 2.0 (decision 106).

-- Without a row an application provisions nobody.
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
