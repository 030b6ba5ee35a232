-- Trials of open APIs (decision 103), and what consoles show of applications.

-- Where trial calls of a business system's API are forwarded; empty: it cannot be tried.
alter table open_apis add column sandbox text not null default '';

-- Made from the console, with nothing kept.
alter table open_call_logs add column trial boolean not null default false;

-- The operator finds an application before they know its company.
create index open_apps__id on open_apps (id);

-- Logos of applications.
create table open_app_logos (
  company_id uuid not null,
  app_id uuid not null,
  file_id uuid not null,
  constraint open_app_logos__pk primary key (company_id, app_id),
  constraint open_app_logos__app foreign key (company_id, app_id) references open_apps (company_id, id) on delete cascade,
  constraint open_app_logos__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index open_app_logos__file on open_app_logos (company_id, file_id);
call keep_to_company('open_app_logos');
call reference_files('open_app_logos', 'appLogo', 'app_id');
