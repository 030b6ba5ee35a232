-- Words of a company, and the rows that have them. Who may see a row is asked when its tags are read.
create table tags (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint tags__pk primary key (company_id, id),
  constraint tags__company_id foreign key (company_id) references companies (id) on delete cascade
);
create unique index tags__name on tags (company_id, lower(name));
call keep_to_company('tags');

-- Rows of a tag that is deleted are taken away behind it, as they may be a million: there is no foreign key.
create table tagged_rows (
  company_id uuid not null,
  -- The row: its entity and id. It may be the platform's.
  row_id uuid not null,
  tag_id uuid not null,
  entity text not null,
  constraint tagged_rows__pk primary key (company_id, row_id, tag_id),
  constraint tagged_rows__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index tagged_rows__tag on tagged_rows (company_id, tag_id, row_id);
create index tagged_rows__row on tagged_rows (row_id);
call keep_to_company('tagged_rows');
-- How common a tag is among the rows of its company: both are expected to be independent otherwise.
create statistics tagged_rows__tag_of_company (dependencies) on company_id, tag_id from tagged_rows;

create or replace function drop_beside() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from comments using removed where entity = tg_argv[0] and entity_id = removed.id;
  delete from tagged_rows using removed where entity = tg_argv[0] and row_id = removed.id;
  return null;
end $$;
