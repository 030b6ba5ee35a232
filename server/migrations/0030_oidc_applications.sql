-- Claims of an application's own: what they are called and what fills them.
alter table open_app_oidc add column claims jsonb not null default '[]';

-- Companies see under which hosts of their tenant the provider is an issuer of its own.
create policy tenant_reads on tenant_domains for select to atrium_company
  using (verified_at is not null and company_id = (select top_id from companies where id = (select acting_company())));
grant select (company_id, host, verified_at) on tenant_domains to atrium_company;
