-- Calls by day in the platform's zone, added up from hours once the day is over, so that statistics of a month read few rows.

create table open_call_days (
  company_id uuid not null,
  app_id uuid not null,
  -- Its midnight.
  day timestamptz not null,
  api_id uuid not null,
  calls bigint not null,
  errors bigint not null,
  refusals bigint not null,
  constraint open_call_days__pk primary key (company_id, app_id, day, api_id),
  constraint open_call_days__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_call_days__api on open_call_days (api_id, day);
create index open_call_days__day on open_call_days (day);
call keep_to_company('open_call_days');

create table open_call_day_spreads (
  company_id uuid not null,
  app_id uuid not null,
  day timestamptz not null,
  api_id uuid not null,
  step text not null,
  slot smallint not null,
  calls bigint not null,
  constraint open_call_day_spreads__pk primary key (company_id, app_id, day, api_id, step, slot),
  constraint open_call_day_spreads__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade
);
create index open_call_day_spreads__api on open_call_day_spreads (api_id, day);
create index open_call_day_spreads__day on open_call_day_spreads (day);
call keep_to_company('open_call_day_spreads');
