-- Content: files, notices and documents.

--
-- Files: bytes that a company stores, the files that name them, what uses a file, and what is still arriving.
--

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

-- Files by the name they were uploaded with.
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
  -- Sent only by what uses it, which knows who may read it.
  guarded boolean not null default false,
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
create index files__name on files (company_id, name collate by_name, id);
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

-- Pictures of users.
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

-- Business licences of enterprises.
create table enterprise_licences (
  company_id uuid not null,
  file_id uuid not null,
  constraint enterprise_licences__pk primary key (company_id),
  constraint enterprise_licences__enterprise foreign key (company_id) references enterprises (company_id) on delete cascade,
  constraint enterprise_licences__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index enterprise_licences__file on enterprise_licences (company_id, file_id);
call keep_to_company('enterprise_licences');
call reference_files('enterprise_licences', 'licence', 'company_id');

--
-- Notices and news. Whom a notice reaches is evaluated when it is read, so that one for a million people is one row;
-- receipts are written by readers alone (decision 88).
--

-- Companies with rules of their own for notices.
create table notice_policies (
  company_id uuid not null,
  -- Notices are published only after approval by another person than their writers.
  approval boolean not null default false,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint notice_policies__pk primary key (company_id),
  constraint notice_policies__company_id foreign key (company_id) references companies (id)
);
call keep_to_company('notice_policies');

-- Notices and news with their audience and state.
create table notices (
  company_id uuid not null,
  id uuid not null,
  type text not null,
  title text not null,
  summary text not null default '',
  -- Sanitised HTML.
  content text not null,
  scope text not null,
  -- Companies, organisations, roles or users; empty for the scopes that name none.
  target_ids uuid[] not null default '{}',
  level text not null default 'low',
  top boolean not null default false,
  ack boolean not null default false,
  ack_until timestamptz,
  state text not null default 'draft',
  -- Published from its start to its end, by itself.
  starts_at timestamptz,
  ends_at timestamptz,
  -- Messages that are sent at its start, besides the bell.
  channels text[] not null default '{}',
  revoked_at timestamptz,
  revoke_reason text not null default '',
  reminded_at timestamptz,
  -- Counts editions after the first publication, from 1.
  revision integer not null default 1,
  -- Receipts of earlier revisions no longer count.
  asked_revision integer not null default 1,
  revised_at timestamptz,
  -- Who has written or submitted it since it was approved last, its author first: none of them may approve it. Accounts
  -- that sign in, so that a member is the same person as a guest.
  writers uuid[] not null default '{}',
  submitted_at timestamptz,
  submitted_by jsonb,
  -- The decision on the last submission; null until there is one, and again once the text changes.
  decided_at timestamptz,
  decided_by jsonb,
  decide_reason text not null default '',
  -- Of the platform's company: reaches others too.
  of_platform boolean not null default false,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint notices__pk primary key (company_id, id),
  constraint notices__company_id foreign key (company_id) references companies (id),
  constraint notices__type check (type in ('notice', 'news')),
  constraint notices__scope check (scope in ('all', 'company', 'org', 'role', 'user', 'portal')),
  constraint notices__level check (level in ('low', 'mid', 'high')),
  -- Removed ones are shown nowhere; their receipts are being erased.
  constraint notices__state check (state in ('draft', 'submitted', 'approved', 'rejected', 'issued', 'revoked', 'removed')),
  -- A second pair of eyes: no writer approves. 'approved' is left as soon as the text changes.
  constraint notices__approved check (state <> 'approved' or coalesce(
    (decided_by ->> 'id') <> all (writers::text[]) and decided_by ->> 'id' <> created_by ->> 'id', false)),
  constraint notices__issued check (state <> 'issued' or starts_at is not null),
  constraint notices__period check (ends_at > starts_at)
);
create index notices__created_at on notices (company_id, created_at desc, id);
create index notices__submitted_at on notices (company_id, submitted_at desc) where state = 'submitted';
create index notices__issued_at on notices (company_id, starts_at desc) where state = 'issued';
create index notices__of_platform on notices (starts_at desc) where state = 'issued' and of_platform;
-- The bell reads the newest ones alone, those to be confirmed, and what ends next.
create index notices__to_confirm on notices (company_id, starts_at desc) where state = 'issued' and ack;
create index notices__to_confirm_of_platform on notices (starts_at desc) where state = 'issued' and ack and of_platform;
create index notices__ends_at on notices (company_id, ends_at) where state = 'issued';
create index notices__ends_at_of_platform on notices (ends_at) where state = 'issued' and of_platform;
call keep_to_company('notices');

-- Only this trigger says whose notice it is.
create function mark_notice_of_platform() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  new.of_platform := coalesce((select platform from companies where id = new.company_id), false);
  return new;
end $$;
create trigger of_platform before insert or update on notices
  for each row execute function mark_notice_of_platform();

-- A company also reads the platform's notices that address it, until their end. Those that have not started are read
-- for their time alone.
create policy addressed_company_reads on notices for select to atrium_company
  using (of_platform and state = 'issued' and (ends_at is null or ends_at > now())
    and (scope in ('all', 'portal') or (scope = 'company' and (select acting_company()) = any(target_ids))));

-- Former texts of notices that were edited after their publication.
create table notice_revisions (
  company_id uuid not null,
  notice_id uuid not null,
  revision integer not null,
  title text not null,
  summary text not null,
  content text not null,
  replaced_at timestamptz not null default now(),
  replaced_by jsonb not null,
  constraint notice_revisions__pk primary key (company_id, notice_id, revision),
  constraint notice_revisions__notice foreign key (company_id, notice_id) references notices (company_id, id)
    on delete cascade
);
call keep_to_company('notice_revisions');

-- Pictures in the texts of a notice, former ones included.
create table notice_pictures (
  company_id uuid not null,
  notice_id uuid not null,
  file_id uuid not null,
  constraint notice_pictures__pk primary key (company_id, notice_id, file_id),
  constraint notice_pictures__notice foreign key (company_id, notice_id) references notices (company_id, id)
    on delete cascade,
  constraint notice_pictures__file foreign key (company_id, file_id) references files (company_id, id)
    on delete cascade
);
create index notice_pictures__file on notice_pictures (company_id, file_id);
call keep_to_company('notice_pictures');
call reference_files('notice_pictures', 'notice', 'notice_id');

-- Attachments of notices.
create table notice_files (
  company_id uuid not null,
  notice_id uuid not null,
  file_id uuid not null,
  downloads integer not null default 0,
  constraint notice_files__pk primary key (company_id, notice_id, file_id),
  constraint notice_files__notice foreign key (company_id, notice_id) references notices (company_id, id)
    on delete cascade,
  constraint notice_files__file foreign key (company_id, file_id) references files (company_id, id)
    on delete cascade
);
create index notice_files__file on notice_files (company_id, file_id);
call keep_to_company('notice_files');
call reference_files('notice_files', 'noticeFile', 'notice_id');

-- Who has read and confirmed what, in the company of the reader. The notice may be the platform's.
create table notice_receipts (
  company_id uuid not null,
  notice_id uuid not null,
  user_id uuid not null,
  -- The company of the notice.
  issuer_id uuid not null,
  -- Of the notice when it was read last.
  revision integer not null,
  read_at timestamptz not null default now(),
  -- Null: not confirmed since the readers were asked last.
  acked_at timestamptz,
  -- The revision that was confirmed; later ones may have been read since.
  acked_revision integer,
  constraint notice_receipts__pk primary key (company_id, notice_id, user_id),
  constraint notice_receipts__user foreign key (company_id, user_id) references users (company_id, id)
    on delete cascade,
  constraint notice_receipts__notice foreign key (issuer_id, notice_id) references notices (company_id, id)
    on delete cascade
);
create index notice_receipts__user on notice_receipts (company_id, user_id);
-- Both are read in the order of people's keys, without the rows: row security asks for the company.
create index notice_receipts__notice on notice_receipts (issuer_id, notice_id, company_id, user_id)
  include (revision, acked_at);
create index notice_receipts__acked on notice_receipts (issuer_id, notice_id, company_id, user_id) include (revision)
  where acked_at is not null;
call keep_to_company('notice_receipts');
-- The issuer counts its readers in all companies.
create policy issuer_reads on notice_receipts for select to atrium_company
  using (issuer_id = (select acting_company()));

-- How many receipts of a company count since the readers were asked last: a million need not be counted, and companies
-- that have all of them need not be searched. The readers of a large company are spread over several rows, so that they
-- do not wait for each other.
create table notice_tallies (
  company_id uuid not null,
  notice_id uuid not null,
  -- The company of the notice.
  issuer_id uuid not null,
  asked_revision integer not null,
  part smallint not null,
  reads integer not null,
  acks integer not null,
  constraint notice_tallies__pk primary key (company_id, notice_id, asked_revision, part),
  constraint notice_tallies__notice foreign key (issuer_id, notice_id) references notices (company_id, id)
    on delete cascade
);
create index notice_tallies__notice on notice_tallies (issuer_id, notice_id, asked_revision, company_id)
  include (reads, acks);
call keep_to_company('notice_tallies');
create policy issuer_reads on notice_tallies for select to atrium_company
  using (issuer_id = (select acting_company()));

-- Row of a company's tally that counts a user.
create function tally_part(of_company uuid, of_user uuid) returns smallint
  language sql stable
begin atomic
  select (case when coalesce((select people from headcounts where company_id = of_company), 0) > 1000
    then get_byte(uuid_send(of_user), 15) % 16 else 0 end)::smallint;
end;
-- Receipts of earlier revisions are not tallied. In the same order in all transactions, so that none waits for another
-- in a circle.
create function tally_receipts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into notice_tallies (company_id, notice_id, issuer_id, asked_revision, part, reads, acks)
  select changed.company_id, changed.notice_id, changed.issuer_id, notices.asked_revision,
    tally_part(changed.company_id, changed.user_id), count(*), count(changed.acked_at)
  from changed join notices on notices.company_id = changed.issuer_id and notices.id = changed.notice_id
  where changed.revision >= notices.asked_revision
  group by 1, 2, 3, 4, 5
  order by 1, 2, 4, 5
  on conflict on constraint notice_tallies__pk do update
    set reads = notice_tallies.reads + excluded.reads, acks = notice_tallies.acks + excluded.acks;
  return null;
end $$;
-- A company may have grown since: any of its rows will do, as they are added up. Adds none while the company is erased.
create function untally_receipts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update notice_tallies set reads = notice_tallies.reads - gone.reads, acks = notice_tallies.acks - gone.acks
  from (
    select changed.company_id, changed.notice_id, notices.asked_revision, held.part, count(*) as reads,
      count(changed.acked_at) as acks
    from changed join notices on notices.company_id = changed.issuer_id and notices.id = changed.notice_id
        and notices.state <> 'removed'
      cross join lateral (
        select part from notice_tallies tallies
        where tallies.company_id = changed.company_id and tallies.notice_id = changed.notice_id
          and tallies.asked_revision = notices.asked_revision
        order by part = tally_part(changed.company_id, changed.user_id) desc, part limit 1) as held
    where changed.revision >= notices.asked_revision
    group by 1, 2, 3, 4) as gone
  where notice_tallies.company_id = gone.company_id and notice_tallies.notice_id = gone.notice_id
    and notice_tallies.asked_revision = gone.asked_revision and notice_tallies.part = gone.part;
  return null;
end $$;
create trigger tally_added after insert on notice_receipts referencing new table as changed
  for each statement execute function tally_receipts();
create trigger tally_removed after delete on notice_receipts referencing old table as changed
  for each statement execute function untally_receipts();
create trigger tally_former after update on notice_receipts referencing old table as changed
  for each statement execute function untally_receipts();
create trigger tally_present after update on notice_receipts referencing new table as changed
  for each statement execute function tally_receipts();

-- People of a company without a receipt, or without a confirmed one, behind a key. Two indexes are read side by side:
-- other ways to join would look up each of a million people when few are left.
create function people_to_go(
  of_company uuid, of_issuer uuid, of_notice uuid, asked integer, to_confirm boolean, behind uuid, most integer
) returns setof uuid language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
  set enable_nestloop = off set enable_hashjoin = off as $$
begin
  if to_confirm then
    return query
      select users.id from users
      where users.company_id = of_company and users.deleted_at is null and users.id > behind and not exists (
        select from notice_receipts receipt
        where receipt.issuer_id = of_issuer and receipt.notice_id = of_notice and receipt.company_id = of_company
          and receipt.user_id > behind and receipt.user_id = users.id and receipt.revision >= asked
          and receipt.acked_at is not null)
      order by users.id limit most;
  else
    return query
      select users.id from users
      where users.company_id = of_company and users.deleted_at is null and users.id > behind and not exists (
        select from notice_receipts receipt
        where receipt.issuer_id = of_issuer and receipt.notice_id = of_notice and receipt.company_id = of_company
          and receipt.user_id > behind and receipt.user_id = users.id and receipt.revision >= asked)
      order by users.id limit most;
  end if;
end $$;

-- What a notice may name to reach a user: the company, the user, their roles in force, and their organisations with all
-- organisations above. A notice that names its targets reaches the users with one of its ids among their keys.
create function notice_keys(of_company uuid, of_user uuid) returns uuid[]
  language sql stable
begin atomic
  select array[of_company, of_user]
    || array(select role_id from roles_in_force where company_id = of_company and user_id = of_user)
    || array(
      select unnest(string_to_array(trim(both '/' from orgs.path), '/'))::uuid
      from user_orgs join orgs on orgs.company_id = user_orgs.company_id and orgs.id = user_orgs.org_id
      where user_orgs.company_id = of_company and user_orgs.user_id = of_user);
end;

-- Names of companies, for the platform's company alone.
create function companies_for_platform(ids uuid[]) returns table (id uuid, name text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  select companies.id, companies.name from companies
  where companies.id = any(ids) and exists (select from companies own where own.id = acting_company() and own.platform);
end;
revoke execute on function companies_for_platform(uuid[]) from public;
grant execute on function companies_for_platform(uuid[]) to atrium_company;

--
-- Documents: folders and files with rights that inherit, versions, the trash, links, and who has read and downloaded.
--

-- Folders and files, as a tree.
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
create index documents__parent on documents (company_id, parent_id, name collate by_name, id);
-- The walk down the folders passes by their files.
create index documents__folders on documents (company_id, parent_id, id) where kind = 'folder';
-- Counts the files of each folder without reading them.
create index documents__files on documents (company_id, parent_id) where kind = 'file' and trashed_at is null;
create index documents__updated_at on documents (company_id, updated_at desc, id) where kind = 'file';
create index documents__trashed_at on documents (trashed_at) where trashed_at is not null;
create index documents__trash on documents (company_id, trashed_at desc, id) where trashed_at is not null;
call keep_to_company('documents');

-- The versions of a file.
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
  -- The user, organisation or role; all null: every user of the company.
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
  -- Who made the link; null without one.
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
