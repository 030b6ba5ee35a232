-- An earlier archive of a tenant beside what there is now, and what of it is put back (decision 128).

-- Archives that operators have compared.
create table archive_comparisons (
  -- The top company of the tenant.
  company_id uuid not null,
  id uuid not null,
  -- Name of the file.
  name text not null,
  -- Null until it is read: when it was made, and the columns that its tables had then.
  archived_at timestamptz,
  columns jsonb,
  -- The companies whose rows are compared.
  compared uuid[] not null default '{}',
  -- Differing rows by kind; null until all are compared.
  counts jsonb,
  -- The run that compares, in the operator's company, and the last one that puts rows back.
  run_company_id uuid not null,
  run_id uuid not null,
  restore_run uuid,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  constraint archive_comparisons__pk primary key (company_id, id),
  constraint archive_comparisons__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index archive_comparisons__created_at on archive_comparisons (created_at);
call keep_to_platform('archive_comparisons');

-- Rows of an archive while they are compared. Unlogged: what a crash takes is read again.
create unlogged table archived_rows (
  company_id uuid not null,
  comparison_id uuid not null,
  table_name text not null,
  -- Its line.
  seq integer not null,
  -- Of the row itself, or of the one that it is a part of.
  key text not null,
  content jsonb not null,
  constraint archived_rows__pk primary key (company_id, comparison_id, table_name, seq),
  constraint archived_rows__comparison foreign key (company_id, comparison_id)
    references archive_comparisons (company_id, id) on delete cascade
);
create index archived_rows__key on archived_rows (company_id, comparison_id, table_name, key);
call keep_to_platform('archived_rows');

-- Rows that differ from what was archived, and what became of putting them back.
create table archive_differences (
  company_id uuid not null,
  comparison_id uuid not null,
  kind text not null,
  key text not null,
  change text not null,
  -- Whose row it is.
  row_company_id uuid not null,
  name text not null,
  -- Columns and parts that differ in a changed row.
  fields text[] not null default '{}',
  -- As it was archived, with its parts; null for a row that was created since.
  archived jsonb,
  -- Digest of the row as it was compared; null: there was none.
  live_digest text,
  -- The run that is to put it back, or has done so.
  restore_run uuid,
  outcome text,
  note text not null default '',
  -- What taking it back restores, with its parts, and the digest that restoring has left; null: there was no row.
  before jsonb,
  digest_after text,
  restored_at timestamptz,
  constraint archive_differences__pk primary key (company_id, comparison_id, kind, key),
  constraint archive_differences__comparison foreign key (company_id, comparison_id)
    references archive_comparisons (company_id, id) on delete cascade,
  constraint archive_differences__change check (change in ('created', 'changed', 'deleted')),
  constraint archive_differences__outcome check (outcome in ('restored', 'refused', 'undone', 'kept'))
);
create index archive_differences__restore_run on archive_differences (restore_run) where restore_run is not null;
call keep_to_platform('archive_differences');
