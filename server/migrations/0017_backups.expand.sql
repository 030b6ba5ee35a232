-- Backups, and copies that were restored from them (decision 127).

-- The one row of what this database is: an installation, or a copy of one.
create table installation (
  one boolean primary key default true,
  -- The mark in the store of files by which its bytes are this installation's own. A restored copy has a new one.
  mark uuid not null default gen_random_uuid(),
  -- Since when it works at nothing by itself, as it was restored; null: it works.
  quiet_since timestamptz,
  -- The backup that it was restored from, its time, and the mark of the installation that made it.
  restored_from text,
  backup_taken_at timestamptz,
  restored_mark uuid,
  constraint installation__one check (one),
  constraint installation__restored check ((restored_from is null) = (backup_taken_at is null)
    and (restored_from is null) = (restored_mark is null))
);
insert into installation default values;
call keep_to_platform('installation');
-- It is the owner's to change, by the operator's commands.
revoke insert, update, delete on installation from atrium_platform;

-- What was backed up and proved, and when.
create table backup_records (
  id uuid primary key default time_ordered_id(),
  kind text not null,
  -- The backup's name, and the folder or bucket that it lies in.
  name text not null,
  place text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Null: it succeeded.
  problem text,
  details jsonb not null default '{}',
  constraint backup_records__kind check (kind in ('backup', 'proof'))
);
create index backup_records__kind on backup_records (kind, ended_at desc);
call keep_to_platform('backup_records');
revoke insert, update, delete on backup_records from atrium_platform;
grant delete on backup_records to atrium_platform;

-- Bytes that no row names any more. They stay for some days, so that an older database finds them. Those of an erased
-- company go at once, with their row here.
create table removed_contents (
  company_id uuid not null,
  sha256 text not null,
  removed_at timestamptz not null default now(),
  constraint removed_contents__pk primary key (company_id, sha256),
  constraint removed_contents__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index removed_contents__removed_at on removed_contents (removed_at);
call keep_to_company('removed_contents');
create function note_removed_content() returns trigger language plpgsql as $$
begin
  insert into removed_contents (company_id, sha256)
    select company_id, sha256 from removed where exists (select from companies where id = company_id)
    on conflict on constraint removed_contents__pk do update set removed_at = now();
  return null;
end $$;
create trigger note_removed after delete on file_contents referencing old table as removed
  for each statement execute function note_removed_content();
