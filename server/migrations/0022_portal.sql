-- Portal: companies that registered themselves, and their recognition by the operator (decision 100).

-- What a registered company says of itself. It is a claim until the operator recognises it and copies it to companies,
-- so that nobody can occupy the name or the credit code of another company.
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

create table enterprise_licences (
  company_id uuid not null,
  file_id uuid not null,
  constraint enterprise_licences__pk primary key (company_id),
  constraint enterprise_licences__enterprise foreign key (company_id) references enterprises (company_id) on delete cascade,
  constraint enterprise_licences__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index enterprise_licences__file on enterprise_licences (company_id, file_id);
call keep_to_company('enterprise_licences');
call reference_files('enterprise_licences', 'licence', 'company_id');

-- Companies that registered before this migration, as far as their registration was approved by a person.
insert into enterprises (company_id, name, credit_code, legal)
  select companies.id, companies.name, coalesce(registration.firm ->> 'creditCode', ''), coalesce(registration.firm ->> 'legal', '')
  from registrations registration join companies on companies.name = registration.firm ->> 'name'
  where registration.state = 'approved' and registration.kind = 'ent' and not companies.platform and not companies.members
  on conflict do nothing;

-- How an application appears on the portal; without a row it is shown to nobody.
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
