-- Files: bytes that a company stores, the files that name them, what uses a file, and what is still arriving.

-- Stored and reserved bytes of a company, kept by triggers.
create table storage_totals (
  company_id uuid not null,
  bytes bigint not null,
  constraint storage_totals__pk primary key (company_id),
  constraint storage_totals__company_id foreign key (company_id) references companies (id) on delete cascade
);
call keep_to_platform('storage_totals');
-- Updates no row while the company is being erased.
create function count_stored_bytes() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into storage_totals (company_id, bytes) select company_id, sum(size) from changed group by 1 having sum(size) <> 0
      on conflict (company_id) do update set bytes = storage_totals.bytes + excluded.bytes;
  else
    update storage_totals set bytes = storage_totals.bytes - gone.bytes
      from (select company_id, sum(size) as bytes from changed group by 1 having sum(size) <> 0) as gone
      where storage_totals.company_id = gone.company_id;
  end if;
  return null;
end $$;
create procedure count_size_as_stored(table_name text) language plpgsql as $$
begin
  execute format('create trigger stored after insert on %I referencing new table as changed
    for each statement execute function count_stored_bytes()', table_name);
  execute format('create trigger removed after delete on %I referencing old table as changed
    for each statement execute function count_stored_bytes()', table_name);
end $$;

-- Bytes of files, once a company. The row comes before the bytes, and goes before them: bytes without a row are
-- garbage, which is removed while the row's key is locked (decision 85).
create table file_contents (
  company_id uuid not null,
  sha256 text not null,
  size bigint not null,
  -- How many files have these bytes, kept by triggers.
  file_count integer not null default 0,
  -- Since when no file has them: they have arrived, or are still on their way; null while one does.
  unnamed_since timestamptz default now(),
  -- When the same bytes last came again: another file of them may be on its way.
  repeated_at timestamptz,
  constraint file_contents__pk primary key (company_id, sha256),
  constraint file_contents__company_id foreign key (company_id) references companies (id)
);
create index file_contents__unnamed on file_contents (unnamed_since) where unnamed_since is not null;
call keep_to_company('file_contents');
call count_size_as_stored('file_contents');

create table files (
  company_id uuid not null,
  id uuid not null,
  name text not null,
  name_grams text[] not null default '{}',
  -- What it was uploaded for.
  purpose text not null,
  -- Media type by its content.
  type text not null,
  sha256 text not null,
  size bigint not null,
  -- Pixels; null unless it is a picture.
  width integer,
  height integer,
  -- Quarantined files are shown in lists and never sent.
  state text not null default 'ready',
  -- What the virus scanner found; empty: nothing, or not scanned yet.
  finding text not null default '',
  -- When it is to be scanned next; null: no more, for one in quarantine because the scanner could not judge it.
  scan_at timestamptz,
  -- How often the scanner could not judge it.
  scan_tries smallint not null default 0,
  -- Whether its permanent address works.
  published boolean not null default false,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  -- Since when nothing uses it; null while something does.
  unused_since timestamptz default now(),
  constraint files__pk primary key (company_id, id),
  constraint files__content foreign key (company_id, sha256) references file_contents (company_id, sha256),
  constraint files__state check (state in ('ready', 'quarantined'))
);
-- Orders of the list, and what it is filtered by.
create index files__created_at on files (company_id, created_at desc, id);
create index files__name on files (company_id, name, id);
create index files__size on files (company_id, size, id);
create index files__purpose on files (company_id, purpose, created_at desc, id);
create index files__quarantined on files (company_id, created_at desc, id) where state = 'quarantined';
create index files__name_grams on files using gin (name_grams) with (fastupdate = off);
create index files__sha256 on files (company_id, sha256);
create index files__unused on files (unused_since) where unused_since is not null;
create index files__scan_at on files (scan_at, id) where scan_at is not null;
call keep_to_company('files');

create function fill_file_grams() returns trigger language plpgsql as $$
begin
  new.name_grams := grams_of(new.company_id, new.name);
  return new;
end $$;
create trigger name_grams before insert or update of name on files for each row execute function fill_file_grams();
-- Like find_users: as the owner, for the acting company only.
create function find_files(search text, most integer) returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
begin
  return query
    select id from files
    where company_id::text = acting_company()::text
      and name_grams @> searched_grams(acting_company(), search)
      and strpos(lower(name), lower(search)) > 0
    limit most;
end $$;
revoke execute on function find_files(text, integer) from public;
grant execute on function find_files(text, integer) to atrium_company;

-- Of two files that go at once, the second one waits for the row of their bytes and sees the number that is left.
create function count_files_of_contents() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update file_contents set
    file_count = file_count + changes.many,
    unnamed_since = case when file_count + changes.many = 0 then now() end
  from (
    select company_id, sha256, (case tg_op when 'INSERT' then 1 else -1 end * count(*))::integer as many
    from changed group by 1, 2
  ) as changes
  where file_contents.company_id = changes.company_id and file_contents.sha256 = changes.sha256;
  return null;
end $$;
create trigger added after insert on files referencing new table as changed
  for each statement execute function count_files_of_contents();
create trigger removed after delete on files referencing old table as changed
  for each statement execute function count_files_of_contents();

-- What uses a file. Only triggers of the using tables write it.
create table file_references (
  company_id uuid not null,
  file_id uuid not null,
  kind text not null,
  entity_id uuid not null,
  constraint file_references__pk primary key (company_id, file_id, kind, entity_id),
  constraint file_references__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
call keep_to_company('file_references');
-- The file's row is locked first, so that of two references that go at once the second one sees that it is the last.
create function note_use_of_file() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update files set unused_since = null where company_id = new.company_id and id = new.file_id;
  else
    perform from files where company_id = old.company_id and id = old.file_id for update;
    update files set unused_since = now() where company_id = old.company_id and id = old.file_id
      and not exists (select from file_references where company_id = old.company_id and file_id = old.file_id);
  end if;
  return null;
end $$;
create trigger used after insert or delete on file_references for each row execute function note_use_of_file();

-- A table whose rows use a file names it in file_id; its references follow its rows. Arguments of the trigger: the kind
-- of reference and the column with the entity's id.
create function keep_file_reference() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  entity uuid;
begin
  if tg_op <> 'INSERT' then
    execute format('select ($1).%I', tg_argv[1]) into entity using old;
    delete from file_references
      where company_id = old.company_id and file_id = old.file_id and kind = tg_argv[0] and entity_id = entity;
  end if;
  if tg_op <> 'DELETE' then
    execute format('select ($1).%I', tg_argv[1]) into entity using new;
    insert into file_references (company_id, file_id, kind, entity_id)
      values (new.company_id, new.file_id, tg_argv[0], entity) on conflict do nothing;
  end if;
  return null;
end $$;
create procedure reference_files(table_name text, kind text, entity_column text) language plpgsql as $$
begin
  execute format('create trigger file_reference after insert or update of file_id or delete on %I
    for each row execute function keep_file_reference(%L, %L)', table_name, kind, entity_column);
end $$;

-- Files that arrive in parts. Their whole size is reserved when they begin.
create table uploads (
  company_id uuid not null,
  -- Becomes the id of the file.
  id uuid not null,
  user_id uuid not null,
  name text not null,
  purpose text not null,
  published boolean not null default false,
  size bigint not null,
  -- Digest that the caller announced; null: none.
  sha256 text,
  received bigint not null default 0,
  -- The request whose bytes were acknowledged last: the lease that it held.
  last_attempt uuid,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  expires_at timestamptz not null,
  -- Why the complete file was refused, for a request that asks after the refusal.
  refusal jsonb,
  -- The request that receives at the moment holds a lease, which it extends until it is asked to end.
  lease_id uuid,
  leased_until timestamptz,
  lease_wanted boolean not null default false,
  constraint uploads__pk primary key (company_id, id),
  constraint uploads__company_id foreign key (company_id) references companies (id)
);
create index uploads__expires_at on uploads (expires_at);
call keep_to_company('uploads');
call count_size_as_stored('uploads');

-- Storage of a tenant in bytes.
create function stored_bytes(top uuid) returns bigint language sql stable
  return (
    select coalesce(sum(bytes), 0)::bigint
    from companies join storage_totals on storage_totals.company_id = companies.id where companies.top_id = top);
-- Whether a company's tenant exceeds its storage; asked after rows were added.
create function is_over_storage(of_company uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  tenant record := lock_tenant(of_company);
begin
  return coalesce(tenant.most_storage * 1048576::bigint < stored_bytes(tenant.top), false);
end $$;
revoke execute on function stored_bytes(uuid), is_over_storage(uuid) from public;
grant execute on function stored_bytes(uuid) to atrium_platform;
grant execute on function is_over_storage(uuid) to atrium_company, atrium_platform;

create table portraits (
  company_id uuid not null,
  user_id uuid not null,
  file_id uuid not null,
  -- For lists, which show many at once: small enough for the row.
  thumbnail bytea not null default '',
  etag text not null,
  constraint portraits__pk primary key (company_id, user_id),
  constraint portraits__user foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint portraits__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index portraits__file on portraits (company_id, file_id);
call keep_to_company('portraits');
call reference_files('portraits', 'portrait', 'user_id');

-- Also read on visits, as the platform.
create table tenant_logos (
  company_id uuid not null,
  file_id uuid not null,
  etag text not null,
  constraint tenant_logos__pk primary key (company_id),
  constraint tenant_logos__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint tenant_logos__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index tenant_logos__file on tenant_logos (company_id, file_id);
call keep_to_platform('tenant_logos');
call reference_files('tenant_logos', 'logo', 'company_id');
