-- How often each API was called, how long that took and how often it was refused: kept for seven days, without anybody's
-- name. Each node adds what it counted every few seconds.
create table api_calls (
  api_id uuid not null,
  -- In UTC.
  day date not null,
  -- These took at most 1.2 ^ bucket milliseconds.
  bucket smallint not null,
  -- Let in.
  calls integer not null,
  -- Refused at the door for want of a right.
  denials integer not null,
  last_at timestamptz not null,
  constraint api_calls__pk primary key (api_id, day, bucket),
  constraint api_calls__api foreign key (api_id) references apis (id) on delete cascade
);
create index api_calls__day on api_calls (day);
call keep_to_platform('api_calls');
create policy platform_company_reads on api_calls for select to atrium_company
  using ((select platform from companies where id = (select acting_company())));
grant select on api_calls to atrium_company;

create function utc_today() returns date
  language sql stable
  return (now() at time zone 'UTC')::date;

-- Who was refused which API, newest first, is asked for beside the API.
create index denials__api on denials (company_id, path, method, denied_at desc);

-- Whether what the registry says of an API is enforced, or whether those who could call it when observation began are
-- let through and counted (docs/decisions/0030); and how often one person may call it.
alter table apis
  add column mode text not null default 'enforce',
  add column observed_since timestamptz,
  add column rate jsonb,
  add constraint apis__mode check (mode in ('enforce', 'observe') and (mode = 'observe') = (observed_since is not null));

-- The elements that opened an API when its observation began: what observation gives reaches no further than they did.
create table observed_elements (
  api_id uuid not null,
  element text not null,
  constraint observed_elements__pk primary key (api_id, element),
  constraint observed_elements__api foreign key (api_id) references apis (id) on delete cascade,
  constraint observed_elements__element foreign key (element) references elements (code) on delete cascade
);
create index observed_elements__element on observed_elements (element);
call share_with_companies('observed_elements');
call let_platform_company_edit('observed_elements');
create trigger epoch after insert or update or delete on observed_elements
  for each statement execute function bump_registry_epoch();

-- Calls that observation let through and that would have been refused; kept for seven days.
create table observed_calls (
  company_id uuid not null,
  api_id uuid not null,
  user_id uuid not null,
  -- When the observation began that let them through.
  since timestamptz not null,
  -- In UTC.
  day date not null,
  calls integer not null,
  constraint observed_calls__pk primary key (company_id, api_id, user_id, since, day),
  constraint observed_calls__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint observed_calls__api foreign key (api_id) references apis (id) on delete cascade
);
create index observed_calls__api on observed_calls (api_id, day);
create index observed_calls__user on observed_calls (company_id, user_id);
create index observed_calls__day on observed_calls (day);
call keep_to_company('observed_calls');

-- What concerns people of all companies runs as the owner and is told to the platform company alone; it gives numbers,
-- and ids that no other company's rows can be read by.
create function observed_people(of_api uuid) returns table (company_id uuid, user_id uuid, calls integer)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select seen.company_id, seen.user_id, sum(seen.calls)::integer
  from observed_calls seen join apis on apis.id = seen.api_id
  where seen.api_id = of_api and seen.day > utc_today() - 7 and seen.since = apis.observed_since
    and (select platform from companies where companies.id = acting_company())
  group by seen.company_id, seen.user_id;
end;

-- Who holds an element that opened the API when observation began, and none that opens it now. Roles are followed to what
-- they inherit from once each, however many people wear them.
create function kept_by_observation(of_api uuid) returns table (company_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with holding as (
    select distinct held.company_id, line.role_id
    from observed_elements was
    join role_elements held on held.element = was.element
    cross join lateral (
      select held.role_id union all select heir_id from role_heirs(held.company_id, held.role_id)
    ) line (role_id)
    where was.api_id = of_api and (select platform from companies where companies.id = acting_company())
      -- A locked role in between lets nothing through.
      and exists (select from role_lines(held.company_id, array[line.role_id], false) giver where giver.giver_id = held.role_id)
  ), people as materialized (
    select distinct worn.company_id, worn.user_id
    from holding
    join user_roles worn on worn.company_id = holding.company_id and worn.role_id = holding.role_id and in_force(worn)
    join users on users.company_id = worn.company_id and users.id = worn.user_id and users.deleted_at is null
  ), worn_besides as materialized (
    select distinct worn.company_id, worn.role_id
    from people
    join user_roles worn on worn.company_id = people.company_id and worn.user_id = people.user_id and in_force(worn)
  ), opening as materialized (
    select worn_besides.company_id, worn_besides.role_id
    from worn_besides
    where exists (
      select from role_lines(worn_besides.company_id, array[worn_besides.role_id], false) line
      join roles giver on giver.company_id = worn_besides.company_id and giver.id = line.giver_id
      where giver.everything or exists (
        select from role_elements held join element_apis bound on bound.element = held.element and bound.api_id = of_api
        where held.company_id = giver.company_id and held.role_id = giver.id))
  )
  select people.company_id, people.user_id from people
  where not exists (
    select from user_roles worn
    join opening on opening.company_id = worn.company_id and opening.role_id = worn.role_id
    where worn.company_id = people.company_id and worn.user_id = people.user_id and in_force(worn));
end;

revoke execute on function observed_people(uuid), kept_by_observation(uuid) from public;
grant execute on function observed_people(uuid), kept_by_observation(uuid) to atrium_company;
