-- What people have borrowed.
create table loans (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  user_id uuid,
  return_by date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  constraint loans__pk primary key (company_id, id),
  constraint loans__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('loans');
call has_subjects('loans', 'loan');
create index loans__user_id on loans (company_id, user_id);
