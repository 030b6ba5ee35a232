-- Somebody is found by how his account or name begins, by his phone, and by what stands anywhere in his name. Accounts share
-- their beginnings: their runs of characters were most of the index, and meeting long lists of them the most of a search.

-- Whether words begin so, as a range: what an index in the order of bytes finds at once.
create function begins(words text, beginning text) returns boolean
  language sql immutable parallel safe
  return words ~>=~ beginning and words ~<~ (beginning || chr(1114111));
create index users__account_begins on users (company_id, lower(account) text_pattern_ops) where deleted_at is null;
create index users__name_begins on users (company_id, lower(name) text_pattern_ops) where deleted_at is null;

create or replace function fill_name_grams() returns trigger language plpgsql as $$
begin
  new.name_grams := grams_of(new.company_id, new.name);
  return new;
end $$;
drop trigger name_grams on users;
create trigger name_grams before insert or update of name on users
  for each row execute function fill_name_grams();
drop index users__name_grams;
update users set name_grams = grams_of(company_id, name);
create index users__name_grams on users using gin (name_grams) with (fastupdate = off);

-- How accounts begin comes first, and how names do where one character is all there is, a surname: where these alone are
-- more than is asked for, nothing else is looked at.
create or replace function find_users(search text, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  wanted text := lower(search);
  is_surname boolean := length(search) = 1;
  found_so_far integer;
  found_more integer := 0;
begin
  return query
    select id from users
    where company_id = acting_company() and deleted_at is null and phone = search;
  return query
    select id from users
    where company_id = acting_company() and deleted_at is null and phone is distinct from search
      and begins(lower(account), wanted)
    limit most;
  get diagnostics found_so_far = row_count;
  if is_surname and found_so_far < most then
    return query
      select id from users
      where company_id = acting_company() and deleted_at is null and phone is distinct from search
        and begins(lower(name), wanted) and not begins(lower(account), wanted)
      limit most;
    get diagnostics found_more = row_count;
  end if;
  if found_so_far + found_more >= most then return; end if;
  -- Planned anew each time: how common the runs of characters are decides how they are looked for. The company as text, so
  -- that it is not read as a whole from its key: the runs are of one company.
  return query execute $find$
    select id from users
    where company_id::text = acting_company()::text and deleted_at is null and phone is distinct from $1
      and name_grams @> searched_grams(acting_company(), $2)
      and strpos(lower(name), $2) > 0 and not begins(lower(account), $2)
      and not ($3 and begins(lower(name), $2))
    limit $4 $find$ using search, wanted, is_surname, most;
end $$;
