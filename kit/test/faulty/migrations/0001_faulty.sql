-- Kept to its company, as it should be.
create table visits (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  note text not null default '',
  constraint visits__pk primary key (company_id, id),
  constraint visits__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('visits');

-- Not kept: every company reads and writes all rows.
create table notes (
  company_id uuid not null,
  id uuid not null,
  note text not null default '',
  access_token text not null default '',
  constraint notes__pk primary key (company_id, id),
  constraint notes__company_id foreign key (company_id) references companies (id)
);
grant select, insert, update, delete on notes to atrium_company, atrium_platform;
