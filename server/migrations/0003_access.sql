-- Access: the registry of modules, elements (permissions), APIs and menus that roles are made of.
--
-- The catalogue step at start writes what the code declares (origin 'code'); administrators of the platform company add
-- the rest ('custom'). `declared` holds the code's values: a field that differs from it was edited and keeps its value.

-- Number of the last change of the registry; compiled rights carry the number they were read at.
create table registry_epoch (
  single boolean primary key default true,
  epoch bigint not null default 1,
  constraint registry_epoch__single check (single)
);
insert into registry_epoch default values;
call share_with_companies('registry_epoch');
create function bump_registry_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update registry_epoch set epoch = epoch + 1;
  return null;
end $$;

-- Groups of elements, APIs and menus.
create table modules (
  id uuid primary key,
  code text not null,
  name text not null,
  app text not null default 'console',
  sort integer not null default 0,
  description text not null default '',
  origin text not null,
  state text not null default 'active',
  declared jsonb,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint modules__code unique (code),
  constraint modules__app check (app in ('console', 'front', 'open')),
  constraint modules__origin check (origin in ('code', 'custom')),
  constraint modules__state check (state in ('active', 'new', 'changed', 'missing'))
);
call share_with_companies('modules');
call let_platform_company_edit('modules');

-- Permissions, one row each.
create table elements (
  code text primary key,
  module text not null,
  operation text not null,
  id uuid not null,
  name text not null default '',
  kind text not null default 'button',
  risk text not null default 'low',
  sort integer not null default 0,
  description text not null default '',
  origin text not null default 'code',
  state text not null default 'active',
  declared jsonb,
  -- Position in the bitsets of compiled rights; never reused.
  bit integer generated always as identity,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  -- Whether all calls of the element only read; updated from the code at start. Auditors hold such elements.
  reads boolean not null default false,
  -- The field that an element of kind 'field' restricts for users without it.
  field jsonb,
  constraint elements__module foreign key (module) references modules (code),
  constraint elements__bit unique (bit),
  constraint elements__id unique (id),
  constraint elements__field check ((kind = 'field') = (field is not null)),
  constraint elements__kind check (kind in ('button', 'page', 'field')),
  constraint elements__origin check (origin in ('code', 'custom')),
  constraint elements__risk check (risk in ('low', 'mid', 'high')),
  constraint elements__state check (state in ('active', 'new', 'changed', 'missing'))
);
create index elements__of_module on elements (module, sort, code);
-- One element per restriction.
create unique index elements__restricts on elements ((field ->> 'resource'), (field ->> 'name'), (field ->> 'effect'));
call share_with_companies('elements');
call let_platform_company_edit('elements');
create trigger epoch after insert or update or delete on elements
  for each statement execute function bump_registry_epoch();

-- Calls of this product and of business systems that the registry decides on.
create table apis (
  id uuid primary key,
  -- Name in the code, like `sysBases.create`; empty for APIs of business systems.
  key text not null default '',
  method text not null,
  path text not null,
  name text not null,
  module text not null,
  -- Required of the caller: nothing, a started sign-in, a session, or an element bound to the API.
  auth text not null,
  description text not null default '',
  origin text not null,
  state text not null default 'active',
  declared jsonb,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  -- In 'observe' mode, users who could call when observation began are admitted and counted (decision 30).
  mode text not null default 'enforce',
  observed_since timestamptz,
  -- Rate limit per user.
  rate jsonb,
  -- Whether the caller has to confirm their identity.
  mfa boolean not null default false,
  -- What is logged of a read for which the code declares no audit.
  audit text not null default 'none',
  constraint apis__module foreign key (module) references modules (code),
  constraint apis__address unique (method, path),
  constraint apis__audit check (audit in ('none', 'meta', 'full')),
  constraint apis__auth check (auth in ('public', 'temporary', 'login', 'perm')),
  constraint apis__mode check (mode in ('enforce', 'observe') and (mode = 'observe') = (observed_since is not null)),
  constraint apis__origin check (origin in ('code', 'custom')),
  constraint apis__state check (state in ('active', 'new', 'changed', 'missing', 'deprecated'))
);
create index apis__module on apis (module);
call share_with_companies('apis');
call let_platform_company_edit('apis');
create trigger epoch after insert or update or delete on apis
  for each statement execute function bump_registry_epoch();

-- APIs that an element opens.
create table element_apis (
  element text not null,
  api_id uuid not null,
  constraint element_apis__pk primary key (element, api_id),
  constraint element_apis__api foreign key (api_id) references apis (id) on delete cascade,
  constraint element_apis__element foreign key (element) references elements (code) on delete cascade
);
create index element_apis__api on element_apis (api_id);
call share_with_companies('element_apis');
call let_platform_company_edit('element_apis');
create trigger epoch after insert or update or delete on element_apis
  for each statement execute function bump_registry_epoch();

-- The tree of menus.
create table menus (
  id uuid primary key,
  code text not null,
  parent_id uuid,
  name text not null,
  sort integer not null,
  metadata jsonb not null,
  kind text not null default 'menu',
  status smallint not null default 1,
  -- 'code' menus can be disabled, and never deleted.
  origin text not null default 'custom',
  declared jsonb,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint menus__parent_id foreign key (parent_id) references menus (id),
  constraint menus__code unique (code)
);
create index menus__parent_id on menus (parent_id);
call share_with_companies('menus');
create policy platform_company_adds on menus for insert to atrium_company
  with check ((select platform from companies where id = (select acting_company())));
create policy platform_company_edits on menus for update to atrium_company
  using ((select platform from companies where id = (select acting_company())))
  with check ((select platform from companies where id = (select acting_company())));
create policy platform_company_removes on menus for delete to atrium_company
  using ((select platform from companies where id = (select acting_company())));
grant insert, update, delete on menus to atrium_company;
create trigger epoch after insert or update or delete on menus
  for each statement execute function bump_registry_epoch();

-- A granted menu is shown to users who hold one of its elements, or to all of them if it has none.
create table menu_elements (
  menu_id uuid not null,
  element text not null,
  constraint menu_elements__pk primary key (menu_id, element),
  -- No cascade: a menu that lost its only element would be shown to more users.
  constraint menu_elements__element foreign key (element) references elements (code),
  constraint menu_elements__menu foreign key (menu_id) references menus (id) on delete cascade
);
create index menu_elements__element on menu_elements (element);
call share_with_companies('menu_elements');
call let_platform_company_edit('menu_elements');
create trigger epoch after insert or update or delete on menu_elements
  for each statement execute function bump_registry_epoch();

-- Elements that opened an API when its observation began: observation admits their holders only.
create table observed_elements (
  api_id uuid not null,
  element text not null,
  constraint observed_elements__pk primary key (api_id, element),
  constraint observed_elements__api foreign key (api_id) references apis (id) on delete cascade,
  constraint observed_elements__element foreign key (element) references elements (code) on delete cascade
);
create index observed_elements__element on observed_elements (element);
call share_with_companies('observed_elements');
call let_platform_company_edit('observed_elements');
create trigger epoch after insert or update or delete on observed_elements
  for each statement execute function bump_registry_epoch();

-- Call statistics of APIs, kept for seven days, without users. Each node adds its counts every few seconds.
create table api_calls (
  api_id uuid not null,
  -- In UTC.
  day date not null,
  -- Calls that took at most 1.2 ^ bucket milliseconds.
  bucket smallint not null,
  -- Admitted calls.
  calls integer not null,
  -- Calls refused for a missing permission.
  denials integer not null,
  last_at timestamptz not null,
  constraint api_calls__pk primary key (api_id, day, bucket),
  constraint api_calls__api foreign key (api_id) references apis (id) on delete cascade
);
create index api_calls__day on api_calls (day);
call keep_to_platform('api_calls');
create policy platform_company_reads on api_calls for select to atrium_company
  using ((select platform from companies where id = (select acting_company())));
grant select on api_calls to atrium_company;

create function utc_today() returns date
  language sql stable
  return (now() at time zone 'UTC')::date;
