-- The roles somebody wears at this moment, and nothing of how: twice where he has one in two ways. It is what lists and every
-- check ask, and reads two short ways instead of telling each role once as worn_roles does.
create view roles_in_force with (security_invoker = true) as
  select company_id, user_id, role_id from user_roles where in_force(user_roles)
  union all
  select user_orgs.company_id, user_orgs.user_id, org_roles.role_id
  from user_orgs
    join orgs on orgs.company_id = user_orgs.company_id and orgs.id = user_orgs.org_id and orgs.status = 1
    join org_roles on org_roles.company_id = orgs.company_id and org_roles.org_id = orgs.id;
grant select on roles_in_force to atrium_company, atrium_platform;
