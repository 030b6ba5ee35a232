-- Usage of each tenant by day of the platform's time zone, for thirteen months. An hourly job writes it.
create table tenant_usage_days (
  -- The top company.
  company_id uuid not null,
  day date not null,
  -- When it was last counted.
  users integer not null,
  -- The most that was counted.
  sms integer not null,
  -- Bytes, when it was last counted.
  storage bigint not null,
  constraint tenant_usage_days__pk primary key (company_id, day),
  constraint tenant_usage_days__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index tenant_usage_days__day on tenant_usage_days (day);
call keep_to_company('tenant_usage_days');
