-- The companies that somebody keeps at hand in the switching drawer. The company of a row is his own; the pinned one is a
-- customer's.
create table pinned_companies (
  company_id uuid not null,
  user_id uuid not null,
  pinned_id uuid not null,
  pinned_at timestamptz not null default now(),
  constraint pinned_companies__pk primary key (company_id, user_id, pinned_id),
  constraint pinned_companies__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint pinned_companies__pinned foreign key (pinned_id) references companies (id) on delete cascade
);
create index pinned_companies__pinned on pinned_companies (pinned_id);
call keep_to_company('pinned_companies');

-- Where somebody is signed in as a member; he is told how many, and sees his own company alone.
create function count_membership_sessions(of_company uuid, of_user uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from users
    join sessions on sessions.company_id = users.company_id and sessions.user_id = users.id
    where users.principal_company_id = of_company and users.principal_id = of_user
      and (acting_company() is null or acting_company() = of_company)
      and sessions.parent_id is null and sessions.ended_at is null
      and now() < sessions.idle_expires_at and now() < sessions.absolute_expires_at
$$;
revoke execute on function count_membership_sessions(uuid, uuid) from public;
grant execute on function count_membership_sessions(uuid, uuid) to atrium_company, atrium_platform;
