-- Tenancy: plans and tenants. A top company is a tenant: its plan is the ceiling of what its roles may hold, and its
-- subsidiaries share it. The platform's own company and the members' company have neither tenant nor ceiling.

-- What tenants may have: limits, elements and menus.
create table plans (
  id uuid primary key,
  code text not null,
  name text not null,
  description text not null default '',
  -- The product's own plan, whose ceiling follows the product.
  builtin boolean not null default false,
  -- 0: not offered to new tenants.
  status smallint not null default 1,
  -- Null: unlimited.
  most_users integer,
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  -- Also numbers changes of the ceiling; cached rights carry the number they were read at.
  version integer not null default 1,
  -- SMS per day; null: unlimited.
  most_sms integer,
  -- Megabytes of images; null: unlimited.
  most_storage integer,
  -- Whether administrators of its companies still lack elements the plan gained: they are granted after the start.
  behind boolean not null default false,
  constraint plans__code unique (code),
  constraint plans__name unique (name),
  constraint plans__most_sms check (most_sms > 0),
  constraint plans__most_storage check (most_storage > 0),
  constraint plans__most_users check (most_users > 0),
  constraint plans__status check (status in (0, 1))
);
call share_with_companies('plans');
-- Each start writes its ceiling.
insert into plans (id, code, name, description, builtin)
  values (gen_random_uuid(), 'standard', '标准版', '内置套餐，权限范围随产品更新', true);

-- Elements below the ceiling of a plan.
create table plan_elements (
  plan_id uuid not null,
  element text not null,
  constraint plan_elements__pk primary key (plan_id, element),
  constraint plan_elements__element foreign key (element) references elements (code) on delete cascade,
  constraint plan_elements__plan foreign key (plan_id) references plans (id) on delete cascade
);
create index plan_elements__element on plan_elements (element);
call share_with_companies('plan_elements');

-- Menus below the ceiling of a plan.
create table plan_menus (
  plan_id uuid not null,
  menu_id uuid not null,
  constraint plan_menus__pk primary key (plan_id, menu_id),
  constraint plan_menus__menu foreign key (menu_id) references menus (id) on delete cascade,
  constraint plan_menus__plan foreign key (plan_id) references plans (id) on delete cascade
);
create index plan_menus__menu on plan_menus (menu_id);
call share_with_companies('plan_menus');

-- The tenant of a top company: its plan, term, limits, branding and sign-in policy.
create table tenants (
  company_id uuid primary key,
  plan_id uuid not null,
  start_at timestamptz not null default now(),
  -- Null: no end.
  expire_at timestamptz,
  -- Days of read-only access after the end.
  grace_days integer not null default 15,
  trial boolean not null default false,
  suspended_at timestamptz,
  suspend_reason text not null default '',
  -- These three override the plan's limits; null: the plan's apply.
  most_users integer,
  -- Whether platform operators may act in its companies: freely, after approval, or not at all.
  switch_policy text not null default 'allowed',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  -- Branding of the tenant; empty: the platform's.
  title text not null default '',
  primary_color text not null default '',
  background text not null default '',
  -- When the data of a closed tenant is erased; closing can be undone until then.
  erase_at timestamptz,
  close_reason text not null default '',
  -- See most_users.
  most_sms integer,
  most_storage integer,
  -- The company that the tenant's set-up was copied from, and when it was last synchronised.
  template_id uuid,
  template_at timestamptz,
  -- Sign-in policy; null: the platform's applies.
  idle_minutes integer,
  absolute_minutes integer,
  most_devices integer,
  -- When a second step of sign-in becomes mandatory.
  second_step_from timestamptz,
  -- IP addresses and CIDR blocks for sign-in; empty: any.
  allowed_addresses text[] not null default '{}',
  -- Its people sign in by its identity providers alone.
  sso_only boolean not null default false,
  constraint tenants__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint tenants__plan foreign key (plan_id) references plans (id),
  constraint tenants__template foreign key (template_id) references companies (id) on delete set null (template_id),
  constraint tenants__absolute_minutes check (absolute_minutes > 0),
  constraint tenants__background check (background ~ '^(#[0-9a-f]{6})?$'),
  constraint tenants__grace_days check (grace_days between 0 and 365),
  constraint tenants__idle_minutes check (idle_minutes > 0),
  constraint tenants__most_devices check (most_devices > 0),
  constraint tenants__most_sms check (most_sms > 0),
  constraint tenants__most_storage check (most_storage > 0),
  constraint tenants__most_users check (most_users > 0),
  constraint tenants__primary_color check (primary_color ~ '^(#[0-9a-f]{6})?$'),
  constraint tenants__switch_policy check (switch_policy in ('allowed', 'ask', 'denied'))
);
create index tenants__plan on tenants (plan_id);
create index tenants__expire_at on tenants (expire_at) where expire_at is not null;
create index tenants__suspended on tenants (company_id) where suspended_at is not null;
create index tenants__erase_at on tenants (erase_at) where erase_at is not null;
create index tenants__template on tenants (template_id) where template_id is not null;
alter table tenants enable row level security;
alter table tenants force row level security;
create policy company_rows on tenants for select to atrium_company
  using (company_id = (select top_id from companies where id = (select acting_company())));
create policy platform_rows on tenants to atrium_platform using (true) with check (true);
create policy owner_rows on tenants to current_user using (true) with check (true);
grant select on tenants to atrium_company;
grant select, insert, update, delete on tenants to atrium_platform;

-- Sign-in hosts of a tenant. A token in DNS proves ownership; one tenant per verified host. The host of a request is
-- looked up before its company is known.
create table tenant_domains (
  company_id uuid not null,
  host text not null,
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint tenant_domains__pk primary key (company_id, host),
  constraint tenant_domains__company_id foreign key (company_id) references companies (id) on delete cascade
);
create unique index tenant_domains__host on tenant_domains (host) where verified_at is not null;
call keep_to_platform('tenant_domains');
-- Companies see under which hosts of their tenant the provider is an issuer of its own.
create policy tenant_reads on tenant_domains for select to atrium_company
  using (verified_at is not null and company_id = (select top_id from companies where id = (select acting_company())));
grant select (company_id, host, verified_at) on tenant_domains to atrium_company;

-- Effective status: 1 active, 0 disabled, 2 locked. A lock ends by itself at its time.
create function status_of(of_company companies) returns smallint
  language sql stable
  return case
    when of_company.status <> 1 then 0
    when of_company.locked_at is not null
      and (of_company.locked_until is null or of_company.locked_until > now()) then 2
    else 1
  end::smallint;

-- The state of a tenant, derived from its times.
create function state_of(of_tenant tenants) returns text
  language sql stable
  return case
    when of_tenant.erase_at is not null then 'closing'
    when of_tenant.suspended_at is not null then 'suspended'
    when of_tenant.expire_at is null or of_tenant.expire_at > now() then
      case when of_tenant.trial then 'trial' else 'active' end
    when of_tenant.expire_at + make_interval(days => of_tenant.grace_days) > now() then 'grace'
    else 'expired'
  end;

-- Whether a user may enter a company: `open`, `readOnly`, or closed because the company is `stopped` or its tenant is
-- `closing`, `suspended` or `expired`. A company without a tenant is open.
create function admission_of(of_company companies, of_user uuid) returns text
  language sql stable
  return case when status_of(of_company) <> 1 then 'stopped' else coalesce((
    select case state_of(tenants)
      when 'closing' then 'closing'
      when 'suspended' then 'suspended'
      when 'expired' then case when of_company.admin_id = of_user then 'readOnly' else 'expired' end
      when 'grace' then 'readOnly'
      else 'open' end
    from tenants where tenants.company_id = of_company.top_id), 'open') end;

-- Companies are searched by the runs of one to three characters in their names and codes: Chinese names are too short
-- for trigrams.
create function grams_of(words text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(lower(words), at, size)), '{}')
    from generate_series(1, length(words)) as at, generate_series(1, 3) as size
    where at + size - 1 <= length(words)
  );
-- The last three runs that do not overlap: an expression that queries inline.
create function searched_grams(words text) returns text[]
  language sql immutable parallel safe
  return array[
    right(lower(words), 3),
    substr(lower(words), greatest(length(words) - 5, 1), 3),
    substr(lower(words), greatest(length(words) - 8, 1), 3)
  ];
create function complete_company() returns trigger language plpgsql as $$
begin
  new.top_id := coalesce((select top_id from companies where id = new.parent_id), new.id);
  new.name_grams := grams_of(concat_ws(' ', new.name, new.short_name, new.code, new.credit_code));
  return new;
end $$;
create trigger complete before insert or update of name, short_name, code, credit_code, parent_id on companies
  for each row execute function complete_company();

-- Users per company, maintained by triggers: a list reads it for fifty thousand companies at once. A separate narrow
-- table, so that adding a user does not wait for changes of the company.
create table headcounts (
  company_id uuid not null,
  -- Sums a tenant without reading companies.
  top_id uuid not null,
  people integer not null default 0,
  constraint headcounts__pk primary key (company_id),
  constraint headcounts__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index headcounts__top on headcounts (top_id) include (people);
call keep_to_platform('headcounts');
create function create_headcount() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into headcounts (company_id, top_id) select id, top_id from changed;
  return null;
end $$;
create trigger headcount after insert on companies
  referencing new table as changed for each statement execute function create_headcount();
create function move_headcount() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update headcounts set top_id = new.top_id where company_id = new.id;
  return null;
end $$;
create trigger headcount_moved after update of parent_id on companies
  for each row when (old.top_id <> new.top_id) execute function move_headcount();

-- The number of users of a tenant.
create function people_of(top uuid) returns bigint language sql stable
  return (select coalesce(sum(people), 0) from headcounts where top_id = top);
revoke execute on function people_of(uuid) from public;
grant execute on function people_of(uuid) to atrium_platform;

-- Users of the acting company, without counting them.
create function acting_headcount() returns bigint
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select coalesce(sum(people), 0) from headcounts where company_id = acting_company();
end;
revoke execute on function acting_headcount() from public;
grant execute on function acting_headcount() to atrium_company;

-- Locks a company's tenant, so that additions to it take turns, and returns its limits; none without a tenant. With a
-- company set, only for that company.
create function lock_tenant(of_company uuid, out top uuid, out most_users integer, out most_storage integer)
  language plpgsql as $$
begin
  if acting_company() is distinct from of_company and acting_company() is not null then return; end if;
  select tenants.company_id, coalesce(tenants.most_users, plans.most_users),
      coalesce(tenants.most_storage, plans.most_storage)
    into top, most_users, most_storage
    from companies join tenants on tenants.company_id = companies.top_id join plans on plans.id = tenants.plan_id
    where companies.id = of_company for no key update of tenants;
end $$;
revoke execute on function lock_tenant(uuid) from public;

-- How many users a company's tenant has room for; null: any number. The lock is a statement of its own: the count after it
-- reads what was committed while waiting.
create function user_room(of_company uuid) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  tenant record := lock_tenant(of_company);
begin
  return tenant.most_users - people_of(tenant.top);
end $$;
revoke execute on function user_room(uuid) from public;
grant execute on function user_room(uuid) to atrium_company, atrium_platform;

-- Erases a closed tenant at its time, with all rows of its companies, their audit logs included. Tables whose rows are
-- still referenced are retried after the others. Returns whether there was one to erase.
create function erase_tenant(top uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  companies_of_tenant uuid[];
  pending text[];
  referenced text[];
  table_name text;
begin
  perform from tenants where company_id = top and erase_at <= now() for update;
  if not found then return false; end if;
  companies_of_tenant := array(select id from companies where top_id = top);
  pending := array(
    select relname from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'company_id');
  while cardinality(pending) > 0 loop
    referenced := '{}';
    foreach table_name in array pending loop
      begin
        execute format('delete from %I where company_id = any($1)', table_name) using companies_of_tenant;
      exception when foreign_key_violation then
        referenced := referenced || table_name;
      end;
    end loop;
    if cardinality(referenced) = cardinality(pending) then
      raise exception 'rows of % reference each other', referenced;
    end if;
    pending := referenced;
  end loop;
  delete from companies where id = any(companies_of_tenant);
  return true;
end $$;
revoke execute on function erase_tenant(uuid) from public;
grant execute on function erase_tenant(uuid) to atrium_platform;
