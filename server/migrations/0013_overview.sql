-- Overview: what the workbench shows and no request could count. An hourly job writes all of it (decision 84).

-- Successful sign-ins per day and hour of UTC. Under the platform's company: those of all companies together.
create table sign_in_days (
  company_id uuid not null,
  day date not null,
  -- One count per hour.
  hours integer[] not null,
  constraint sign_in_days__pk primary key (company_id, day),
  constraint sign_in_days__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint sign_in_days__hours check (cardinality(hours) = 24)
);
create index sign_in_days__day on sign_in_days (day);
call keep_to_company('sign_in_days');

-- The last row of each company's audit log that is counted.
create table sign_in_marks (
  company_id uuid not null,
  seq bigint not null,
  constraint sign_in_marks__pk primary key (company_id),
  constraint sign_in_marks__company_id foreign key (company_id) references companies (id) on delete cascade
);
call keep_to_platform('sign_in_marks');

-- Growth by month of the platform's time zone. Under the platform's company: all companies together.
create table growth_months (
  company_id uuid not null,
  month date not null,
  new_users integer not null,
  new_companies integer not null,
  -- At the end of the month, or when it was last counted.
  users integer not null,
  companies integer not null,
  constraint growth_months__pk primary key (company_id, month),
  constraint growth_months__company_id foreign key (company_id) references companies (id) on delete cascade
);
call keep_to_company('growth_months');

-- Tenants that need attention, by the kind of fault, most urgent first.
create table tenant_faults (
  company_id uuid not null,
  kind text not null,
  place integer not null,
  name text not null,
  detail jsonb not null,
  constraint tenant_faults__pk primary key (company_id, kind),
  constraint tenant_faults__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index tenant_faults__place on tenant_faults (place, kind);
call keep_to_company('tenant_faults');
create policy platform_company_reads on tenant_faults for select to atrium_company
  using ((select platform from companies where id = (select acting_company())));

-- When the job last counted, and its sums; one row.
create table overview_counts (
  only_row boolean not null default true,
  counted_at timestamptz not null,
  -- Tenants, those with a fault, and faults by kind.
  tenants integer not null,
  affected integer not null,
  faults jsonb not null,
  constraint overview_counts__pk primary key (only_row),
  constraint overview_counts__only_row check (only_row)
);
insert into overview_counts (counted_at, tenants, affected, faults) values ('-infinity', 0, 0, '{}');
call keep_to_platform('overview_counts');
create policy platform_company_reads on overview_counts for select to atrium_company
  using ((select platform from companies where id = (select acting_company())));
grant select on overview_counts to atrium_company;
-- Tells every company whether what it has read is still the last count.
create function overview_counted_at() returns timestamptz
  language sql stable security definer set search_path = public, pg_temp
  as $$ select counted_at from overview_counts $$;
