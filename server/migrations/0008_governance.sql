-- Governance: roles and their assignment, data scopes, denials and access requests, terms, reviews, visits.

-- Roles inherit from one parent.
create table roles (
  company_id uuid not null,
  id uuid not null,
  code text not null,
  name text not null,
  -- Holds all elements and menus, future ones included.
  everything boolean not null default false,
  description text not null default '',
  type text not null default 'custom',
  parent_id uuid,
  data_scope text not null default 'all',
  data_org_ids uuid[] not null default '{}',
  rules jsonb not null default '[]',
  home_menu uuid,
  -- Order and visibility of the workbench's cards for users without a choice of their own.
  workbench jsonb,
  sort integer not null default 0,
  status smallint not null default 1,
  name_grams text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint roles__pk primary key (company_id, id),
  constraint roles__company_id foreign key (company_id) references companies (id),
  constraint roles__home_menu foreign key (home_menu) references menus (id) on delete set null,
  constraint roles__parent foreign key (company_id, parent_id) references roles (company_id, id),
  constraint roles__code unique (company_id, code),
  constraint roles__name unique (company_id, name),
  constraint roles__data_scope check (data_scope in ('all', 'company', 'orgSub', 'org', 'custom', 'self')),
  constraint roles__status check (status in (0, 1)),
  constraint roles__type check (type in ('builtin', 'template', 'custom'))
);
create index roles__parent on roles (company_id, parent_id);
create index roles__home_menu on roles (home_menu);
create index roles__workbench on roles (company_id) where workbench is not null;
create index roles__sort on roles (company_id, sort, name collate by_name, id);
create index roles__name_grams on roles using gin (name_grams) with (fastupdate = off);
call keep_to_company('roles');
call bump_epoch_on_change('roles', 'bump_company_epoch');

create function fill_role_grams() returns trigger language plpgsql as $$
begin
  new.name_grams := grams_of(new.company_id, new.name || ' ' || new.code);
  return new;
end $$;
create trigger name_grams before insert or update of name, code on roles for each row execute function fill_role_grams();
-- Like find_users: as the owner, for the acting company only.
create function find_roles(search text, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select id from roles
    where company_id::text = acting_company()::text
      and name_grams @> searched_grams(acting_company(), search)
      and (strpos(lower(name), lower(search)) > 0 or strpos(lower(code), lower(search)) > 0)
    limit most;
end $$;
revoke execute on function find_roles(text, integer) from public;
grant execute on function find_roles(text, integer) to atrium_company;

-- Roles that holders of a role may assign; unlimited without rows.
create table role_assignable (
  company_id uuid not null,
  role_id uuid not null,
  assignable_id uuid not null,
  constraint role_assignable__pk primary key (company_id, role_id, assignable_id),
  constraint role_assignable__assignable foreign key (company_id, assignable_id) references roles (company_id, id)
    on delete cascade,
  constraint role_assignable__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade
);
create index role_assignable__assignable on role_assignable (company_id, assignable_id);
call keep_to_company('role_assignable');

-- Elements that a role gives.
create table role_elements (
  company_id uuid not null,
  role_id uuid not null,
  element text not null,
  constraint role_elements__pk primary key (company_id, role_id, element),
  constraint role_elements__element foreign key (element) references elements (code) on delete cascade,
  constraint role_elements__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade
);
create index role_elements__element on role_elements (element);
call keep_to_company('role_elements');
call bump_epoch_on_change('role_elements', 'bump_company_epoch');

-- Menus that a role gives.
create table role_menus (
  company_id uuid not null,
  role_id uuid not null,
  menu_id uuid not null,
  constraint role_menus__pk primary key (company_id, role_id, menu_id),
  constraint role_menus__menu foreign key (menu_id) references menus (id) on delete cascade,
  constraint role_menus__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade
);
create index role_menus__menu on role_menus (menu_id);
call keep_to_company('role_menus');
call bump_epoch_on_change('role_menus', 'bump_company_epoch');

-- Direct role assignments.
create table user_roles (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  start_at timestamptz,
  expires_at timestamptz,
  reason text not null default '',
  granted_by jsonb,
  granted_at timestamptz not null default now(),
  -- Organisation scope: row scopes of the role apply to this organisation instead of the user's own
  -- (decision 60). Deleting the organisation ends the assignment.
  scope_org_id uuid,
  constraint user_roles__pk primary key (company_id, user_id, role_id),
  constraint user_roles__scope_org foreign key (company_id, scope_org_id) references orgs (company_id, id)
    on delete cascade,
  constraint user_roles__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade,
  constraint user_roles__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index user_roles__role on user_roles (company_id, role_id, user_id) include (start_at, expires_at);
create index user_roles__expires_at on user_roles (company_id, expires_at) where expires_at is not null;
create index user_roles__scope_org on user_roles (company_id, scope_org_id) where scope_org_id is not null;
call keep_to_company('user_roles');
call bump_epoch_on_change('user_roles', 'bump_user_epoch');

-- Roles of an organisation: its members hold them (decision 34).
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

create function in_force(assignment user_roles) returns boolean
  language sql stable
  return (assignment.start_at is null or assignment.start_at <= now())
    and (assignment.expires_at is null or assignment.expires_at > now());

-- Effective role assignments, one row per user and role: the direct one while in force, otherwise the one of an active
-- organisation. Rights are read from here; user_roles holds the direct assignments alone.
create view role_assignments with (security_invoker = true) as
  select company_id, user_id, role_id, start_at, expires_at, null::uuid as org_id, scope_org_id
  from user_roles
  where in_force(user_roles) or not exists (
    select from org_roles
      join user_orgs using (company_id, org_id)
      join orgs on orgs.company_id = org_roles.company_id and orgs.id = org_roles.org_id and orgs.status = 1
    where org_roles.company_id = user_roles.company_id and org_roles.role_id = user_roles.role_id
      and user_orgs.user_id = user_roles.user_id)
  union all
  select org_roles.company_id, user_id, role_id, null::timestamptz, null::timestamptz,
    (array_agg(org_roles.org_id order by org_roles.org_id))[1], null::uuid
  from org_roles
    join user_orgs using (company_id, org_id)
    join orgs on orgs.company_id = org_roles.company_id and orgs.id = org_roles.org_id and orgs.status = 1
  where not exists (
    select from user_roles own
    where own.company_id = org_roles.company_id and own.user_id = user_orgs.user_id and own.role_id = org_roles.role_id
      and in_force(own))
  group by org_roles.company_id, user_id, role_id;
grant select on role_assignments to atrium_company, atrium_platform;

create function in_force(assignment role_assignments) returns boolean
  language sql stable
  return (assignment.start_at is null or assignment.start_at <= now())
    and (assignment.expires_at is null or assignment.expires_at > now());

-- The roles a user holds now, without details, and twice if held in two ways: cheaper than role_assignments for lists
-- and counts.
create view roles_in_force with (security_invoker = true) as
  select company_id, user_id, role_id from user_roles where in_force(user_roles)
  union all
  select user_orgs.company_id, user_orgs.user_id, org_roles.role_id
  from user_orgs
    join orgs on orgs.company_id = user_orgs.company_id and orgs.id = user_orgs.org_id and orgs.status = 1
    join org_roles on org_roles.company_id = orgs.company_id and org_roles.org_id = orgs.id;
grant select on roles_in_force to atrium_company, atrium_platform;

-- A role and its ancestors, nearest first: what they hold is what the role gives. A disabled role gives nothing and
-- cuts off its ancestors, unless `whole` asks for all of them.
create function role_ancestors(of_company uuid, of_roles uuid[], whole boolean)
  returns table (role_id uuid, ancestor_id uuid, depth integer)
  language sql stable rows 10
begin atomic
  with recursive line as (
    select roles.id as of_role, roles.id as ancestor, roles.parent_id as above, 1 as step
    from roles where roles.company_id = of_company and roles.id = any(of_roles) and (whole or roles.status = 1)
    union all
    select line.of_role, roles.id, roles.parent_id, line.step + 1
    from line join roles on roles.company_id = of_company and roles.id = line.above
    where line.step < 5 and (whole or roles.status = 1)
  )
  select line.of_role, line.ancestor, line.step from line;
end;

-- Roles that inherit from a role, nearest first.
create function role_descendants(of_company uuid, of_role uuid)
  returns table (descendant_id uuid, depth integer)
  language sql stable rows 10
begin atomic
  with recursive descendants as (
    select roles.id as descendant, 1 as step
    from roles where roles.company_id = of_company and roles.parent_id = of_role
    union all
    select roles.id, descendants.step + 1
    from descendants join roles on roles.company_id = of_company and roles.parent_id = descendants.descendant
    where descendants.step < 5
  )
  select descendants.descendant, descendants.step from descendants;
end;

-- Effects of registry changes across companies. Those granted to companies run as the owner and answer only the
-- platform company, with counts.
create function roles_holding(of_element text) returns integer
  language sql stable security definer set search_path = public, pg_temp
  return (
    select count(*) from role_elements
    where element = of_element and (select platform from companies where id = acting_company())
  )::integer;

-- Active roles that give one of these elements, inherited ones included; '*' stands for all elements.
create function roles_granting(of_elements text[])
  returns table (company_id uuid, role_id uuid, element text)
  language sql stable set search_path = public, pg_temp
begin atomic
  with recursive gives as (
    select roles.company_id, roles.id, held.element, 1 as step
    from role_elements held join roles on roles.company_id = held.company_id and roles.id = held.role_id
    where held.element = any (of_elements) and roles.status = 1
    union
    select roles.company_id, roles.id, '*', 1 from roles where roles.everything and roles.status = 1
    union
    select child.company_id, child.id, gives.element, gives.step + 1
    from gives join roles child on child.company_id = gives.company_id and child.parent_id = gives.id
    where gives.step < 5 and child.status = 1
  )
  select distinct gives.company_id, gives.id, gives.element from gives;
end;

-- Users who hold one of these elements. Materialised, so that users are joined last: the other order sorts all
-- assignments of common roles.
create function users_holding(of_elements text[])
  returns table (company_id uuid, user_id uuid, element text)
  language sql stable set search_path = public, pg_temp
begin atomic
  with holder as materialized (
    select distinct held.company_id, held.user_id, giving.element
    from roles_granting(of_elements) giving
    join roles_in_force held on held.company_id = giving.company_id and held.role_id = giving.role_id
  )
  select holder.company_id, holder.user_id, holder.element from holder
  join users on users.company_id = holder.company_id and users.id = holder.user_id and users.deleted_at is null;
end;

create function holders_of(of_elements text[]) returns table (companies integer, roles integer, people integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(distinct held.company_id)::integer,
         count(distinct (held.company_id, held.role_id))::integer,
         (select count(distinct (given.company_id, given.user_id)) from users_holding(of_elements) given
          where given.element <> '*')::integer
  from role_elements held
  where held.element = any (of_elements)
  having (select platform from companies where companies.id = acting_company());
end;

-- Roles and users that could call one of these APIs only through this element.
create function access_losses(of_element text, of_apis uuid[])
  returns table (companies integer, roles integer, people integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with openers as (select element, api_id from element_apis where api_id = any (of_apis)),
    giving as (select * from roles_granting(array(select element from openers))),
    given as (select * from users_holding(array(select element from openers))),
    losing as (
      select one.company_id, one.role_id from giving one
      where one.element = of_element and exists (
        select from openers lost where lost.element = of_element and not exists (
          select from giving other
          where other.company_id = one.company_id and other.role_id = one.role_id and other.element <> of_element
            and (other.element = '*' or (other.element, lost.api_id) in (select element, api_id from openers)))))
  select (select count(distinct losing.company_id) from losing)::integer,
         (select count(*) from losing)::integer,
         (select count(*) from given one
          where one.element = of_element and exists (
            select from openers lost where lost.element = of_element and not exists (
              select from given other
              where other.company_id = one.company_id and other.user_id = one.user_id and other.element <> of_element
                and (other.element = '*'
                  or (other.element, lost.api_id) in (select element, api_id from openers)))))::integer
  where (select platform from companies where companies.id = acting_company());
end;

-- Users from whom an element withholds the field it restricts: those without it, in companies whose plan allows it.
create function restricted_by(of_element text) returns table (companies integer, people integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with concerned as materialized (
    select companies.id from companies
    where not exists (select from tenants where tenants.company_id = companies.top_id)
      or exists (
        select from tenants join plan_elements on plan_elements.plan_id = tenants.plan_id
        where tenants.company_id = companies.top_id and plan_elements.element = of_element)
  ), restricted as (
    select users.company_id, count(*) - count(given.user_id) as people
    from concerned join users on users.company_id = concerned.id and users.deleted_at is null
      left join (select distinct company_id, user_id from users_holding(array[of_element])) given
        on given.company_id = users.company_id and given.user_id = users.id
    group by users.company_id
  )
  select count(*)::integer, coalesce(sum(people), 0)::integer from restricted
  where people > 0 and (select platform from companies where companies.id = acting_company());
end;

revoke execute on function roles_holding(text), roles_granting(text[]), users_holding(text[]), holders_of(text[]),
  access_losses(text, uuid[]), restricted_by(text) from public;
grant execute on function roles_holding(text), roles_granting(text[]), holders_of(text[]), access_losses(text, uuid[]),
  restricted_by(text) to atrium_company;

-- Calls that only observation admitted (decision 30); kept for seven days.
create table observed_calls (
  company_id uuid not null,
  api_id uuid not null,
  user_id uuid not null,
  -- When the observation began.
  since timestamptz not null,
  -- In UTC.
  day date not null,
  calls integer not null,
  constraint observed_calls__pk primary key (company_id, api_id, user_id, since, day),
  constraint observed_calls__api foreign key (api_id) references apis (id) on delete cascade,
  constraint observed_calls__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index observed_calls__api on observed_calls (api_id, day);
create index observed_calls__user on observed_calls (company_id, user_id);
create index observed_calls__day on observed_calls (day);
call keep_to_company('observed_calls');

-- As the owner, for the platform company: counts, and ids that open no rows of other companies.
create function observed_people(of_api uuid) returns table (company_id uuid, user_id uuid, calls integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select seen.company_id, seen.user_id, sum(seen.calls)::integer
  from observed_calls seen join apis on apis.id = seen.api_id
  where seen.api_id = of_api and seen.day > utc_today() - 7 and seen.since = apis.observed_since
    and (select platform from companies where companies.id = acting_company())
  group by seen.company_id, seen.user_id;
end;

-- Users with an element that opened the API when observation began, and none that opens it now. Each role's ancestors
-- are resolved once, however many users hold it.
create function admitted_by_observation(of_api uuid) returns table (company_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with holding as (
    select distinct held.company_id, line.role_id
    from observed_elements was
    join role_elements held on held.element = was.element
    cross join lateral (
      select held.role_id union all select descendant_id from role_descendants(held.company_id, held.role_id)
    ) line (role_id)
    where was.api_id = of_api and (select platform from companies where companies.id = acting_company())
      -- A disabled role in between cuts off its ancestors.
      and exists (
        select from role_ancestors(held.company_id, array[line.role_id], false) ancestor
        where ancestor.ancestor_id = held.role_id)
  ), people as materialized (
    select distinct assignment.company_id, assignment.user_id
    from holding
    join role_assignments assignment
      on assignment.company_id = holding.company_id and assignment.role_id = holding.role_id and in_force(assignment)
    join users
      on users.company_id = assignment.company_id and users.id = assignment.user_id and users.deleted_at is null
  ), other_assignments as materialized (
    select distinct assignment.company_id, assignment.role_id
    from people
    join role_assignments assignment
      on assignment.company_id = people.company_id and assignment.user_id = people.user_id and in_force(assignment)
  ), opening as materialized (
    select other_assignments.company_id, other_assignments.role_id
    from other_assignments
    where exists (
      select from role_ancestors(other_assignments.company_id, array[other_assignments.role_id], false) line
      join roles ancestor on ancestor.company_id = other_assignments.company_id and ancestor.id = line.ancestor_id
      where ancestor.everything or exists (
        select from role_elements held join element_apis bound on bound.element = held.element and bound.api_id = of_api
        where held.company_id = ancestor.company_id and held.role_id = ancestor.id))
  )
  select people.company_id, people.user_id from people
  where not exists (
    select from role_assignments assignment
    join opening on opening.company_id = assignment.company_id and opening.role_id = assignment.role_id
    where assignment.company_id = people.company_id and assignment.user_id = people.user_id and in_force(assignment));
end;

revoke execute on function observed_people(uuid), admitted_by_observation(uuid) from public;
grant execute on function observed_people(uuid), admitted_by_observation(uuid) to atrium_company;

-- Calls refused for a missing permission, with the trace of the decision; kept for thirty days, partitioned by time.
create table denials (
  company_id uuid not null,
  id uuid not null,
  trace_id text not null,
  user_id uuid not null,
  method text not null,
  -- As in the registry: /api/sys/users/{id}/v1.
  path text not null,
  steps jsonb not null,
  denied_at timestamptz not null default now(),
  -- Missing besides the API's own element, as for bulk deletes; null otherwise.
  element text,
  -- The page that was refused; it needs this menu besides the element.
  menu_id uuid,
  -- The company acted in on a visit; its plan takes part in the decision.
  acting jsonb,
  constraint denials__pk primary key (company_id, id),
  constraint denials__menu foreign key (menu_id) references menus (id) on delete set null,
  constraint denials__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
) partition by range (id);
create index denials__trace on denials (company_id, trace_id);
create index denials__user on denials (company_id, user_id, denied_at desc);
create index denials__api on denials (company_id, path, method, denied_at desc);
create index denials__menu on denials (menu_id);
call keep_to_company('denials');
create table denials_default partition of denials default;
call keep_to_owner('denials_default');
select shift_partition('denials', now());

-- Requests for access after a denial.
create table access_requests (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  element text not null,
  trace_id text not null,
  reason text not null,
  state text not null default 'open',
  -- The assigned role, with its name at that time.
  role jsonb,
  decide_reason text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by jsonb,
  version integer not null default 1,
  menu_id uuid,
  constraint access_requests__pk primary key (company_id, id),
  constraint access_requests__element foreign key (element) references elements (code) on delete cascade,
  constraint access_requests__menu foreign key (menu_id) references menus (id) on delete set null,
  constraint access_requests__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create unique index access_requests__open on access_requests (company_id, user_id, element) where state = 'open';
create index access_requests__user on access_requests (company_id, user_id, created_at desc);
create index access_requests__element on access_requests (element);
create index access_requests__created_at on access_requests (company_id, created_at desc, id);
create index access_requests__menu on access_requests (menu_id);
call keep_to_company('access_requests');

-- Terms: temporary roles and accounts that administrators let expire. Valid for one end: a changed end needs a new
-- decision.
create table released_terms (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid,
  expires_at timestamptz not null,
  constraint released_terms__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade,
  constraint released_terms__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint released_terms__term unique nulls not distinct (company_id, user_id, role_id)
);
create index released_terms__role on released_terms (company_id, role_id);
create index released_terms__expires_at on released_terms (expires_at);
call keep_to_company('released_terms');

-- The last notice of ending terms to a company's administrators.
create table term_notices (
  company_id uuid not null,
  notified_at timestamptz not null default now(),
  constraint term_notices__pk primary key (company_id),
  constraint term_notices__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('term_notices');

-- Access reviews (decision 58): reviewers keep or remove the roles of the users they lead.
create table reviews (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  due_at timestamptz not null,
  -- All assignments, those of chosen roles, or those within chosen organisations; `chosen` holds their names at
  -- that time.
  coverage text not null,
  chosen text[] not null default '{}',
  -- What happens to items without an answer.
  unanswered text not null,
  state text not null default 'open',
  items integer not null default 0,
  -- Progress after closing: roles to remove, the last item done, and the outcomes.
  removing integer not null default 0,
  applied_to uuid,
  removed integer not null default 0,
  gone integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  closed_at timestamptz,
  -- Null if closed at its due time.
  closed_by jsonb,
  -- The ids of `chosen`; some may no longer exist.
  chosen_ids uuid[] not null default '{}',
  -- Months from start to the next repetition (decision 63); 0 if none or already started.
  repeat_months smallint not null default 0,
  -- The administrator in whose name the next one starts.
  repeat_by jsonb,
  -- Why the repetition ended by itself.
  stopped text not null default '',
  constraint reviews__pk primary key (company_id, id),
  constraint reviews__company_id foreign key (company_id) references companies (id),
  constraint reviews__coverage check (coverage in ('all', 'roles', 'orgs')),
  constraint reviews__repeat_by check ((repeat_months > 0) = (repeat_by is not null)),
  constraint reviews__repeat_months check (repeat_months in (0, 1, 3, 6, 12)),
  constraint reviews__state check (state in ('open', 'applying', 'closed', 'cancelled')),
  constraint reviews__unanswered check (unanswered in ('keep', 'remove'))
);
create index reviews__open on reviews (due_at) where state = 'open';
create index reviews__applying on reviews (closed_at) where state = 'applying';
create index reviews__repeated on reviews (created_at) where repeat_months > 0;
call keep_to_company('reviews');

-- A reviewer's share of a review.
create table review_lists (
  company_id uuid not null,
  review_id uuid not null,
  reviewer_id uuid not null,
  items integer not null,
  answered integer not null default 0,
  notified_at timestamptz,
  constraint review_lists__pk primary key (company_id, review_id, reviewer_id),
  constraint review_lists__review foreign key (company_id, review_id) references reviews (company_id, id)
    on delete cascade,
  constraint review_lists__reviewer foreign key (company_id, reviewer_id) references users (company_id, id)
    on delete cascade
);
create index review_lists__reviewer on review_lists (company_id, reviewer_id);
create index review_lists__not_notified on review_lists (company_id, review_id) where notified_at is null;
call keep_to_company('review_lists');

-- Assignments of roles under review.
create table review_items (
  company_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  -- Null after the reviewer is purged.
  reviewer_id uuid,
  answer text,
  reason text not null default '',
  answered_at timestamptz,
  outcome text,
  -- Why the role was not removed.
  refusal text not null default '',
  constraint review_items__pk primary key (company_id, id),
  constraint review_items__review foreign key (company_id, review_id) references reviews (company_id, id)
    on delete cascade,
  constraint review_items__reviewer foreign key (company_id, reviewer_id) references users (company_id, id)
    on delete set null (reviewer_id),
  constraint review_items__role foreign key (company_id, role_id) references roles (company_id, id) on delete cascade,
  constraint review_items__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint review_items__given unique (company_id, review_id, user_id, role_id),
  constraint review_items__answer check (answer in ('keep', 'remove')),
  -- Reviewers do not review themselves.
  constraint review_items__other check (reviewer_id <> user_id),
  constraint review_items__outcome check (outcome in ('removed', 'gone', 'refused'))
);
create index review_items__user on review_items (company_id, user_id);
create index review_items__role on review_items (company_id, role_id);
create index review_items__reviewer on review_items (company_id, reviewer_id, review_id, user_id, role_id);
-- The order in which roles are removed.
create index review_items__next on review_items (company_id, review_id, id);
call keep_to_company('review_items');

-- Requests to visit a company whose tenant wants to approve visits. The company does not see the visitors' rows, so
-- they are described here with their names at that time.
create table visit_requests (
  company_id uuid not null,
  id uuid not null,
  home_company_id uuid not null,
  user_id uuid not null,
  asked_by jsonb not null,
  home jsonb not null,
  org_id uuid,
  mode text not null,
  reason text not null,
  minutes integer not null,
  state text not null default 'open',
  decide_reason text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by jsonb,
  -- An approval admits once, until then.
  use_until timestamptz,
  version integer not null default 1,
  constraint visit_requests__pk primary key (company_id, id),
  constraint visit_requests__org foreign key (company_id, org_id) references orgs (company_id, id) on delete cascade,
  constraint visit_requests__user foreign key (home_company_id, user_id) references users (company_id, id)
    on delete cascade,
  constraint visit_requests__mode check (mode in ('view', 'manage')),
  constraint visit_requests__state check (state in ('open', 'allowed', 'used', 'rejected')),
  constraint visit_requests__use check (state <> 'allowed' or use_until is not null)
);
create unique index visit_requests__open on visit_requests (company_id, user_id) where state = 'open';
create index visit_requests__user on visit_requests (home_company_id, user_id);
create index visit_requests__org on visit_requests (company_id, org_id);
create index visit_requests__created_at on visit_requests (company_id, created_at desc, id);
call keep_to_company('visit_requests');

-- Companies pinned in the switcher. company_id is the user's own company.
create table pinned_companies (
  company_id uuid not null,
  user_id uuid not null,
  pinned_id uuid not null,
  pinned_at timestamptz not null default now(),
  constraint pinned_companies__pk primary key (company_id, user_id, pinned_id),
  constraint pinned_companies__pinned foreign key (pinned_id) references companies (id) on delete cascade,
  constraint pinned_companies__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade
);
create index pinned_companies__pinned on pinned_companies (pinned_id);
call keep_to_company('pinned_companies');

-- What a provider's rules have given a person is theirs to take (decision 107) as long as the person holds it: taken and
-- given again by hand, it is the administrator's.
create table identity_mapped_roles (
  company_id uuid not null,
  user_id uuid not null,
  provider_id uuid not null,
  role_id uuid not null,
  constraint identity_mapped_roles__pk primary key (company_id, user_id, role_id, provider_id),
  constraint identity_mapped_roles__held foreign key (company_id, user_id, role_id)
    references user_roles (company_id, user_id, role_id) on delete cascade,
  constraint identity_mapped_roles__provider foreign key (company_id, provider_id)
    references identity_providers (company_id, id) on delete cascade
);
create index identity_mapped_roles__provider on identity_mapped_roles (company_id, provider_id);
call keep_to_company('identity_mapped_roles');
