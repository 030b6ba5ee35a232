-- Who is given one of these elements at this moment. Roles first and people last: joined the other way round, everything that
-- everybody wears was sorted to find the few who wear one of these.
create or replace function people_given(of_elements text[])
  returns table (company_id uuid, user_id uuid, element text)
  language sql stable set search_path = public, pg_temp
begin atomic
  with worn as materialized (
    select distinct held.company_id, held.user_id, giving.element
    from roles_giving(of_elements) giving
    join roles_in_force held on held.company_id = giving.company_id and held.role_id = giving.role_id
  )
  select worn.company_id, worn.user_id, worn.element from worn
  join users on users.company_id = worn.company_id and users.id = worn.user_id and users.deleted_at is null;
end;

-- From how many people an element keeps the field that it restricts: those who do not hold it, in the companies that can hold it.
-- Tells numbers alone, and those to the platform company alone.
create function restricted_by(of_element text) returns table (companies integer, people integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with concerned as materialized (
    select companies.id from companies
    where not exists (select from tenants where tenants.company_id = companies.top_id)
      or exists (
        select from tenants join plan_elements on plan_elements.plan_id = tenants.plan_id
        where tenants.company_id = companies.top_id and plan_elements.element = of_element)
  ), kept as (
    select users.company_id, count(*) - count(given.user_id) as people
    from concerned join users on users.company_id = concerned.id and users.deleted_at is null
      left join (select distinct company_id, user_id from people_given(array[of_element])) given
        on given.company_id = users.company_id and given.user_id = users.id
    group by users.company_id
  )
  select count(*)::integer, coalesce(sum(people), 0)::integer from kept
  where people > 0 and (select platform from companies where companies.id = acting_company());
end;
revoke execute on function restricted_by(text) from public;
grant execute on function restricted_by(text) to atrium_company;
