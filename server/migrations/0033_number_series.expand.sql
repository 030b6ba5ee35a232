-- The last number of each series, in a period of it.
create table number_series (
  company_id uuid not null,
  -- Name of the series: assets.asset.
  series text not null,
  -- 2026, 2026-11, or empty where numbers never begin again.
  period text not null,
  last bigint not null,
  constraint number_series__pk primary key (company_id, series, period),
  constraint number_series__company_id foreign key (company_id) references companies (id) on delete cascade
);
call keep_to_company('number_series');
