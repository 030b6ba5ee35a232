-- A search needs only enough grams to find few: the last three that do not overlap, since names and accounts differ most
-- at their ends.
create or replace function searched_grams(company uuid, words text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(left(company::text, 8) || substr(lower(words), greatest(length(words) - 3 * nth + 1, 1), 3)), '{}')
    from generate_series(1, least(greatest(length(words) / 3, 1), 3)) as nth
  );

create or replace function find_users(search text, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select id from users
    where company_id = acting_company() and deleted_at is null and phone = search;
  return query
    select id from users
    -- As text, so that the planner does not also read the whole company from its key: the grams are of one company.
    where company_id::text = acting_company()::text and deleted_at is null and phone is distinct from search
      and name_grams @> searched_grams(acting_company(), search)
      and (strpos(lower(account), lower(search)) > 0 or strpos(lower(name), lower(search)) > 0)
    limit most;
end $$;

-- Roles in the order their list shows them.
create index roles__sort on roles (company_id, sort, name, id);
