-- Documents: folders and files with rights that inherit, versions, and the trash.

-- Guarded files are sent only by what uses them, which knows who may read them.
alter table files add column guarded boolean not null default false;

create table documents (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Null at the top, where only folders are.
  parent_id uuid,
  name text not null,
  -- Whether the rights of the folder above apply.
  inherits boolean not null default true,
  -- Of a file: the number of its newest version, 0 for a folder, and what that version is.
  versions integer not null default 0,
  type text not null default '',
  size bigint not null default 0,
  trashed_at timestamptz,
  trashed_by jsonb,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint documents__pk primary key (company_id, id),
  constraint documents__company_id foreign key (company_id) references companies (id),
  constraint documents__parent foreign key (company_id, parent_id) references documents (company_id, id)
    on delete cascade,
  constraint documents__kind check (kind in ('folder', 'file')),
  constraint documents__top check (kind = 'folder' or parent_id is not null)
);
-- Unique among what lies beside it, the top included; what is in the trash keeps its name.
create unique index documents__name on documents (company_id, coalesce(parent_id, company_id), lower(name))
  where trashed_at is null;
create index documents__parent on documents (company_id, parent_id, name, id);
-- The walk down the folders passes by their files.
create index documents__folders on documents (company_id, parent_id, id) where kind = 'folder';
-- Counts the files of each folder without reading them.
create index documents__files on documents (company_id, parent_id) where kind = 'file' and trashed_at is null;
create index documents__updated_at on documents (company_id, updated_at desc, id) where kind = 'file';
create index documents__trashed_at on documents (trashed_at) where trashed_at is not null;
create index documents__trash on documents (company_id, trashed_at desc, id) where trashed_at is not null;
call keep_to_company('documents');

create table document_versions (
  company_id uuid not null,
  document_id uuid not null,
  number integer not null,
  file_id uuid not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint document_versions__pk primary key (company_id, document_id, number),
  constraint document_versions__document foreign key (company_id, document_id) references documents (company_id, id)
    on delete cascade,
  constraint document_versions__file foreign key (company_id, file_id) references files (company_id, id)
);
create index document_versions__file on document_versions (company_id, file_id);
call keep_to_company('document_versions');
call reference_files('document_versions', 'document', 'document_id');

-- Rights on a folder, and so on what lies below it, or on a file.
create table document_grants (
  company_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  -- To whom; all null: to every user of the company.
  user_id uuid,
  org_id uuid,
  role_id uuid,
  -- 1: view, 2: download, 3: edit, 4: manage. Each includes the ones before.
  level smallint not null,
  granted_at timestamptz not null default now(),
  granted_by jsonb not null,
  constraint document_grants__pk primary key (company_id, id),
  constraint document_grants__document foreign key (company_id, document_id) references documents (company_id, id)
    on delete cascade,
  constraint document_grants__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade,
  constraint document_grants__org foreign key (company_id, org_id) references orgs (company_id, id) on delete cascade,
  constraint document_grants__role foreign key (company_id, role_id) references roles (company_id, id)
    on delete cascade,
  constraint document_grants__subject check (num_nonnulls(user_id, org_id, role_id) <= 1),
  constraint document_grants__level check (level between 1 and 4)
);
create unique index document_grants__once on document_grants
  (company_id, document_id, coalesce(user_id, org_id, role_id, company_id));
create index document_grants__to on document_grants (company_id, coalesce(user_id, org_id, role_id, company_id));
create index document_grants__user on document_grants (company_id, user_id) where user_id is not null;
create index document_grants__org on document_grants (company_id, org_id) where org_id is not null;
create index document_grants__role on document_grants (company_id, role_id) where role_id is not null;
call keep_to_company('document_grants');

-- Whom grants may name so that they reach a user: the user, their organisations with those above, their roles with those
-- they inherit from, and the company for everybody. None for a guest, who is no user of the company.
create function document_subjects(of_company uuid, of_user uuid) returns table (subject_id uuid)
  language sql stable rows 20
begin atomic
  with present as (
    select users.id from users where users.company_id = of_company and users.id = of_user and users.deleted_at is null
  )
  select present.id from present
  union select of_company from present
  union
  select unnest(string_to_array(trim(both '/' from orgs.path), '/')::uuid[])
    from present
    join user_orgs on user_orgs.company_id = of_company and user_orgs.user_id = present.id
    join orgs on orgs.company_id = of_company and orgs.id = user_orgs.org_id and orgs.status = 1
  union
  select line.ancestor_id from present, role_ancestors(of_company, array(
    select held.role_id from roles_in_force held where held.company_id = of_company and held.user_id = of_user
  ), false) as line;
end;

-- The one definition of rights on documents: of every folder, and of files with grants of their own, what a user may do
-- (0: nothing), and whether it or a folder above is in the trash. Other files have the rights of their folder. With
-- `everything` the user manages all.
create function document_rights(of_company uuid, of_user uuid, everything boolean)
  returns table (document_id uuid, level integer, trashed boolean)
  language sql stable rows 200
begin atomic
  with recursive granted as materialized (
    select grants.document_id as id, max(grants.level)::integer as level
    from document_grants grants
    where grants.company_id = of_company and coalesce(grants.user_id, grants.org_id, grants.role_id, grants.company_id)
      in (select subjects.subject_id from document_subjects(of_company, of_user) subjects)
    group by grants.document_id
  ), folders as (
    select documents.id, documents.trashed_at is not null as trashed,
      greatest(case when everything then 4 else 0 end, granted.level) as level
    from documents left join granted on granted.id = documents.id
    where documents.company_id = of_company and documents.parent_id is null and documents.kind = 'folder'
    union all
    select below.id, above.trashed or below.trashed_at is not null,
      greatest(case when everything then 4 when below.inherits then above.level else 0 end, granted.level)
    from folders above
    join documents below on below.company_id = of_company and below.parent_id = above.id and below.kind = 'folder'
    left join granted on granted.id = below.id
  )
  select folders.id, folders.level, folders.trashed from folders
  union all
  select documents.id, greatest(granted.level, folders.level), folders.trashed or documents.trashed_at is not null
  from granted
  join documents on documents.company_id = of_company and documents.id = granted.id and documents.kind = 'file'
  join folders on folders.id = documents.parent_id;
end;
