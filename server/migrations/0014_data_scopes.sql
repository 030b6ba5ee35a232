-- Where people of a company stand: a tree of organisations, and who belongs to which of them. A path is made of ids, so
-- that everything below an organisation is what begins with its path: '/1/5/9/'.
create table orgs (
  company_id uuid not null,
  id uuid not null,
  parent_id uuid,
  name text not null,
  path text not null,
  sort integer not null default 0,
  constraint orgs__pk primary key (company_id, id),
  constraint orgs__company_id foreign key (company_id) references companies (id),
  constraint orgs__parent foreign key (company_id, parent_id) references orgs (company_id, id)
);
create index orgs__parent on orgs (company_id, parent_id);
create index orgs__path on orgs (company_id, path text_pattern_ops);
call keep_to_company('orgs');

create table user_orgs (
  company_id uuid not null,
  user_id uuid not null,
  org_id uuid not null,
  constraint user_orgs__pk primary key (company_id, user_id, org_id),
  constraint user_orgs__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint user_orgs__org foreign key (company_id, org_id) references orgs (company_id, id) on delete cascade
);
create index user_orgs__org on user_orgs (company_id, org_id, user_id);
call keep_to_company('user_orgs');

-- Whose rows somebody sees is kept with his rights, and goes stale with them.
call bump_epoch_on_change('orgs', 'bump_company_epoch');
call bump_epoch_on_change('user_orgs', 'bump_user_epoch');
