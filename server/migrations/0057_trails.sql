-- What somebody's browser had done before a call of his failed or was refused, sent by himself (decision 64).
create table trails (
  company_id uuid not null,
  trace_id text not null,
  user_id uuid not null,
  -- The card it belongs to and goes with; null where the call was refused.
  failed_call_id uuid,
  -- When that call was made: what belongs to a denial is kept as long as that one (leftovers of the feature).
  called_at timestamptz not null,
  sent_at timestamptz not null default now(),
  -- Of the console as the browser had loaded it.
  version text not null,
  agent text not null,
  width integer not null,
  height integer not null,
  time_zone text not null,
  events jsonb not null,
  constraint trails__pk primary key (company_id, trace_id),
  constraint trails__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint trails__failed_call foreign key (company_id, failed_call_id) references failed_calls (company_id, id)
    on delete cascade
);
create index trails__user on trails (company_id, user_id);
create index trails__failed_call on trails (company_id, failed_call_id);
create index trails__called_at on trails (called_at) where failed_call_id is null;
call keep_to_company('trails');

-- Who runs the product puts right what failed, and reads what was sent along with it; of denials he is told nothing.
create policy platform_company_reads on trails for select to atrium_company
  using (failed_call_id is not null and (select platform from companies where id = (select acting_company())));
