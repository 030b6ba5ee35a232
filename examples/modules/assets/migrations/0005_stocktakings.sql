-- Stock-takings of an organisation, and what was expected and found in each.
create table stocktakings (
  company_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null,
  org uuid,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  constraint stocktakings__pk primary key (company_id, id),
  constraint stocktakings__company_id foreign key (company_id) references companies (id),
  constraint stocktakings__number unique (company_id, number),
  constraint stocktakings__org foreign key (company_id, org)
    references orgs (company_id, id) on delete set null (org)
);
create index stocktakings__org on stocktakings (company_id, org);
call keep_to_company('stocktakings');

create table stock_items (
  company_id uuid not null,
  id uuid not null,
  stocktaking text not null,
  number text not null,
  name text not null,
  location text not null default '',
  expected boolean not null default false,
  found boolean,
  found_location text not null default '',
  note text not null default '',
  result text not null generated always as (
    case
      when not expected then 'unexpected'
      when found is null then 'uncounted'
      when not found then 'missing'
      when found_location not in ('', location) then 'moved'
      else 'matched'
    end
  ) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  constraint stock_items__pk primary key (company_id, id),
  constraint stock_items__company_id foreign key (company_id) references companies (id),
  constraint stock_items__number unique (company_id, stocktaking, number),
  constraint stock_items__stocktaking foreign key (company_id, stocktaking)
    references stocktakings (company_id, number) on delete cascade
);
call keep_to_company('stock_items');
