-- Roles are kept by people: they inherit, are locked, and say whose rows their wearers see.
alter table roles
  add column description text not null default '',
  add column type text not null default 'custom',
  add column parent_id uuid,
  add column data_scope text not null default 'all',
  add column data_org_ids uuid[] not null default '{}',
  add column rules jsonb not null default '[]',
  add column home_menu uuid,
  add column sort integer not null default 0,
  add column status smallint not null default 1,
  add column created_at timestamptz not null default now(),
  add column created_by jsonb not null default '{"id":"","name":"系统"}',
  add column updated_at timestamptz not null default now(),
  add column updated_by jsonb not null default '{"id":"","name":"系统"}',
  add column version integer not null default 1,
  add constraint roles__name unique (company_id, name),
  add constraint roles__parent foreign key (company_id, parent_id) references roles (company_id, id),
  add constraint roles__home_menu foreign key (home_menu) references menus (id) on delete set null,
  add constraint roles__type check (type in ('builtin', 'template', 'custom')),
  add constraint roles__data_scope check (data_scope in ('all', 'company', 'orgSub', 'org', 'custom', 'self')),
  add constraint roles__status check (status in (0, 1));
create index roles__parent on roles (company_id, parent_id);
create index roles__home_menu on roles (home_menu);
update roles set type = 'builtin' where code in ('platform-root', 'company-admin');

-- Which roles the wearers of a role may give to others; a role without rows here sets no limit.
create table role_assignable (
  company_id uuid not null,
  role_id uuid not null,
  assignable_id uuid not null,
  constraint role_assignable__pk primary key (company_id, role_id, assignable_id),
  constraint role_assignable__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade,
  constraint role_assignable__assignable foreign key (company_id, assignable_id) references roles (company_id, id)
    on delete cascade
);
create index role_assignable__assignable on role_assignable (company_id, assignable_id);
call keep_to_company('role_assignable');

-- Who gives a role what it holds: itself and, one after the other, what it inherits from. A locked role gives nothing and
-- lets nothing through, unless the question is what would be held if nobody had locked anything (`whole`).
create function role_lines(of_company uuid, of_roles uuid[], whole boolean)
  returns table (role_id uuid, giver_id uuid, depth integer)
  language sql stable rows 10
begin atomic
  with recursive line as (
    select roles.id as of_role, roles.id as giver, roles.parent_id as above, 1 as step
    from roles where roles.company_id = of_company and roles.id = any(of_roles) and (whole or roles.status = 1)
    union all
    select line.of_role, roles.id, roles.parent_id, line.step + 1
    from line join roles on roles.company_id = of_company and roles.id = line.above
    where line.step < 5 and (whole or roles.status = 1)
  )
  select line.of_role, line.giver, line.step from line;
end;

-- The roles that inherit from one, nearest first.
create function role_heirs(of_company uuid, of_role uuid)
  returns table (heir_id uuid, depth integer)
  language sql stable rows 10
begin atomic
  with recursive heirs as (
    select roles.id as heir, 1 as step from roles where roles.company_id = of_company and roles.parent_id = of_role
    union all
    select roles.id, heirs.step + 1
    from heirs join roles on roles.company_id = of_company and roles.parent_id = heirs.heir
    where heirs.step < 5
  )
  select heirs.heir, heirs.step from heirs;
end;
