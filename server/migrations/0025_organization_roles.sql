-- Roles of an organisation: whoever belongs to it wears them as long as he does.
create table org_roles (
  company_id uuid not null,
  org_id uuid not null,
  role_id uuid not null,
  granted_by jsonb not null,
  granted_at timestamptz not null default now(),
  constraint org_roles__pk primary key (company_id, org_id, role_id),
  constraint org_roles__org foreign key (company_id, org_id) references orgs (company_id, id) on delete cascade,
  constraint org_roles__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade
);
create index org_roles__role on org_roles (company_id, role_id);
call keep_to_company('org_roles');
call bump_epoch_on_change('org_roles', 'bump_company_epoch');

-- Who wears which role, each once: as it was given to him while that is in force, or else by an organisation he belongs to.
-- This alone is asked what somebody may do; `user_roles` is asked what he was given himself.
create view worn_roles with (security_invoker = true) as
  select company_id, user_id, role_id, start_at, expires_at, null::uuid as org_id
  from user_roles
  where in_force(user_roles) or not exists (
    select from org_roles join user_orgs using (company_id, org_id)
    where org_roles.company_id = user_roles.company_id and org_roles.role_id = user_roles.role_id
      and user_orgs.user_id = user_roles.user_id)
  union all
  select company_id, user_id, role_id, null::timestamptz, null::timestamptz, (array_agg(org_id order by org_id))[1]
  from org_roles join user_orgs using (company_id, org_id)
  where not exists (
    select from user_roles own
    where own.company_id = org_roles.company_id and own.user_id = user_orgs.user_id and own.role_id = org_roles.role_id
      and in_force(own))
  group by company_id, user_id, role_id;
grant select on worn_roles to atrium_company, atrium_platform;

create function in_force(worn worn_roles) returns boolean
  language sql stable
  return (worn.start_at is null or worn.start_at <= now()) and (worn.expires_at is null or worn.expires_at > now());

-- As migrations 0017 and 0018 have them, for everybody who wears a role.
create or replace function people_given(of_elements text[])
  returns table (company_id uuid, user_id uuid, element text)
  language sql stable set search_path = public, pg_temp
begin atomic
  select distinct worn.company_id, worn.user_id, giving.element
  from roles_giving(of_elements) giving
  join worn_roles worn on worn.company_id = giving.company_id and worn.role_id = giving.role_id and in_force(worn)
  join users on users.company_id = worn.company_id and users.id = worn.user_id and users.deleted_at is null;
end;

create or replace function kept_by_observation(of_api uuid) returns table (company_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with holding as (
    select distinct held.company_id, line.role_id
    from observed_elements was
    join role_elements held on held.element = was.element
    cross join lateral (
      select held.role_id union all select heir_id from role_heirs(held.company_id, held.role_id)
    ) line (role_id)
    where was.api_id = of_api and (select platform from companies where companies.id = acting_company())
      -- A locked role in between lets nothing through.
      and exists (select from role_lines(held.company_id, array[line.role_id], false) giver where giver.giver_id = held.role_id)
  ), people as materialized (
    select distinct worn.company_id, worn.user_id
    from holding
    join worn_roles worn on worn.company_id = holding.company_id and worn.role_id = holding.role_id and in_force(worn)
    join users on users.company_id = worn.company_id and users.id = worn.user_id and users.deleted_at is null
  ), worn_besides as materialized (
    select distinct worn.company_id, worn.role_id
    from people
    join worn_roles worn on worn.company_id = people.company_id and worn.user_id = people.user_id and in_force(worn)
  ), opening as materialized (
    select worn_besides.company_id, worn_besides.role_id
    from worn_besides
    where exists (
      select from role_lines(worn_besides.company_id, array[worn_besides.role_id], false) line
      join roles giver on giver.company_id = worn_besides.company_id and giver.id = line.giver_id
      where giver.everything or exists (
        select from role_elements held join element_apis bound on bound.element = held.element and bound.api_id = of_api
        where held.company_id = giver.company_id and held.role_id = giver.id))
  )
  select people.company_id, people.user_id from people
  where not exists (
    select from worn_roles worn
    join opening on opening.company_id = worn.company_id and opening.role_id = worn.role_id
    where worn.company_id = people.company_id and worn.user_id = people.user_id and in_force(worn));
end;
