-- People: users, memberships in other companies, organisations and posts.

-- A user with a principal is a membership (decision 36): the principal's account signs in, and ending its sessions ends
-- those of its memberships.
create table users (
  company_id uuid not null,
  id uuid not null,
  account text not null,
  name text not null,
  phone text,
  email text,
  status smallint not null default 1,
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- Number of the last change of the user's roles; cached rights carry the number they were read at.
  epoch bigint not null default 1,
  sex smallint not null default 0,
  signature text not null default '',
  time_zone text not null default '',
  home text not null default '',
  sms_second_step boolean not null default false,
  sign_in_notice boolean not null default false,
  -- Encrypted; only its first and last characters are shown.
  id_card text,
  remark text not null default '',
  expire_at timestamptz,
  locked_at timestamptz,
  locked_until timestamptz,
  lock_reason text not null default '',
  locked_by jsonb,
  deleted_at timestamptz,
  deleted_by jsonb,
  created_by jsonb not null default '{"id":"","name":""}',
  updated_by jsonb not null default '{"id":"","name":""}',
  name_grams text[] not null default '{}',
  principal_company_id uuid,
  principal_id uuid,
  -- Number of the last end of the user's proofs; each proof carries the one at which it was issued (decision 109).
  proof_epoch bigint not null default 1,
  constraint users__pk primary key (company_id, id),
  constraint users__company_id foreign key (company_id) references companies (id),
  constraint users__principal foreign key (principal_company_id, principal_id) references users (company_id, id)
    on delete cascade,
  -- Searches rely on ASCII accounts: every other character takes more than one byte.
  constraint users__account check (octet_length(account) = length(account)),
  constraint users__signs_in_elsewhere check (
    num_nulls(principal_company_id, principal_id) = 2
    or (num_nulls(principal_company_id, principal_id) = 0 and principal_company_id <> company_id
      and password_hash = '' and not must_change_password and phone is null and email is null
      and not sms_second_step and not sign_in_notice))
);
create index users__created_at on users (company_id, created_at desc, id) where deleted_at is null;
create index users__account on users (company_id, account, id) where deleted_at is null;
create index users__name on users (company_id, name collate by_name, id) where deleted_at is null;
create index users__expire_at on users (company_id, expire_at, id) where deleted_at is null;
create index users__phone on users (phone) where phone is not null;
create index users__deleted_at on users (company_id, deleted_at desc, id) where deleted_at is not null;
create index users__name_grams on users using gin (name_grams) with (fastupdate = off);
create index users__present on users (company_id, id) where deleted_at is null;
create index users__account_begins on users (company_id, lower(account) text_pattern_ops)
  include (id, account, name, phone, created_at, expire_at) where deleted_at is null;
create index users__name_begins on users (company_id, lower(name) text_pattern_ops)
  include (id, account, name, phone, created_at, expire_at) where deleted_at is null;
create index users__principal on users (principal_company_id, principal_id) where principal_id is not null;
create unique index users__one_membership on users (company_id, principal_id)
  where principal_id is not null and deleted_at is null;
-- The platform searches people of all companies by the beginning of their account or name. The collation keeps the
-- planner from the indexes of the companies, which it would search once for each of them.
create index users__account_anywhere on users ((lower(account) collate "C")) include (id, account)
  where deleted_at is null;
create index users__name_anywhere on users ((lower(name) collate "C")) include (id, name) where deleted_at is null;
call keep_to_company('users');
alter table companies add constraint companies__admin
  foreign key (id, admin_id) references users (company_id, id) on delete set null (admin_id);

-- Effective status: 1 active, 0 disabled, 2 locked, 3 deleted. Locks and expiry take effect by themselves at their
-- time.
create function status_of(of_user users) returns smallint
  language sql stable
  return case
    when of_user.deleted_at is not null then 3
    when of_user.status <> 1 or of_user.expire_at <= now() then 0
    when of_user.locked_at is not null and (of_user.locked_until is null or of_user.locked_until > now()) then 2
    else 1
  end::smallint;

-- What is half finished or kept ends with what the user's sessions end with (decision 109): the password, a contact, and
-- that the user may sign in, whatever changes it.
create function end_proofs() returns trigger language plpgsql as $$
begin
  new.proof_epoch := old.proof_epoch + 1;
  return new;
end $$;
create trigger end_proofs before update of password_hash, phone, email, status, locked_at, locked_until, deleted_at, expire_at
  on users for each row
  when (
    old.password_hash is distinct from new.password_hash
    or old.phone is distinct from new.phone
    or old.email is distinct from new.email
    or old.status is distinct from new.status
    or old.locked_at is distinct from new.locked_at
    or old.locked_until is distinct from new.locked_until
    or old.deleted_at is distinct from new.deleted_at
    or (old.expire_at is distinct from new.expire_at and new.expire_at <= now()))
  execute function end_proofs();

-- Searching people (decision 43): by the beginning of account or name, by phone, and by runs of characters within a
-- name. Runs of one to three characters are indexed, as Chinese names are too short for trigrams; each is prefixed with
-- the start of the company's id, so that the common index finds one company's rows.
create function grams_of(company uuid, words text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct left(company::text, 8) || substr(lower(words), at, size)), '{}')
    from generate_series(1, length(words)) as at, generate_series(1, 3) as size
    where at + size - 1 <= length(words)
  );
-- The last three runs that do not overlap: an expression that queries inline.
create function searched_grams(company uuid, words text) returns text[]
  language sql immutable parallel safe
  return array[
    left(company::text, 8) || right(lower(words), 3),
    left(company::text, 8) || substr(lower(words), greatest(length(words) - 5, 1), 3),
    left(company::text, 8) || substr(lower(words), greatest(length(words) - 8, 1), 3)
  ];
-- Whether a text has a prefix, as a range that an index in byte order serves.
create function has_prefix(words text, beginning text) returns boolean
  language sql immutable parallel safe
  return words ~>=~ beginning and words ~<~ (beginning || chr(1114111));
-- As grams_of does it, without a set of rows for the short rests that names have.
create function fill_name_grams() returns trigger language plpgsql as $$
declare
  rest text := lower(substr(new.name, 2));
  company text := left(new.company_id::text, 8);
begin
  new.name_grams := case length(rest)
    when 0 then '{}'
    when 1 then array[company || rest]
    when 2 then array[company || left(rest, 1), company || right(rest, 1), company || rest]
    else grams_of(new.company_id, rest)
  end;
  return new;
end $$;
create trigger name_grams before insert or update of name on users
  for each row execute function fill_name_grams();

-- Row-level security keeps text searches from indexes (neither ILIKE nor @> is leakproof), so the search runs as the
-- owner, for the acting company only. It returns the sort keys of lists, which cut a page before anything is joined.
-- One statement with a cached plan: its limit skips the later ways to match once the earlier ones found enough, and no
-- estimate for an unknown search may choose a sequential scan.
create function find_users(search text, most integer)
  returns table (id uuid, account text, name text, created_at timestamptz, expire_at timestamptz)
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  wanted text := lower(search);
  -- Accounts are ASCII: no account starts with another character, which spares the test per row.
  is_foreign boolean := ascii(search) > 127;
begin
  return query
    select found.id, found.account, found.name, found.created_at, found.expire_at
    from (
      select users.* from users where company_id = acting_company() and deleted_at is null and phone = search
      union all
      select users.* from users
      where company_id = acting_company() and deleted_at is null and phone is distinct from search
        and has_prefix(lower(users.account), wanted)
      union all
      select users.* from users
      where company_id = acting_company() and deleted_at is null and phone is distinct from search
        and has_prefix(lower(users.name), wanted) and (is_foreign or not has_prefix(lower(users.account), wanted))
      union all
      -- The company as text keeps the planner from reading the whole company by its key.
      select users.* from users
      where company_id::text = acting_company()::text and deleted_at is null and phone is distinct from search
        and name_grams @> searched_grams(acting_company(), search) and strpos(lower(users.name), wanted) > 1
        and not has_prefix(lower(users.name), wanted) and (is_foreign or not has_prefix(lower(users.account), wanted))
    ) as found
    limit most;
end $$;
revoke execute on function find_users(text, integer) from public;
grant execute on function find_users(text, integer) to atrium_company;

-- Updates no row while the company is being erased.
create function count_users() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update headcounts set people = people + added.many
      from (select company_id, count(*)::integer as many from changed where deleted_at is null group by 1) as added
      where headcounts.company_id = added.company_id;
  else
    update headcounts set people = people - gone.many
      from (select company_id, count(*)::integer as many from changed where deleted_at is null group by 1) as gone
      where headcounts.company_id = gone.company_id;
  end if;
  return null;
end $$;
create trigger users_added after insert on users
  referencing new table as changed for each statement execute function count_users();
create trigger users_removed after delete on users
  referencing old table as changed for each statement execute function count_users();
create function count_deleted_user() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update headcounts set people = people + case when new.deleted_at is null then 1 else -1 end
    where company_id = new.company_id;
  return null;
end $$;
create trigger user_deleted after update of deleted_at on users
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_deleted_user();

-- Organisations are a tree. A path consists of ids, like '/1/5/9/': descendants share their ancestor's path as a
-- prefix.
create table orgs (
  company_id uuid not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  path text not null,
  sort integer not null default 0,
  code text not null default '',
  kind text not null default 'dept',
  phone text not null default '',
  email text not null default '',
  status smallint not null default 1,
  name_grams text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by jsonb not null default '{"id":"","name":"系统"}',
  updated_at timestamptz not null default now(),
  updated_by jsonb not null default '{"id":"","name":"系统"}',
  version integer not null default 1,
  constraint orgs__pk primary key (company_id, id),
  constraint orgs__company_id foreign key (company_id) references companies (id),
  constraint orgs__parent foreign key (company_id, parent_id) references orgs (company_id, id),
  constraint orgs__status check (status in (0, 1))
);
create index orgs__parent on orgs (company_id, parent_id, sort, name collate by_name, id);
create index orgs__path on orgs (company_id, path text_pattern_ops);
-- Unique among siblings, the top level included.
create unique index orgs__name on orgs (company_id, coalesce(parent_id, company_id), lower(name));
create unique index orgs__code on orgs (company_id, code) where code <> '';
create index orgs__name_grams on orgs using gin (name_grams) with (fastupdate = off);
call keep_to_company('orgs');
-- Row scopes are cached with rights.
call bump_epoch_on_change('orgs', 'bump_company_epoch');

-- Whether a path is within another, as a range: row-level security lets the path index serve it, unlike a pattern. What
-- follows a path consists of hexadecimal digits, hyphens and slashes, which all sort before 'g'.
create function is_within(path text, above text) returns boolean
  language sql immutable parallel safe
  return path ~>=~ above and path ~<~ (above || 'g');

create function fill_org_grams() returns trigger language plpgsql as $$
begin
  new.name_grams := grams_of(new.company_id, new.name || ' ' || new.code);
  return new;
end $$;
create trigger name_grams before insert or update of name, code on orgs for each row execute function fill_org_grams();
-- Like find_users: as the owner, for the acting company only.
create function find_orgs(search text, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select id from orgs
    where company_id::text = acting_company()::text
      and name_grams @> searched_grams(acting_company(), search)
      and (strpos(lower(name), lower(search)) > 0 or strpos(lower(code), lower(search)) > 0)
    limit most;
end $$;
revoke execute on function find_orgs(text, integer) from public;
grant execute on function find_orgs(text, integer) to atrium_company;

-- Positions that members of organisations hold.
create table posts (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  code text not null,
  level smallint not null default 0,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint posts__pk primary key (company_id, id),
  constraint posts__company_id foreign key (company_id) references companies (id),
  constraint posts__code unique (company_id, code),
  constraint posts__name unique (company_id, name)
);
call keep_to_company('posts');

-- Members of organisations.
create table user_orgs (
  company_id uuid not null,
  user_id uuid not null,
  org_id uuid not null,
  -- One organisation of a user is primary.
  is_primary boolean not null default false,
  duty text not null default 'member',
  post_id uuid,
  since timestamptz not null default now(),
  constraint user_orgs__pk primary key (company_id, user_id, org_id),
  constraint user_orgs__org foreign key (company_id, org_id) references orgs (company_id, id) on delete cascade,
  constraint user_orgs__post foreign key (company_id, post_id) references posts (company_id, id),
  constraint user_orgs__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint user_orgs__duty check (duty in ('leader', 'deputy', 'member'))
);
create index user_orgs__org on user_orgs (company_id, org_id, user_id);
create index user_orgs__post on user_orgs (company_id, post_id);
create unique index user_orgs__primary on user_orgs (company_id, user_id) where is_primary;
call keep_to_company('user_orgs');
call bump_epoch_on_change('user_orgs', 'bump_user_epoch');

-- Invitations of people with an account elsewhere. Whether an account, phone or mail address exists is never disclosed:
-- without a principal the invitation stays open until it expires.
create table membership_invitations (
  company_id uuid not null,
  id uuid not null,
  target text not null,
  note text not null default '',
  principal_company_id uuid,
  principal_id uuid,
  state text not null default 'open',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  decided_at timestamptz,
  constraint membership_invitations__pk primary key (company_id, id),
  constraint membership_invitations__company_id foreign key (company_id) references companies (id),
  constraint membership_invitations__principal foreign key (principal_company_id, principal_id)
    references users (company_id, id) on delete set null,
  constraint membership_invitations__state check (state in ('open', 'accepted', 'declined'))
);
create index membership_invitations__principal on membership_invitations (principal_company_id, principal_id)
  where principal_id is not null;
create index membership_invitations__created_at on membership_invitations (company_id, created_at desc, id);
call keep_to_company('membership_invitations');
