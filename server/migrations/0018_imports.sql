-- Imports: uploaded workbooks on their way into the data, with what each row would do and has done. Only who uploaded
-- one sees it.
create table imports (
  company_id uuid not null,
  id uuid not null,
  -- A user of this company, or a guest.
  user_id uuid not null,
  -- The template; a built-in one has no row.
  excel_id uuid not null,
  excel_name text not null,
  entity text not null,
  file_id uuid not null,
  -- Visible sheets: their names and places in the workbook, titles, and the first value below each.
  sheets jsonb not null,
  -- Which of them.
  sheet smallint not null,
  -- Which column is which field: [{ column, field, match }].
  mapping jsonb not null,
  mode text not null,
  keys text[] not null,
  atomic boolean not null default false,
  -- Rises with each change of the mapping.
  revision integer not null default 1,
  -- What the last check of this revision has counted; null: none has ended.
  counts jsonb,
  check_run uuid,
  apply_run uuid,
  created_at timestamptz not null default now(),
  constraint imports__pk primary key (company_id, id),
  constraint imports__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint imports__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade,
  constraint imports__check_run foreign key (company_id, check_run) references job_runs (company_id, id)
    on delete set null (check_run),
  constraint imports__apply_run foreign key (company_id, apply_run) references job_runs (company_id, id)
    on delete set null (apply_run),
  constraint imports__mode check (mode in ('insert', 'upsert', 'update'))
);
create index imports__user_id on imports (company_id, user_id, created_at desc, id);
create index imports__file on imports (company_id, file_id);
create index imports__check_run on imports (company_id, check_run) where check_run is not null;
create index imports__apply_run on imports (company_id, apply_run) where apply_run is not null;
create index imports__created_at on imports (created_at);
call keep_to_company('imports');
call reference_files('imports', 'import', 'id');
-- No list of files sends it.
create trigger guarded after insert or update of file_id on imports for each row execute function guard_job_file();

create table import_rows (
  company_id uuid not null,
  import_id uuid not null,
  -- Its number in the sheet.
  row_number integer not null,
  -- The order in which rows are written: one that others refer to comes before them.
  position integer not null,
  name text not null,
  verdict text not null,
  -- What was read: values by field, and texts that refer to rows of the same entity.
  write jsonb not null,
  -- Of a row that is there: its id and version when it was checked.
  entity_id uuid,
  version_before integer,
  -- The version that the import has left.
  version_after integer,
  -- What a request that restores the row sends.
  before jsonb,
  changes jsonb not null default '[]',
  problems jsonb not null default '[]',
  outcome text not null default '',
  note text not null default '',
  constraint import_rows__pk primary key (company_id, import_id, row_number),
  constraint import_rows__import foreign key (company_id, import_id) references imports (company_id, id)
    on delete cascade,
  constraint import_rows__verdict check (verdict in ('new', 'changed', 'same', 'refused')),
  constraint import_rows__outcome check (outcome in ('', 'done', 'failed', 'undone', 'kept'))
)
-- Each row is written twice: with its verdict, and with its outcome beside it.
with (fillfactor = 60);
create index import_rows__position on import_rows (company_id, import_id, position);
create index import_rows__verdict on import_rows (company_id, import_id, verdict, row_number);
call keep_to_company('import_rows');

-- How many users a company's tenant has room for; null: any number. Additions take turns as with is_full, which it
-- replaces.
create function user_room(of_company uuid) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  tenant record := lock_tenant(of_company);
begin
  return tenant.most_users - people_of(tenant.top);
end $$;
revoke execute on function user_room(uuid) from public;
grant execute on function user_room(uuid) to atrium_company, atrium_platform;
drop function is_full(uuid);

-- Nobody has cached the rights of a user whom the same transaction adds: their row is not written again.
create or replace function bump_user_epoch() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set epoch = epoch + 1
    where (company_id, id) in (select company_id, user_id from changed) and created_at <> now();
  return null;
end $$;

-- What seal_audit_row and fill_name_grams did before, for a thousand rows in one statement: the head of a chain is
-- locked and written once a statement, and not once a row. Within the statement the rows before are its end. A log that
-- was cut short ends before its head, and goes on after it.
create or replace function seal_audit_row() returns trigger
  -- The end of the chain by its key, whatever the planner knows of a log that has just begun.
  language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  head audit_heads;
  last audit_heads;
begin
  select * into head from audit_heads where company_id = new.company_id for no key update;
  if not found then
    insert into audit_heads (company_id, seq, hash) values (new.company_id, 0, '') on conflict do nothing;
    select * into head from audit_heads where company_id = new.company_id for no key update;
  end if;
  select company_id, seq, hash into last from audit_log
    where company_id = new.company_id and seq > head.seq order by seq desc limit 1;
  if found then head := last; end if;
  new.seq := head.seq + 1;
  new.prev := head.hash;
  new.time := clock_timestamp();
  new.hash := audit_hash(new);
  return new;
end $$;
create function move_audit_heads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update audit_heads set seq = last.seq, hash = last.hash
    from (select distinct on (company_id) company_id, seq, hash from added order by company_id, seq desc) as last
    where audit_heads.company_id = last.company_id;
  return null;
end $$;
create trigger head after insert on audit_log
  referencing new table as added for each statement execute function move_audit_heads();

-- As grams_of does it, without a set of rows for the short rests that names have.
create or replace function fill_name_grams() returns trigger language plpgsql as $$
declare
  rest text := lower(substr(new.name, 2));
  company text := left(new.company_id::text, 8);
begin
  new.name_grams := case length(rest)
    when 0 then '{}'
    when 1 then array[company || rest]
    when 2 then array[company || left(rest, 1), company || right(rest, 1), company || rest]
    else grams_of(new.company_id, rest)
  end;
  return new;
end $$;
