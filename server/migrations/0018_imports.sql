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
);
create index import_rows__position on import_rows (company_id, import_id, position);
create index import_rows__verdict on import_rows (company_id, import_id, verdict, row_number);
call keep_to_company('import_rows');
