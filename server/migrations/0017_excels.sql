-- Excel templates of a company. Built-in ones are made from the fields of their entity; a row is one that was changed
-- or added.
create table excels (
  company_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  entity text not null,
  mode text not null default 'upsert',
  keys text[] not null default '{}',
  status smallint not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint excels__pk primary key (company_id, id),
  constraint excels__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint excels__code unique (company_id, code),
  constraint excels__mode check (mode in ('insert', 'upsert', 'update')),
  constraint excels__status check (status in (0, 1))
);
call keep_to_company('excels');

-- The columns of templates, in their order.
create table excel_columns (
  company_id uuid not null,
  excel_id uuid not null,
  sort smallint not null,
  field text not null,
  title text not null,
  required boolean not null,
  is_unique boolean not null,
  min_length integer,
  max_length integer,
  least numeric,
  most numeric,
  pattern text not null,
  default_text text not null,
  example text not null,
  note text not null,
  width smallint not null,
  constraint excel_columns__pk primary key (company_id, excel_id, sort),
  constraint excel_columns__excel foreign key (company_id, excel_id) references excels (company_id, id) on delete cascade,
  constraint excel_columns__field unique (company_id, excel_id, field),
  constraint excel_columns__title unique (company_id, excel_id, title)
);
call keep_to_company('excel_columns');
