-- The organisation somebody was given a role for: the data of organisations that the role shows him is of that one, wherever he
-- belongs himself. It ends with the organisation.
alter table user_roles
  add column anchor_id uuid,
  add constraint user_roles__anchor foreign key (company_id, anchor_id) references orgs (company_id, id) on delete cascade;
create index user_roles__anchor on user_roles (company_id, anchor_id) where anchor_id is not null;

-- As migration 0042 has it, with that organisation.
create or replace view worn_roles with (security_invoker = true) as
  select company_id, user_id, role_id, start_at, expires_at, null::uuid as org_id, anchor_id
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
