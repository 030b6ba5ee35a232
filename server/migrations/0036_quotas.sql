-- What a plan allows beside people: SMS a day, and megabytes of pictures. Null: no limit; on a tenant: what its plan says.
alter table plans
  add column most_sms integer,
  add column most_storage integer,
  add constraint plans__most_sms check (most_sms > 0),
  add constraint plans__most_storage check (most_storage > 0);
alter table tenants
  add column most_sms integer,
  add column most_storage integer,
  add constraint tenants__most_sms check (most_sms > 0),
  add constraint tenants__most_storage check (most_storage > 0);

-- How many people each company has, kept as they come and go: a list asks it of fifty thousand companies at once.
-- A table of its own, narrow enough to be read whole, where whoever adds somebody waits for nobody who changes the company.
create table headcounts (
  company_id uuid not null,
  -- The company's own, so that a tenant is summed up without reading companies.
  top_id uuid not null,
  people integer not null default 0,
  constraint headcounts__pk primary key (company_id),
  constraint headcounts__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index headcounts__top on headcounts (top_id) include (people);
call keep_to_platform('headcounts');

-- It finds nothing to change where the company is being erased.
create function count_people() returns trigger language plpgsql security definer
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
create trigger people_added after insert on users
  referencing new table as changed for each statement execute function count_people();
create trigger people_gone after delete on users
  referencing old table as changed for each statement execute function count_people();
create function count_binned_person() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update headcounts set people = people + case when new.deleted_at is null then 1 else -1 end
    where company_id = new.company_id;
  return null;
end $$;
create trigger person_binned after update of deleted_at on users
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_binned_person();
create function begin_headcount() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into headcounts (company_id, top_id) select id, top_id from changed;
  return null;
end $$;
create trigger headcount after insert on companies
  referencing new table as changed for each statement execute function begin_headcount();
create function move_headcount() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update headcounts set top_id = new.top_id where company_id = new.id;
  return null;
end $$;
create trigger headcount_moved after update of parent_id on companies
  for each row when (old.top_id <> new.top_id) execute function move_headcount();
-- Once the triggers are there nobody else adds any before this is done.
insert into headcounts (company_id, top_id, people)
  select companies.id, companies.top_id, count(users.id) from companies
  left join users on users.company_id = companies.id and users.deleted_at is null group by 1;

-- The people of a tenant, in all its companies.
create function people_of(top uuid) returns bigint language sql stable
  return (select coalesce(sum(people), 0) from headcounts where top_id = top);

create or replace function is_full(of_company uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  top uuid;
  most integer;
begin
  if acting_company() is distinct from of_company and acting_company() is not null then return null; end if;
  select tenants.company_id, coalesce(tenants.most_users, plans.most_users) into top, most
    from companies join tenants on tenants.company_id = companies.top_id join plans on plans.id = tenants.plan_id
    where companies.id = of_company for no key update of tenants;
  return coalesce(most <= people_of(top), false);
end $$;

-- How large a picture is, beside it: pictures are summed up without being read.
alter table portraits add column bytes integer not null default 0;
create function weigh_picture() returns trigger language plpgsql as $$
begin
  new.bytes := octet_length(new.image);
  return new;
end $$;
create trigger weigh before insert or update of image on portraits for each row execute function weigh_picture();
update portraits set bytes = octet_length(image);
create index portraits__bytes on portraits (company_id) include (bytes);

create function kept_bytes(top uuid) returns bigint language sql stable
  return (select coalesce(sum(bytes), 0) from portraits join companies on companies.id = portraits.company_id
      where companies.top_id = top)
    + (select coalesce(sum(octet_length(image)), 0) from tenant_logos where company_id = top);

-- Whether a company's tenant keeps more pictures than it may: asked once a picture is written, of one at a time. In a
-- company's sight the company can only be its own.
create function keeps_too_much(of_company uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  top uuid;
  most integer;
begin
  if acting_company() is distinct from of_company and acting_company() is not null then return null; end if;
  select tenants.company_id, coalesce(tenants.most_storage, plans.most_storage) into top, most
    from companies join tenants on tenants.company_id = companies.top_id join plans on plans.id = tenants.plan_id
    where companies.id = of_company for no key update of tenants;
  return coalesce(most * 1048576::bigint < kept_bytes(top), false);
end $$;
revoke execute on function people_of(uuid), kept_bytes(uuid), keeps_too_much(uuid) from public;
grant execute on function people_of(uuid), kept_bytes(uuid) to atrium_platform;
grant execute on function keeps_too_much(uuid) to atrium_company, atrium_platform;
