-- Categories of assets, with how they lose their value.
create table categories (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  code text not null,
  months integer not null,
  residual_percent integer not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  constraint categories__pk primary key (company_id, id),
  constraint categories__company_id foreign key (company_id) references companies (id),
  constraint categories__name unique (company_id, name),
  constraint categories__code unique (company_id, code)
);
call keep_to_company('categories');
