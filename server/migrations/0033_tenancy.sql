-- What the people of a tenant see in place of the platform's own name and colour; empty: the platform's.
alter table tenants
  add column title text not null default '',
  add column primary_color text not null default '',
  add column background text not null default '',
  add constraint tenants__background check (background ~ '^(#[0-9a-f]{6})?$'),
  add constraint tenants__primary_color check (primary_color ~ '^(#[0-9a-f]{6})?$');

-- Apart from the tenants, which lists read by the dozen; shown by the platform's sight to whoever acts in one of its companies.
create table tenant_logos (
  company_id uuid not null,
  image bytea not null,
  etag text not null,
  constraint tenant_logos__pk primary key (company_id),
  constraint tenant_logos__company_id foreign key (company_id) references companies (id) on delete cascade
);
call keep_to_platform('tenant_logos');

-- Hosts at which the people of a tenant sign in. Whoever can put the token into DNS has the host; of all tenants one.
-- Looked up by the host of a request, before a company is known.
create table tenant_domains (
  company_id uuid not null,
  host text not null,
  token text not null,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint tenant_domains__pk primary key (company_id, host),
  constraint tenant_domains__company_id foreign key (company_id) references companies (id) on delete cascade
);
create unique index tenant_domains__host on tenant_domains (host) where verified_at is not null;
call keep_to_platform('tenant_domains');
