-- Assets of a company.
create table assets (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  code text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  constraint assets__pk primary key (company_id, id),
  constraint assets__company_id foreign key (company_id) references companies (id),
  constraint assets__code unique (company_id, code),
  constraint assets__name unique (company_id, name)
);
call keep_to_company('assets');
