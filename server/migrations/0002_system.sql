-- System: base parameters with their history, dictionaries, and the administrative divisions of China.

-- The base parameters of each company.
create table base_parameters (
  company_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  kind text not null,
  options text[] not null default '{}',
  value jsonb,
  tags jsonb not null default '{}',
  description text not null default '',
  builtin boolean not null default false,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint base_parameters__pk primary key (company_id, id),
  constraint base_parameters__company_id foreign key (company_id) references companies (id),
  constraint base_parameters__code unique (company_id, code)
);
create index base_parameters__created_at on base_parameters (company_id, created_at desc, id);
-- The product's own parameters are read often, beside any number of those that administrators add.
create index base_parameters__builtin on base_parameters (company_id) where builtin;
call keep_to_company('base_parameters');

-- All versions of a parameter, the current one included.
create table base_parameter_versions (
  company_id uuid not null,
  parameter_id uuid not null,
  version integer not null,
  code text not null,
  name text not null,
  kind text not null,
  options text[] not null,
  value jsonb,
  tags jsonb not null,
  description text not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint base_parameter_versions__pk primary key (company_id, parameter_id, version),
  constraint base_parameter_versions__parameter foreign key (company_id, parameter_id)
    references base_parameters (company_id, id) on delete cascade
);
call keep_to_company('base_parameter_versions');

--
-- Dictionaries: the values of a field that administrators maintain. The platform's items are shared; a company may lay
-- its own over them.
--

-- Dictionaries by their code.
create table dict_groups (
  id uuid not null,
  code text not null,
  name text not null,
  description text not null default '',
  sort integer not null default 0,
  -- The product reads it by its code.
  builtin boolean not null default false,
  -- The product knows each item: none is added, removed or disabled.
  closed boolean not null default false,
  -- Rows may still hold its codes, so that their labels stay.
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint dict_groups__pk primary key (id),
  constraint dict_groups__code unique (code)
);
call share_with_companies('dict_groups');
call let_platform_company_edit('dict_groups');

-- The platform's items.
create table dict_items (
  id uuid not null,
  group_id uuid not null,
  -- Never changes: rows hold it.
  code text not null,
  name text not null,
  value text not null default '',
  -- Code of the item above it.
  parent text,
  sort integer not null default 0,
  -- A tone of the console; empty: none.
  color text not null default '',
  tags jsonb not null default '{}',
  status smallint not null default 1,
  builtin boolean not null default false,
  -- Null: without a beginning, without an end.
  starts_at timestamptz,
  ends_at timestamptz,
  description text not null default '',
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint dict_items__pk primary key (id),
  constraint dict_items__code unique (group_id, code),
  constraint dict_items__group foreign key (group_id) references dict_groups (id),
  constraint dict_items__parent foreign key (group_id, parent) references dict_items (group_id, code),
  constraint dict_items__color check (color in ('', 'accent', 'good', 'warn', 'danger')),
  constraint dict_items__status check (status in (0, 1)),
  constraint dict_items__period check (ends_at > starts_at)
);
create index dict_items__parent on dict_items (group_id, parent);
call share_with_companies('dict_items');
call let_platform_company_edit('dict_items');

-- A company's layer. Over an item of the platform, null inherits its value; any other row is an item of the company,
-- whose tags are not null.
create table dict_layers (
  company_id uuid not null,
  id uuid not null,
  group_id uuid not null,
  code text not null,
  name text,
  value text,
  parent text,
  sort integer,
  color text,
  tags jsonb,
  status smallint,
  starts_at timestamptz,
  ends_at timestamptz,
  description text,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint dict_layers__pk primary key (company_id, id),
  constraint dict_layers__company_id foreign key (company_id) references companies (id),
  constraint dict_layers__code unique (company_id, group_id, code),
  constraint dict_layers__group foreign key (group_id) references dict_groups (id),
  constraint dict_layers__color check (color in ('', 'accent', 'good', 'warn', 'danger')),
  constraint dict_layers__status check (status in (0, 1)),
  constraint dict_layers__period check (ends_at > starts_at)
);
create index dict_layers__group on dict_layers (group_id);
call keep_to_company('dict_layers');

-- What applies in the acting company: the platform's items under its layer, and its own. Without a company: the
-- platform's.
create view dict_entries with (security_invoker = true) as
  select items.id, items.group_id, groups.code as group_code, groups.name as group_name, groups.closed, items.code,
    coalesce(layer.name, items.name) as name, items.value, items.parent, coalesce(layer.sort, items.sort) as sort,
    coalesce(layer.color, items.color) as color, items.tags, least(items.status, layer.status) as status,
    items.builtin, items.starts_at, items.ends_at, items.description,
    groups.removed_at is not null or items.removed_at is not null as removed,
    layer.company_id, coalesce(layer.version, 0) as layer_version, false as own,
    items.name as platform_name, items.color as platform_color, items.sort as platform_sort,
    items.status as platform_status, items.created_at, items.created_by,
    coalesce(layer.updated_at, items.updated_at) as updated_at,
    coalesce(layer.updated_by, items.updated_by) as updated_by, items.version
  from dict_items items
    join dict_groups groups on groups.id = items.group_id
    left join dict_layers layer on layer.company_id = acting_company() and layer.group_id = items.group_id
      and layer.code = items.code and layer.removed_at is null
  -- An item that a company had under the same code before is its own again once the platform's is removed.
  where items.removed_at is null or layer.tags is null
  union all
  select layer.id, layer.group_id, groups.code, groups.name, groups.closed, layer.code, coalesce(layer.name, layer.code),
    coalesce(layer.value, ''), layer.parent, coalesce(layer.sort, 0), coalesce(layer.color, ''),
    coalesce(layer.tags, '{}'), coalesce(layer.status, 1), false, layer.starts_at, layer.ends_at,
    coalesce(layer.description, ''), groups.removed_at is not null or layer.removed_at is not null,
    layer.company_id, layer.version, true, null, null, null, null, layer.created_at, layer.created_by,
    layer.updated_at, layer.updated_by, layer.version
  from dict_layers layer
    join dict_groups groups on groups.id = layer.group_id
  where layer.company_id = acting_company()
    and not exists (select from dict_items items where items.group_id = layer.group_id and items.code = layer.code
      and (items.removed_at is null or layer.tags is null));
grant select on dict_entries to atrium_company, atrium_platform;

--
-- Areas: the administrative divisions of China with those that have ended, loaded from server/reference/areas.tsv.br.
--

-- Administrative divisions by code, those that have ended included.
create table areas (
  -- Six digits down to counties, nine for towns.
  code text collate "C" not null,
  name text not null,
  -- Without tones, one word for each character.
  pinyin text not null,
  initials text not null,
  -- 1 province, 2 city, 3 county, 4 town.
  level smallint not null,
  -- Empty for provinces.
  parent text collate "C" not null,
  -- Null: before the oldest source, and in force.
  valid_from date,
  valid_until date,
  -- The code in force that an ended one leads to: of the same area, or of the one above.
  successor text collate "C",
  -- The document of a reviewed change.
  document text not null default '',
  constraint areas__pk primary key (code)
);
create index areas__parent on areas (parent, code) where valid_until is null;
create index areas__successor on areas (successor) where successor is not null;
create index areas__ended on areas (valid_until, code) where valid_until is not null;
call share_with_companies('areas');

-- What is loaded.
create table area_editions (
  sha256 text not null,
  loaded_at timestamptz not null default now(),
  constraint area_editions__pk primary key (sha256)
);
call share_with_companies('area_editions');
