-- Which roles in use give one of these elements, of their own or by what they inherit; `*` stands for everything there is.
-- A locked role gives nothing and lets nothing through (`role_lines`, migration 0011).
create function roles_giving(of_elements text[])
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
    select heir.company_id, heir.id, gives.element, gives.step + 1
    from gives join roles heir on heir.company_id = gives.company_id and heir.parent_id = gives.id
    where gives.step < 5 and heir.status = 1
  )
  select distinct gives.company_id, gives.id, gives.element from gives;
end;

-- Who wears such a role at this moment.
create function people_given(of_elements text[])
  returns table (company_id uuid, user_id uuid, element text)
  language sql stable set search_path = public, pg_temp
begin atomic
  select distinct worn.company_id, worn.user_id, giving.element
  from roles_giving(of_elements) giving
  join user_roles worn on worn.company_id = giving.company_id and worn.role_id = giving.role_id and in_force(worn)
  join users on users.company_id = worn.company_id and users.id = worn.user_id and users.deleted_at is null;
end;

-- Also those lose an element whose role inherits it.
create or replace function holders_of(of_elements text[]) returns table (companies integer, roles integer, people integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(distinct held.company_id)::integer,
         count(distinct (held.company_id, held.role_id))::integer,
         (select count(distinct (given.company_id, given.user_id)) from people_given(of_elements) given
          where given.element <> '*')::integer
  from role_elements held
  where held.element = any (of_elements)
  having (select platform from companies where companies.id = acting_company());
end;

-- Who can make one of these calls by this element alone: the roles that give nothing else that opens it, and the people
-- none of whose roles does. Tells numbers alone, and those to the platform company alone.
create function losers_of(of_element text, of_apis uuid[])
  returns table (companies integer, roles integer, people integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with openers as (select element, api_id from element_apis where api_id = any (of_apis)),
    giving as (select * from roles_giving(array(select element from openers))),
    given as (select * from people_given(array(select element from openers))),
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
                and (other.element = '*' or (other.element, lost.api_id) in (select element, api_id from openers)))))::integer
  where (select platform from companies where companies.id = acting_company());
end;

revoke execute on function roles_giving(text[]), people_given(text[]), losers_of(text, uuid[]) from public;
grant execute on function losers_of(text, uuid[]) to atrium_company;
