-- The registry: modules hold elements, elements are given to roles, and APIs are bound to elements. The catalogue step
-- at start writes what the code declares (origin 'code'); administrators add what business systems bring ('custom').
-- `declared` is what the code said last: a row that reads otherwise was relabelled by somebody.

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
insert into modules (id, code, name, origin)
  select gen_random_uuid(), module, module, 'code' from (select distinct module from elements) known;

alter table elements
  add column id uuid,
  add column name text not null default '',
  add column kind text not null default 'button',
  add column risk text not null default 'low',
  add column sort integer not null default 0,
  add column description text not null default '',
  add column origin text not null default 'code',
  add column state text not null default 'active',
  add column declared jsonb,
  -- The place of the element in the bitsets that rights are compiled into; never used twice.
  add column bit integer generated always as identity,
  add column created_at timestamptz not null default now(),
  add column created_by jsonb not null default '{"id":"","name":"系统"}',
  add column updated_at timestamptz not null default now(),
  add column updated_by jsonb not null default '{"id":"","name":"系统"}',
  add column version integer not null default 1;
update elements set id = gen_random_uuid();
alter table elements
  alter column id set not null,
  add constraint elements__id unique (id),
  add constraint elements__bit unique (bit),
  add constraint elements__module foreign key (module) references modules (code),
  add constraint elements__kind check (kind in ('button', 'page', 'field', 'data')),
  add constraint elements__risk check (risk in ('low', 'mid', 'high')),
  add constraint elements__origin check (origin in ('code', 'custom')),
  add constraint elements__state check (state in ('active', 'new', 'changed', 'missing'));
create index elements__of_module on elements (module, sort, code);

create table apis (
  id uuid primary key,
  -- What the code calls it: `sysBases.create`; empty for what a business system brings.
  key text not null default '',
  method text not null,
  path text not null,
  name text not null,
  module text not null,
  -- Who may call at all: everybody, whoever is halfway in, whoever is signed in, whoever holds a bound element.
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
  constraint apis__address unique (method, path),
  constraint apis__module foreign key (module) references modules (code),
  constraint apis__auth check (auth in ('public', 'temporary', 'login', 'perm')),
  constraint apis__origin check (origin in ('code', 'custom')),
  constraint apis__state check (state in ('active', 'new', 'changed', 'missing', 'deprecated'))
);
create index apis__module on apis (module);

create table element_apis (
  element text not null,
  api_id uuid not null,
  constraint element_apis__pk primary key (element, api_id),
  constraint element_apis__element foreign key (element) references elements (code) on delete cascade,
  constraint element_apis__api foreign key (api_id) references apis (id) on delete cascade
);
create index element_apis__api on element_apis (api_id);

-- One number for the whole registry: whoever keeps something compiled from it keeps the number it was read at.
create table registry_epoch (
  single boolean primary key default true,
  epoch bigint not null default 1,
  constraint registry_epoch__single check (single)
);
insert into registry_epoch default values;

-- Reference data for all companies; the platform company alone changes it, at the screens.
call share_with_companies('modules');
call share_with_companies('apis');
call share_with_companies('element_apis');
call share_with_companies('registry_epoch');
create procedure let_platform_company_edit(edited text) language plpgsql as $$
begin
  execute format('create policy platform_company_edits on %I to atrium_company
    using ((select platform from companies where id = (select acting_company())))
    with check ((select platform from companies where id = (select acting_company())))', edited);
  execute format('grant insert, update, delete on %I to atrium_company', edited);
end $$;
call let_platform_company_edit('modules');
call let_platform_company_edit('elements');
call let_platform_company_edit('apis');
call let_platform_company_edit('element_apis');

create function bump_registry_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update registry_epoch set epoch = epoch + 1;
  return null;
end $$;
create trigger epoch after insert or update or delete on elements
  for each statement execute function bump_registry_epoch();
create trigger epoch after insert or update or delete on apis
  for each statement execute function bump_registry_epoch();
create trigger epoch after insert or update or delete on element_apis
  for each statement execute function bump_registry_epoch();
create trigger epoch after insert or update or delete on menus
  for each statement execute function bump_registry_epoch();
