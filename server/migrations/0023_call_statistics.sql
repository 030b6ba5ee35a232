-- Statistics and alarms of calls at the gate (decision 96).

-- Calls by hour, by the step that refused them, and by how long they took: what percentiles and refusals by reason are read
-- from. Added up in memory first, like open_call_sums, and kept as long as statistics look back.
create table open_call_spreads (
  company_id uuid not null,
  app_id uuid not null,
  hour timestamptz not null,
  -- Zero for calls refused before the API was known.
  api_id uuid not null,
  -- The step of the gate that refused them; empty for calls that were let through.
  step text not null,
  -- Number of a range of durations, each a fourth root of two as long as the one before; zero for refused calls.
  slot smallint not null,
  calls integer not null,
  constraint open_call_spreads__pk primary key (company_id, app_id, hour, api_id, step, slot),
  constraint open_call_spreads__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_call_spreads__api on open_call_spreads (api_id, hour);
create index open_call_spreads__hour on open_call_spreads (hour);
call keep_to_company('open_call_spreads');

-- What owners of applications were told of, so that nobody is told twice.
create table open_alarms (
  company_id uuid not null,
  app_id uuid not null,
  -- 'errors', 'quota', 'secret', 'idle', 'deprecated'
  kind text not null,
  -- An API or a secret; zero for the application itself.
  subject_id uuid not null,
  told_at timestamptz not null default now(),
  constraint open_alarms__pk primary key (company_id, app_id, kind, subject_id),
  constraint open_alarms__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
call keep_to_company('open_alarms');
