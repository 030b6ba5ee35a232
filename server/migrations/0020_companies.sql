-- Companies as the platform keeps them. A top company is a tenant: it has a plan, which is the ceiling of what its roles
-- may hold, and its subsidiaries share it. The operator's own company and the members' have neither tenant nor ceiling.

create table plans (
  id uuid primary key,
  code text not null,
  name text not null,
  description text not null default '',
  -- The product's own: its ceiling is what the product means a company to hold, and follows it.
  builtin boolean not null default false,
  -- 1 can be chosen, 0 is given to nobody anew.
  status smallint not null default 1,
  -- How many users; null: as many as they like.
  most_users integer,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  -- Also the number of a change of its ceiling: whoever keeps rights that it limits keeps the number they were read at.
  version integer not null default 1,
  constraint plans__code unique (code),
  constraint plans__name unique (name),
  constraint plans__most_users check (most_users > 0),
  constraint plans__status check (status in (0, 1))
);
create table plan_elements (
  plan_id uuid not null,
  element text not null,
  constraint plan_elements__pk primary key (plan_id, element),
  constraint plan_elements__plan foreign key (plan_id) references plans (id) on delete cascade,
  constraint plan_elements__element foreign key (element) references elements (code) on delete cascade
);
create index plan_elements__element on plan_elements (element);
create table plan_menus (
  plan_id uuid not null,
  menu_id uuid not null,
  constraint plan_menus__pk primary key (plan_id, menu_id),
  constraint plan_menus__plan foreign key (plan_id) references plans (id) on delete cascade,
  constraint plan_menus__menu foreign key (menu_id) references menus (id) on delete cascade
);
create index plan_menus__menu on plan_menus (menu_id);
call share_with_companies('plans');
call share_with_companies('plan_elements');
call share_with_companies('plan_menus');
-- What it holds is written down at every start, when it is known what there is to hold.
insert into plans (id, code, name, description, builtin)
  values (gen_random_uuid(), 'standard', '标准版', '产品自带的套餐，权限范围随产品更新', true);

alter table companies
  add column short_name text not null default '',
  add column code text not null default '',
  add column credit_code text not null default '',
  add column legal text not null default '',
  add column contact text not null default '',
  add column phone text not null default '',
  add column email text not null default '',
  add column area_code text not null default '',
  add column address text not null default '',
  add column industry text not null default '',
  add column size text not null default '',
  add column remark text not null default '',
  add column parent_id uuid,
  -- The company whose tenant it shares; a top company's own.
  add column top_id uuid,
  add column admin_id uuid,
  add column locked_at timestamptz,
  add column locked_until timestamptz,
  add column lock_reason text not null default '',
  add column locked_by jsonb,
  add column created_by jsonb not null default '{"id":"","name":"系统"}',
  add column updated_at timestamptz not null default now(),
  add column updated_by jsonb not null default '{"id":"","name":"系统"}',
  add column version integer not null default 1,
  add column name_grams text[] not null default '{}',
  add constraint companies__parent foreign key (parent_id) references companies (id),
  add constraint companies__top foreign key (top_id) references companies (id),
  add constraint companies__admin foreign key (id, admin_id) references users (company_id, id) on delete set null (admin_id);
update companies set top_id = id;
update companies set admin_id = (
  select user_id from user_roles join roles on roles.company_id = user_roles.company_id and roles.id = user_roles.role_id
  where user_roles.company_id = companies.id and roles.type = 'builtin' and roles.code = 'company-admin'
  order by granted_at, user_id limit 1);
alter table companies alter column top_id set not null;
create unique index companies__code on companies (code) where code <> '';
create unique index companies__credit_code on companies (credit_code) where credit_code <> '';
create index companies__parent on companies (parent_id);
create index companies__top on companies (top_id);
create index companies__admin on companies (id, admin_id);
create index companies__created_at on companies (created_at desc, id);
create index companies__locked on companies (locked_at) where locked_at is not null;

-- A lock ends by itself at its moment: 1 normal, 0 disabled, 2 locked.
create function standing_of(of_company companies) returns smallint
  language sql stable
  return case
    when of_company.status <> 1 then 0
    when of_company.locked_at is not null and (of_company.locked_until is null or of_company.locked_until > now()) then 2
    else 1
  end::smallint;

-- As for users (migration 0007), but in one index for all: companies are searched by the platform alone.
create function grams_of(words text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(lower(words), at, size)), '{}')
    from generate_series(1, length(words)) as at, generate_series(1, 3) as size
    where at + size - 1 <= length(words)
  );
create function searched_grams(words text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(lower(words), at, least(length(words), 3))), '{}')
    from generate_series(1, greatest(length(words) - 2, 1)) as at
  );
create function complete_company() returns trigger language plpgsql as $$
begin
  new.top_id := coalesce((select top_id from companies where id = new.parent_id), new.id);
  new.name_grams := grams_of(concat_ws(' ', new.name, new.short_name, new.code, new.credit_code));
  return new;
end $$;
create trigger complete before insert or update of name, short_name, code, credit_code, parent_id on companies
  for each row execute function complete_company();
update companies set name_grams = grams_of(name);
create index companies__name_grams on companies using gin (name_grams) with (fastupdate = off);

create table tenants (
  company_id uuid primary key,
  plan_id uuid not null,
  start_at timestamptz not null default now(),
  -- Null: without end.
  expire_at timestamptz,
  -- How long after its end people may still look, and change nothing.
  grace_days integer not null default 15,
  trial boolean not null default false,
  suspended_at timestamptz,
  suspend_reason text not null default '',
  -- How many users, where another number than the plan's was agreed on.
  most_users integer,
  -- Whether the platform's people may act in its companies: at once, after they were let, or not at all.
  switch_policy text not null default 'allowed',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint tenants__grace_days check (grace_days between 0 and 365),
  constraint tenants__most_users check (most_users > 0),
  constraint tenants__switch_policy check (switch_policy in ('allowed', 'ask', 'denied')),
  constraint tenants__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint tenants__plan foreign key (plan_id) references plans (id)
);
create index tenants__plan on tenants (plan_id);
create index tenants__expire_at on tenants (expire_at) where expire_at is not null;
create index tenants__suspended on tenants (company_id) where suspended_at is not null;
alter table tenants enable row level security;
alter table tenants force row level security;
create policy company_rows on tenants for select to atrium_company
  using (company_id = (select top_id from companies where id = (select acting_company())));
create policy platform_rows on tenants to atrium_platform using (true) with check (true);
create policy owner_rows on tenants to current_user using (true) with check (true);
grant select on tenants to atrium_company;
grant select, insert, update, delete on tenants to atrium_platform;
insert into tenants (company_id, plan_id, start_at)
  select companies.id, plans.id, companies.created_at from companies, plans
  where not companies.platform and not companies.members and plans.code = 'standard';

-- How a tenant stands at this moment, told by its times alone.
create function state_of(of_tenant tenants) returns text
  language sql stable
  return case
    when of_tenant.suspended_at is not null then 'suspended'
    when of_tenant.expire_at is null or of_tenant.expire_at > now() then case when of_tenant.trial then 'trial' else 'active' end
    when of_tenant.expire_at + make_interval(days => of_tenant.grace_days) > now() then 'grace'
    else 'expired'
  end;

-- Whether somebody of a company comes in, and what he finds: `open`, `readOnly`, or closed because its company is
-- `stopped`, its tenant `suspended` or `expired`. A company without a tenant is the platform's own or the members'.
create function door_of(of_company companies, of_user uuid) returns text
  language sql stable
  return case when standing_of(of_company) <> 1 then 'stopped' else coalesce((
    select case state_of(tenants)
      when 'suspended' then 'suspended'
      when 'expired' then case when of_company.admin_id = of_user then 'readOnly' else 'expired' end
      when 'grace' then 'readOnly'
      else 'open' end
    from tenants where tenants.company_id = of_company.top_id), 'open') end;

-- Whether a company's tenant has as many users as it may have. Counting waits for whoever else is adding one; in a
-- company's sight the company can only be its own.
create function is_full(of_company uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  top uuid;
  most integer;
begin
  if acting_company() is distinct from of_company and acting_company() is not null then return null; end if;
  select tenants.company_id, coalesce(tenants.most_users, plans.most_users) into top, most
    from companies join tenants on tenants.company_id = companies.top_id join plans on plans.id = tenants.plan_id
    where companies.id = of_company for no key update of tenants;
  if most is null then return false; end if;
  return most <= (select count(*) from users join companies on companies.id = users.company_id
    where companies.top_id = top and users.deleted_at is null);
end $$;
revoke execute on function is_full(uuid) from public;
grant execute on function is_full(uuid) to atrium_company, atrium_platform;

-- Whoever keeps rights keeps the version of the plan they were read at too: while a plan changes the roles of all its
-- companies, their own numbers need not change, which would write tens of thousands of rows several times over.
create or replace function bump_company_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.plan_changes', true) = 'yes' then return null; end if;
  update companies set epoch = epoch + 1 where id in (select company_id from changed);
  return null;
end $$;
