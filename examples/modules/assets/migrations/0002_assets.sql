-- Assets of a company. How an asset loses its value is taken from its category when it is added.
create table assets (
  company_id uuid not null,
  id uuid not null,
  number text not null,
  name text not null,
  category uuid not null,
  price numeric(15, 2) not null,
  bought_on date not null,
  state text not null,
  keeper uuid,
  org uuid,
  location text not null,
  note text not null,
  months integer not null,
  residual numeric(15, 2) not null,
  depreciated_months integer not null default 0,
  net_value numeric(15, 2) not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  constraint assets__pk primary key (company_id, id),
  constraint assets__company_id foreign key (company_id) references companies (id),
  constraint assets__number unique (company_id, number),
  constraint assets__category foreign key (company_id, category) references categories (company_id, id),
  constraint assets__keeper foreign key (company_id, keeper)
    references users (company_id, id) on delete set null (keeper),
  constraint assets__org foreign key (company_id, org)
    references orgs (company_id, id) on delete set null (org)
);
create index assets__category on assets (company_id, category);
create index assets__keeper on assets (company_id, keeper);
create index assets__org on assets (company_id, org);
call keep_to_company('assets');
call has_subjects('assets', 'asset');

insert into dict_groups (id, code, name) values (gen_random_uuid(), 'assetState', '资产状态')
on conflict (code) do nothing;
insert into dict_items (id, group_id, code, name, color, sort)
select gen_random_uuid(), dict_groups.id, item.code, item.name, item.color, item.sort
from dict_groups, (values
  ('inUse', '在用', 'good', 10), ('idle', '闲置', '', 20), ('repair', '维修中', 'warn', 30), ('scrapped', '已报废', '', 40)
) as item (code, name, color, sort)
where dict_groups.code = 'assetState'
on conflict (group_id, code) do nothing;
