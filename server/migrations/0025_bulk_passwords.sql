-- New passwords of an operation on many users, sealed, until who asked for it has downloaded them (decision 95).

create table bulk_passwords (
  company_id uuid not null,
  bulk_id uuid not null,
  row_id uuid not null,
  sealed text not null,
  created_at timestamptz not null default now(),
  constraint bulk_passwords__pk primary key (company_id, bulk_id, row_id),
  constraint bulk_passwords__bulk foreign key (company_id, bulk_id) references bulks (company_id, id) on delete cascade
);
create index bulk_passwords__created_at on bulk_passwords (created_at);
call keep_to_company('bulk_passwords');
