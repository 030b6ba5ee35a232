-- Documents: folders and files with rights that inherit, versions, the trash, links, and who has read and downloaded.

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

-- The definition of rights on documents: of every folder, and of files with grants of their own, what a user may do
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

-- The same of one document and the folders above it, walking up from it.
create function document_line_rights(of_company uuid, of_user uuid, everything boolean, of_document uuid)
  returns table (document_id uuid, level integer, trashed boolean)
  language sql stable rows 10
begin atomic
  with recursive line as (
    select documents.id, documents.parent_id, documents.trashed_at is not null as trashed, 1 as step, 0 as reach,
      documents.kind = 'folder' and not documents.inherits as closed
    from documents where documents.company_id = of_company and documents.id = of_document
    union all
    -- What is reached from below without passing a folder that stops to inherit has one number.
    select above.id, above.parent_id, above.trashed_at is not null, line.step + 1, line.reach + line.closed::integer,
      not above.inherits
    from line join documents above on above.company_id = of_company and above.id = line.parent_id
  ), granted as (
    select grants.document_id as id, max(grants.level)::integer as level
    from line join document_grants grants on grants.company_id = of_company and grants.document_id = line.id
    where coalesce(grants.user_id, grants.org_id, grants.role_id, grants.company_id)
      in (select subjects.subject_id from document_subjects(of_company, of_user) subjects)
    group by grants.document_id
  )
  select line.id,
    max(greatest(case when everything then 4 else 0 end, granted.level))
      over (partition by line.reach order by line.step desc),
    bool_or(line.trashed) over (order by line.step desc)
  from line left join granted on granted.id = line.id;
end;

-- Links to a file that need no account. One works until its end, its count or its revocation, and as long as its maker
-- manages the file.
create table document_links (
  company_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  maker_id uuid not null,
  -- SHA-256 of its token, which is shown once.
  token_hash bytea not null,
  -- Empty: no password.
  password_hash text not null default '',
  expires_at timestamptz not null,
  -- Whether the file may be downloaded, or only be shown.
  downloadable boolean not null default true,
  -- How often the file is still sent; null: without a limit.
  uses_left integer,
  uses integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint document_links__pk primary key (company_id, id),
  constraint document_links__document foreign key (company_id, document_id) references documents (company_id, id)
    on delete cascade,
  constraint document_links__maker foreign key (company_id, maker_id) references users (company_id, id)
    on delete cascade,
  constraint document_links__uses_left check (uses_left >= 0)
);
create index document_links__document on document_links (company_id, document_id, created_at desc);
create index document_links__maker on document_links (company_id, maker_id);
-- Looked up before a company is known.
create unique index document_links__token on document_links (token_hash);
create index document_links__expires_at on document_links (expires_at);
call keep_to_company('document_links');

-- Who has read a version. Written by what sends it to them.
create table document_receipts (
  company_id uuid not null,
  document_id uuid not null,
  number integer not null,
  user_id uuid not null,
  read_at timestamptz not null default now(),
  -- The last time.
  opened_at timestamptz not null default now(),
  constraint document_receipts__pk primary key (company_id, document_id, number, user_id),
  constraint document_receipts__version foreign key (company_id, document_id, number)
    references document_versions (company_id, document_id, number) on delete cascade,
  constraint document_receipts__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade
);
create index document_receipts__user on document_receipts (company_id, user_id, opened_at desc);
call keep_to_company('document_receipts');

-- Who has downloaded which version, for those who manage the file.
create table document_downloads (
  company_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  number integer not null,
  -- Null by a link.
  user_id uuid,
  -- Who made the link; null by a right of one's own.
  link_by jsonb,
  ip text not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint document_downloads__pk primary key (company_id, id),
  constraint document_downloads__document foreign key (company_id, document_id) references documents (company_id, id)
    on delete cascade
);
create index document_downloads__document on document_downloads (company_id, document_id, created_at desc, id);
create index document_downloads__created_at on document_downloads (created_at);
call keep_to_company('document_downloads');

-- Roles that give what one of these holds: themselves and those that inherit from them. The inverse of role_ancestors.
create function role_heirs(of_company uuid, of_roles uuid[]) returns table (role_id uuid)
  language sql stable rows 10
begin atomic
  with recursive heirs as (
    select roles.id, 1 as step from roles
    where roles.company_id = of_company and roles.id = any(of_roles) and roles.status = 1
    union
    select roles.id, heirs.step + 1 from heirs
    join roles on roles.company_id = of_company and roles.parent_id = heirs.id and roles.status = 1
    where heirs.step < 5
  )
  select distinct heirs.id from heirs;
end;

-- The users whom grants reach with a document, and whose roles hold an element: document_subjects from the other side.
create function document_readers(of_company uuid, of_document uuid, of_element text) returns table (user_id uuid)
  language sql stable rows 1000
begin atomic
  with recursive line as (
    select documents.id, documents.parent_id, documents.inherits from documents
    where documents.company_id = of_company and documents.id = of_document
    union all
    select above.id, above.parent_id, above.inherits from line
    join documents above on above.company_id = of_company and above.id = line.parent_id
    where line.inherits
  ), granted as materialized (
    select grants.user_id, grants.org_id, grants.role_id
    from line join document_grants grants on grants.company_id = of_company and grants.document_id = line.id
  ), holders as materialized (
    select giving.role_id from roles_granting(array[of_element]) giving where giving.company_id = of_company
  )
  select users.id from users
  where users.company_id = of_company and users.deleted_at is null
    and users.id in (
      select assigned.user_id from roles_in_force assigned
      where assigned.company_id = of_company and assigned.role_id in (select holders.role_id from holders))
    and (
      exists (select from granted where num_nonnulls(granted.user_id, granted.org_id, granted.role_id) = 0)
      or users.id in (select granted.user_id from granted where granted.user_id is not null)
      or users.id in (
        select member.user_id from granted
          join orgs above on above.company_id = of_company and above.id = granted.org_id
          join orgs below on below.company_id = of_company and is_within(below.path, above.path) and below.status = 1
          join user_orgs member on member.company_id = of_company and member.org_id = below.id)
      or users.id in (
        select assigned.user_id from role_heirs(of_company, array(
            select granted.role_id from granted where granted.role_id is not null)) heirs
          join roles_in_force assigned on assigned.company_id = of_company and assigned.role_id = heirs.role_id));
end;
