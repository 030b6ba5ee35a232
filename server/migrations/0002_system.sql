-- System: the base parameters of each company, with their history.

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
