-- Organisations are kept by people: a tree with leaders, members and posts.
alter table orgs
  add column code text not null default '',
  add column kind text not null default 'dept',
  add column phone text not null default '',
  add column email text not null default '',
  add column status smallint not null default 1,
  add column name_grams text[] not null default '{}',
  add column created_at timestamptz not null default now(),
  add column created_by jsonb not null default '{"id":"","name":"系统"}',
  add column updated_at timestamptz not null default now(),
  add column updated_by jsonb not null default '{"id":"","name":"系统"}',
  add column version integer not null default 1,
  add constraint orgs__kind check (kind in ('company', 'dept', 'team')),
  add constraint orgs__status check (status in (0, 1));
-- Names are unique among those that stand side by side; at the top, too.
create unique index orgs__name on orgs (company_id, coalesce(parent_id, company_id), lower(name));
create unique index orgs__code on orgs (company_id, code) where code <> '';
drop index orgs__parent;
create index orgs__parent on orgs (company_id, parent_id, sort, name, id);

-- Whether a path stands in another, as a range: unlike a pattern, row security lets the index on paths serve it. What comes
-- after a path is made of hexadecimal digits, hyphens and slashes, all of which sort before a 'g'.
create function stands_in(path text, above text) returns boolean
  language sql immutable parallel safe
  return path ~>=~ above and path ~<~ (above || 'g');

create function fill_org_grams() returns trigger language plpgsql as $$
begin
  new.name_grams := grams_of(new.company_id, new.name || ' ' || new.code);
  return new;
end $$;
create trigger name_grams before insert or update of name, code on orgs for each row execute function fill_org_grams();
update orgs set name_grams = grams_of(company_id, name || ' ' || code);
create index orgs__name_grams on orgs using gin (name_grams) with (fastupdate = off);

-- As `find_users`: the owner searches, in the acting company alone.
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
  constraint posts__name unique (company_id, name),
  constraint posts__code unique (company_id, code)
);
call keep_to_company('posts');

-- What somebody is where he belongs: one of all his organisations is where he is found first.
alter table user_orgs
  add column is_primary boolean not null default false,
  add column duty text not null default 'member',
  add column post_id uuid,
  add column since timestamptz not null default now(),
  add constraint user_orgs__duty check (duty in ('leader', 'deputy', 'member')),
  add constraint user_orgs__post foreign key (company_id, post_id) references posts (company_id, id);
create index user_orgs__post on user_orgs (company_id, post_id);
create unique index user_orgs__primary on user_orgs (company_id, user_id) where is_primary;
