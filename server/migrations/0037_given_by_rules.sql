-- What a provider's rules have given a person is theirs to take (decision 107) as long as the person holds it: taken and
-- given again by hand, it is the administrator's.
drop table identity_mapped;

create table identity_mapped_roles (
  company_id uuid not null,
  user_id uuid not null,
  provider_id uuid not null,
  role_id uuid not null,
  constraint identity_mapped_roles__pk primary key (company_id, user_id, role_id, provider_id),
  constraint identity_mapped_roles__held foreign key (company_id, user_id, role_id)
    references user_roles (company_id, user_id, role_id) on delete cascade,
  constraint identity_mapped_roles__provider foreign key (company_id, provider_id)
    references identity_providers (company_id, id) on delete cascade
);
create index identity_mapped_roles__provider on identity_mapped_roles (company_id, provider_id);
call keep_to_company('identity_mapped_roles');

create table identity_mapped_orgs (
  company_id uuid not null,
  user_id uuid not null,
  provider_id uuid not null,
  org_id uuid not null,
  constraint identity_mapped_orgs__pk primary key (company_id, user_id, org_id, provider_id),
  constraint identity_mapped_orgs__held foreign key (company_id, user_id, org_id)
    references user_orgs (company_id, user_id, org_id) on delete cascade,
  constraint identity_mapped_orgs__provider foreign key (company_id, provider_id)
    references identity_providers (company_id, id) on delete cascade
);
create index identity_mapped_orgs__provider on identity_mapped_orgs (company_id, provider_id);
call keep_to_company('identity_mapped_orgs');
