-- A search answers what lists sort by, so that a page of it is cut before anything else is looked up; and most of what it
-- finds stands in its indexes: how accounts and names begin is read from these alone, without a visit to each row.
drop index users__account_begins;
drop index users__name_begins;
drop index users__name_grams;
-- What remains for the runs of characters is what stands within a name, behind its first.
create or replace function fill_name_grams() returns trigger language plpgsql as $$
begin
  new.name_grams := grams_of(new.company_id, substr(new.name, 2));
  return new;
end $$;
update users set name_grams = grams_of(company_id, substr(name, 2));
create index users__account_begins on users (company_id, lower(account) text_pattern_ops)
  include (id, account, name, phone, created_at, expire_at) where deleted_at is null;
create index users__name_begins on users (company_id, lower(name) text_pattern_ops)
  include (id, account, name, phone, created_at, expire_at) where deleted_at is null;
create index users__name_grams on users using gin (name_grams) with (fastupdate = off);

-- The last three runs that do not overlap, as before; an expression alone, which statements take in instead of calling it.
create or replace function searched_grams(company uuid, words text) returns text[]
  language sql immutable parallel safe
  return array[
    left(company::text, 8) || right(lower(words), 3),
    left(company::text, 8) || substr(lower(words), greatest(length(words) - 5, 1), 3),
    left(company::text, 8) || substr(lower(words), greatest(length(words) - 8, 1), 3)
  ];

-- Companies are searched the same way.
create or replace function searched_grams(words text) returns text[]
  language sql immutable parallel safe
  return array[
    right(lower(words), 3),
    substr(lower(words), greatest(length(words) - 5, 1), 3),
    substr(lower(words), greatest(length(words) - 8, 1), 3)
  ];

-- All ways of finding stand in one statement, whose plan is kept: its `limit` stops before the later ones where the earlier
-- found enough. No estimate of a search nobody has typed yet shall make it read the table instead.
drop function find_users(text, integer);
create function find_users(search text, most integer)
  returns table (id uuid, account text, name text, created_at timestamptz, expire_at timestamptz)
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  wanted text := lower(search);
  -- Accounts are of ASCII alone; that one does not begin so need not be asked of each row.
  is_foreign boolean := ascii(search) > 127;
begin
  return query
    select found.id, found.account, found.name, found.created_at, found.expire_at
    from (
      select users.* from users where company_id = acting_company() and deleted_at is null and phone = search
      union all
      select users.* from users
      where company_id = acting_company() and deleted_at is null and phone is distinct from search
        and begins(lower(users.account), wanted)
      union all
      select users.* from users
      where company_id = acting_company() and deleted_at is null and phone is distinct from search
        and begins(lower(users.name), wanted) and (is_foreign or not begins(lower(users.account), wanted))
      union all
      -- The company as text, so that it is not read as a whole from its key: the runs are of one company.
      select users.* from users
      where company_id::text = acting_company()::text and deleted_at is null and phone is distinct from search
        and name_grams @> searched_grams(acting_company(), search) and strpos(lower(users.name), wanted) > 1
        and not begins(lower(users.name), wanted) and (is_foreign or not begins(lower(users.account), wanted))
    ) as found
    limit most;
end $$;
revoke execute on function find_users(text, integer) from public;
grant execute on function find_users(text, integer) to atrium_company;

-- Counting who wears a role visits no rows either.
drop index user_roles__role;
create index user_roles__role on user_roles (company_id, role_id, user_id) include (start_at, expires_at);
