-- A visit: somebody of the platform acts in a customer's company. It is a session of its own, a child of the one he came
-- from, and still his: what it stands for in the company is said by what follows.
alter table sessions
  add column parent_id uuid,
  add column act_company_id uuid,
  add column act_org_id uuid,
  add column act_mode text,
  add column act_reason text,
  add column act_until timestamptz,
  add constraint sessions__parent foreign key (parent_id) references sessions (id) on delete cascade,
  add constraint sessions__act_company foreign key (act_company_id) references companies (id) on delete cascade,
  -- Without its organisation a visit would reach further than it was meant to: it ends.
  add constraint sessions__act_org foreign key (act_company_id, act_org_id) references orgs (company_id, id) on delete cascade,
  add constraint sessions__visit check (
    num_nulls(parent_id, act_company_id, act_mode, act_reason, act_until) in (0, 5)
    and (act_company_id is not null or act_org_id is null)
    and act_mode in ('view', 'manage')
    and act_company_id <> company_id);
create index sessions__parent on sessions (parent_id);
create index sessions__act_company on sessions (act_company_id, user_id);
create index sessions__act_org on sessions (act_company_id, act_org_id);

-- Whatever ends a session ends its visits, for the same reason.
create function end_visits() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = new.ended_at, end_reason = new.end_reason
    where parent_id = new.id and ended_at is null;
  return null;
end $$;
create trigger end_visits after update of ended_at on sessions for each row
  when (old.ended_at is null and new.ended_at is not null and new.parent_id is null) execute function end_visits();

-- What people of the platform asked a company for that wants to be asked. They are strangers there, so the row says who
-- they are, as they were called then.
create table visit_requests (
  company_id uuid not null,
  id uuid not null,
  home_company_id uuid not null,
  user_id uuid not null,
  asked_by jsonb not null,
  home jsonb not null,
  org_id uuid,
  mode text not null,
  reason text not null,
  minutes integer not null,
  state text not null default 'open',
  decide_reason text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by jsonb,
  -- Until when it opens the door, once.
  use_until timestamptz,
  version integer not null default 1,
  constraint visit_requests__pk primary key (company_id, id),
  constraint visit_requests__user foreign key (home_company_id, user_id) references users (company_id, id) on delete cascade,
  constraint visit_requests__org foreign key (company_id, org_id) references orgs (company_id, id) on delete cascade,
  constraint visit_requests__mode check (mode in ('view', 'manage')),
  constraint visit_requests__state check (state in ('open', 'allowed', 'used', 'rejected')),
  constraint visit_requests__use check (state <> 'allowed' or use_until is not null)
);
create unique index visit_requests__open on visit_requests (company_id, user_id) where state = 'open';
create index visit_requests__user on visit_requests (home_company_id, user_id);
create index visit_requests__org on visit_requests (company_id, org_id);
create index visit_requests__created_at on visit_requests (company_id, created_at desc, id);
call keep_to_company('visit_requests');
