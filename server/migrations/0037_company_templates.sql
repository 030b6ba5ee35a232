-- The company that a tenant began like, and when what it has was taken over last. One that is erased leaves nothing to take.
alter table tenants
  add column template_id uuid,
  add column template_at timestamptz,
  add constraint tenants__template foreign key (template_id) references companies (id) on delete set null (template_id);
create index tenants__template on tenants (template_id) where template_id is not null;

-- Whether those who look after its companies may still lack some of what it holds: it is given to them after the start that
-- widened it, while people work.
alter table plans add column behind boolean not null default false;
