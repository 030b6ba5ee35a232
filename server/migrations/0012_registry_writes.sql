-- An element that is gone is held by no role any more, in whichever company it is.
alter table role_elements
  drop constraint role_elements__element,
  add constraint role_elements__element foreign key (element) references elements (code) on delete cascade;

-- What the platform company takes from others when it deletes what all share. These run as the owner and tell numbers
-- alone, and those to the platform company alone.
create function roles_holding(of_element text) returns integer
  language sql stable security definer set search_path = public, pg_temp
  return (
    select count(*) from role_elements
    where element = of_element and (select platform from companies where id = acting_company())
  )::integer;

create function holders_of(of_elements text[]) returns table (companies integer, roles integer, people integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select count(distinct held.company_id)::integer,
         count(distinct (held.company_id, held.role_id))::integer,
         (count(distinct (worn.company_id, worn.user_id)) filter (where worn.user_id is not null))::integer
  from role_elements held
  left join (user_roles worn
    join users on users.company_id = worn.company_id and users.id = worn.user_id and users.deleted_at is null)
    on worn.company_id = held.company_id and worn.role_id = held.role_id and in_force(worn)
  where held.element = any (of_elements)
    and (select platform from companies where companies.id = acting_company());
end;

revoke execute on function roles_holding(text), holders_of(text[]) from public;
grant execute on function roles_holding(text), holders_of(text[]) to atrium_company;
