-- Roles and organisations that a provider's rules have given: they alone are taken when a rule holds no longer (decision 107).
create table identity_mapped (
  company_id uuid not null,
  user_id uuid not null,
  provider_id uuid not null,
  -- A role or an organisation.
  target_id uuid not null,
  constraint identity_mapped__pk primary key (company_id, user_id, provider_id, target_id),
  constraint identity_mapped__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint identity_mapped__provider foreign key (company_id, provider_id)
    references identity_providers (company_id, id) on delete cascade
);
create index identity_mapped__provider on identity_mapped (company_id, provider_id);
call keep_to_company('identity_mapped');

-- The operator's domains, and those that a tenant has proved to be its own, or lie below one.
create function owns_domain(of_company companies, domain text) returns boolean language sql stable
  return of_company.platform or exists (
    select from tenant_domains owned where owned.company_id = of_company.top_id and owned.verified_at is not null
      and (owned.host = domain or right(domain, length(owned.host) + 1) = '.' || owned.host));

create index identity_attempts__expires_at on identity_attempts (expires_at);
