-- What waits for a decision (decision 148), with its steps as they were when it was asked for, and the present one.
create table approvals (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  subject_name text not null,
  asked_by jsonb not null,
  -- Who asked, if they are a user of this company.
  asker_id uuid,
  -- Accounts that do not decide: that of who asked, and those of who has written.
  excluded uuid[] not null default '{}',
  -- What an approver must hold, as `module:operation`; empty: nothing.
  permission text not null default '',
  state text not null default 'open',
  steps jsonb not null,
  step integer not null default 0,
  decider_kind text not null,
  decider_ids uuid[] not null default '{}',
  -- Users to whom a decider has handed the present step over.
  delegate_ids uuid[] not null default '{}',
  need integer not null default 1,
  -- Administrators have joined.
  widened boolean not null default false,
  remind_at timestamptz,
  escalate_at timestamptz,
  expires_at timestamptz not null,
  -- A call that is carried out once it is approved, and its impact as the deciders see it.
  call jsonb,
  impact jsonb,
  reason text not null default '',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  version integer not null default 1,
  constraint approvals__pk primary key (company_id, id),
  constraint approvals__company_id foreign key (company_id) references companies (id),
  constraint approvals__state check (state in ('open', 'approved', 'refused', 'withdrawn', 'expired', 'failed')),
  constraint approvals__decider_kind
    check (decider_kind in ('users', 'roles', 'leader', 'holders', 'administrators')),
  constraint approvals__ended check ((state = 'open') = (ended_at is null))
);
create unique index approvals__open on approvals (company_id, kind, subject_id) where state = 'open';
create index approvals__asker on approvals (company_id, asker_id, created_at desc);
create index approvals__expires_at on approvals (expires_at) where state = 'open';
call keep_to_company('approvals');

-- The history of each. A person acts once in a step, in their own name or in that of the one they stand in for.
create table approval_acts (
  company_id uuid not null,
  id uuid not null,
  approval_id uuid not null,
  step integer not null,
  act text not null,
  -- Null: the system.
  actor_id uuid,
  actor jsonb,
  -- Whom a deputy stood in for; otherwise the actor.
  for_id uuid,
  for_name text not null default '',
  -- To whom it was handed over.
  to_id uuid,
  to_name text not null default '',
  reason text not null default '',
  created_at timestamptz not null default now(),
  constraint approval_acts__pk primary key (company_id, id),
  constraint approval_acts__approval foreign key (company_id, approval_id) references approvals (company_id, id)
    on delete cascade
);
create index approval_acts__approval on approval_acts (company_id, approval_id, id);
create index approval_acts__actor on approval_acts (company_id, actor_id, id desc);
create unique index approval_acts__actor_once on approval_acts (company_id, approval_id, step, actor_id)
  where act in ('approved', 'refused', 'delegated');
create unique index approval_acts__for_once on approval_acts (company_id, approval_id, step, for_id)
  where act in ('approved', 'refused', 'delegated');
call keep_to_company('approval_acts');

-- Steps of a kind as a company has set them; without a row those that the kind declares.
create table approval_flows (
  company_id uuid not null,
  kind text not null,
  steps jsonb not null,
  expire_days integer not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  constraint approval_flows__pk primary key (company_id, kind),
  constraint approval_flows__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('approval_flows');

-- Who decides in a user's place while they are away, both days included.
create table approval_deputies (
  company_id uuid not null,
  user_id uuid not null,
  deputy_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  version integer not null default 1,
  constraint approval_deputies__pk primary key (company_id, user_id),
  constraint approval_deputies__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint approval_deputies__deputy foreign key (company_id, deputy_id) references users (company_id, id)
    on delete cascade,
  constraint approval_deputies__period check (starts_on <= ends_on)
);
create index approval_deputies__deputy on approval_deputies (company_id, deputy_id);
call keep_to_company('approval_deputies');
