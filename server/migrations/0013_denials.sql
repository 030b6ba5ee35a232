-- Calls that were refused for want of a right, and how that was found; kept for thirty days (leftovers of the feature).
create table denials (
  company_id uuid not null,
  id uuid not null,
  trace_id text not null,
  user_id uuid not null,
  method text not null,
  -- As the registry has it: /api/sys/users/{id}/v1.
  path text not null,
  steps jsonb not null,
  denied_at timestamptz not null default now(),
  constraint denials__pk primary key (company_id, id),
  constraint denials__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index denials__trace on denials (company_id, trace_id);
create index denials__user on denials (company_id, user_id, denied_at desc);
create index denials__denied_at on denials (denied_at);
call keep_to_company('denials');

-- What people asked for after a denial, and what was decided.
create table access_requests (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  element text not null,
  trace_id text not null,
  reason text not null,
  state text not null default 'open',
  -- The role that was given, as it was called then.
  role jsonb,
  decide_reason text not null default '',
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by jsonb,
  version integer not null default 1,
  constraint access_requests__pk primary key (company_id, id),
  constraint access_requests__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint access_requests__element foreign key (element) references elements (code) on delete cascade
);
create unique index access_requests__open on access_requests (company_id, user_id, element) where state = 'open';
create index access_requests__user on access_requests (company_id, user_id, created_at desc);
create index access_requests__element on access_requests (element);
create index access_requests__created_at on access_requests (company_id, created_at desc, id);
call keep_to_company('access_requests');
