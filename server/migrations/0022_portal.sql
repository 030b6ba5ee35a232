-- Portal: companies that registered themselves, and their recognition by the operator (decision 100).

-- What a registered company says of itself. It is a claim until the operator recognises it and copies it to companies,
-- so that nobody can occupy the name or the credit code of another company.
create table enterprises (
  company_id uuid not null,
  name text not null,
  credit_code text not null default '',
  legal text not null default '',
  contact text not null default '',
  phone text not null default '',
  address text not null default '',
  state text not null default 'none',
  -- Why it was rejected or revoked.
  reason text not null default '',
  applied_at timestamptz,
  applied_by jsonb,
  decided_at timestamptz,
  decided_by jsonb,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint enterprises__pk primary key (company_id),
  constraint enterprises__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint enterprises__state check (state in ('none', 'review', 'recognized', 'rejected'))
);
create index enterprises__applied_at on enterprises (applied_at desc, company_id);
create index enterprises__review on enterprises (applied_at) where state = 'review';
call keep_to_company('enterprises');

create table enterprise_licences (
  company_id uuid not null,
  file_id uuid not null,
  constraint enterprise_licences__pk primary key (company_id),
  constraint enterprise_licences__enterprise foreign key (company_id) references enterprises (company_id) on delete cascade,
  constraint enterprise_licences__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index enterprise_licences__file on enterprise_licences (company_id, file_id);
call keep_to_company('enterprise_licences');
call reference_files('enterprise_licences', 'licence', 'company_id');

-- Companies that registered before this migration, as far as their registration was approved by a person.
insert into enterprises (company_id, name, credit_code, legal)
  select companies.id, companies.name, coalesce(registration.firm ->> 'creditCode', ''), coalesce(registration.firm ->> 'legal', '')
  from registrations registration join companies on companies.name = registration.firm ->> 'name'
  where registration.state = 'approved' and registration.kind = 'ent' and not companies.platform and not companies.members
  on conflict do nothing;
