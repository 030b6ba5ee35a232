-- When whoever signs in gave a second step or a passkey; what a trusted browser was spared is none.
alter table sign_in_attempts add column proved_at timestamptz;

-- As migration 0025 has it, but for organisations that are stopped: they give their roles to nobody.
create or replace view worn_roles with (security_invoker = true) as
  select company_id, user_id, role_id, start_at, expires_at, null::uuid as org_id
  from user_roles
  where in_force(user_roles) or not exists (
    select from org_roles
      join user_orgs using (company_id, org_id)
      join orgs on orgs.company_id = org_roles.company_id and orgs.id = org_roles.org_id and orgs.status = 1
    where org_roles.company_id = user_roles.company_id and org_roles.role_id = user_roles.role_id
      and user_orgs.user_id = user_roles.user_id)
  union all
  select org_roles.company_id, user_id, role_id, null::timestamptz, null::timestamptz,
    (array_agg(org_roles.org_id order by org_roles.org_id))[1]
  from org_roles
    join user_orgs using (company_id, org_id)
    join orgs on orgs.company_id = org_roles.company_id and orgs.id = org_roles.org_id and orgs.status = 1
  where not exists (
    select from user_roles own
    where own.company_id = org_roles.company_id and own.user_id = user_orgs.user_id and own.role_id = org_roles.role_id
      and in_force(own))
  group by org_roles.company_id, user_id, role_id;
