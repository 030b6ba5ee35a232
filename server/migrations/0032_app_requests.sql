-- Applications that users ask for (decision 100).

alter table open_app_portals add column requestable boolean not null default false;

-- Who decides on requests; the owner where nobody is chosen.
create table app_approvers (
  company_id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  constraint app_approvers__pk primary key (company_id, app_id, user_id),
  constraint app_approvers__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint app_approvers__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index app_approvers__user on app_approvers (company_id, user_id);
call keep_to_company('app_approvers');

create table app_requests (
  company_id uuid not null,
  id uuid not null,
  app_id uuid not null,
  user_id uuid not null,
  reason text not null,
  -- When the access ends; null: never.
  until_at timestamptz,
  state text not null default 'open',
  decide_reason text not null default '',
  decided_at timestamptz,
  decided_by jsonb,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint app_requests__pk primary key (company_id, id),
  constraint app_requests__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint app_requests__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint app_requests__state check (state in ('open', 'approved', 'rejected', 'withdrawn', 'revoked'))
);
create unique index app_requests__open on app_requests (company_id, user_id, app_id) where state = 'open';
create index app_requests__app on app_requests (company_id, app_id, created_at desc);
create index app_requests__waiting on app_requests (company_id, app_id) where state = 'open';
create index app_requests__user on app_requests (company_id, user_id, created_at desc);
call keep_to_company('app_requests');

-- Users who decide on requests for an application: those chosen, or its owner if none of them can sign in.
create function approvers_of_app(of_company uuid, of_app uuid) returns setof uuid
  language sql stable
begin atomic
  with active as (
    select users.id from app_approvers chosen
    join users on users.company_id = chosen.company_id and users.id = chosen.user_id
    where chosen.company_id = of_company and chosen.app_id = of_app and users.deleted_at is null and status_of(users) = 1)
  select id from active
  union all
  select users.id from open_apps app join users on users.company_id = app.company_id and users.id = app.owner_id
  where app.company_id = of_company and app.id = of_app and users.deleted_at is null and status_of(users) = 1
    and not exists (select from active);
end;
