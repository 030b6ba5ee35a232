-- What administrators know and decide about a user.
alter table users
  -- Sealed; only its ends are ever shown.
  add column id_card text,
  add column remark text not null default '',
  add column expire_at timestamptz,
  add column locked_at timestamptz,
  add column locked_until timestamptz,
  add column lock_reason text not null default '',
  add column locked_by jsonb,
  add column deleted_at timestamptz,
  add column deleted_by jsonb,
  add column created_by jsonb not null default '{"id":"","name":""}',
  add column updated_by jsonb not null default '{"id":"","name":""}';
create index users__created_at on users (company_id, created_at desc, id) where deleted_at is null;
create index users__account on users (company_id, account, id) where deleted_at is null;
create index users__name on users (company_id, name, id) where deleted_at is null;
create index users__expire_at on users (company_id, expire_at, id) where deleted_at is null;
create index users__phone on users (phone) where phone is not null;
create index users__deleted_at on users (company_id, deleted_at desc, id) where deleted_at is not null;

-- Locks and expiry take hold by themselves at their moment: 1 normal, 0 disabled, 2 locked, 3 in the recycle bin.
create function standing_of(of_user users) returns smallint
  language sql stable
  return case
    when of_user.deleted_at is not null then 3
    when of_user.status <> 1 or of_user.expire_at <= now() then 0
    when of_user.locked_at is not null and (of_user.locked_until is null or of_user.locked_until > now()) then 2
    else 1
  end::smallint;

-- Chinese names have two characters, and the usual trigram index needs three: runs of one, two and three characters are
-- indexed, each behind the beginning of its company's id, so that the index of all companies finds one company's rows.
create function grams_of(company uuid, words text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct left(company::text, 8) || substr(lower(words), at, size)), '{}')
    from generate_series(1, length(words)) as at, generate_series(1, 3) as size
    where at + size - 1 <= length(words)
  );
create function searched_grams(company uuid, words text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct left(company::text, 8) || substr(lower(words), at, least(length(words), 3))), '{}')
    from generate_series(1, greatest(length(words) - 2, 1)) as at
  );
alter table users add column name_grams text[] not null default '{}';
create function fill_name_grams() returns trigger language plpgsql as $$
begin
  new.name_grams := grams_of(new.company_id, new.account || ' ' || new.name);
  return new;
end $$;
create trigger name_grams before insert or update of account, name on users
  for each row execute function fill_name_grams();
update users set name_grams = grams_of(company_id, account || ' ' || name);
-- Users change seldom and are searched often: nothing waits in a pending list that every search would have to read.
create index users__name_grams on users using gin (name_grams) with (fastupdate = off);

-- Under row security no text index serves a text search (neither ILIKE nor @> is leakproof), so the search runs as the
-- owner: over the acting company alone, which it takes from the setting, never from its caller. It stops at `most`.
create function find_users(search text, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select id from users
    where company_id = acting_company() and deleted_at is null and phone = search;
  return query
    select id from users
    where company_id = acting_company() and deleted_at is null and phone is distinct from search
      and name_grams @> searched_grams(acting_company(), search)
      and (strpos(lower(account), lower(search)) > 0 or strpos(lower(name), lower(search)) > 0)
    limit most;
end $$;
revoke execute on function find_users(text, integer) from public;
grant execute on function find_users(text, integer) to atrium_company;

alter table user_roles
  add column start_at timestamptz,
  add column expires_at timestamptz,
  add column reason text not null default '',
  add column granted_by jsonb,
  add column granted_at timestamptz not null default now();
create function in_force(worn user_roles) returns boolean
  language sql stable
  return (worn.start_at is null or worn.start_at <= now()) and (worn.expires_at is null or worn.expires_at > now());
