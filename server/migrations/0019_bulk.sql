-- Operations on many rows: what was asked for, what becomes of each row, and how it was before (decision 95).

create table bulks (
  company_id uuid not null,
  id uuid not null,
  entity text not null,
  operation text not null,
  input jsonb not null,
  -- Who asked for it, and sees it.
  requested_by uuid not null,
  created_at timestamptz not null default now(),
  -- Rows were selected when it was asked for, so their number stays.
  total int not null,
  -- Null: not all rows are judged yet.
  checked_at timestamptz,
  -- What else the operation ends or gives, summed over the rows that it changes.
  impact jsonb not null default '{}',
  -- The run that judges the rows; null if they were judged at once.
  check_run uuid,
  -- The run that changes them.
  run_id uuid,
  constraint bulks__pk primary key (company_id, id),
  constraint bulks__company foreign key (company_id) references companies (id) on delete cascade,
  constraint bulks__check_run foreign key (company_id, check_run) references job_runs (company_id, id)
    on delete set null (check_run),
  constraint bulks__run foreign key (company_id, run_id) references job_runs (company_id, id) on delete cascade
);
create index bulks__requested_by on bulks (company_id, requested_by, created_at desc);
create index bulks__check_run on bulks (company_id, check_run) where check_run is not null;
create unique index bulks__one_run on bulks (company_id, run_id) where run_id is not null;
create index bulks__created_at on bulks (created_at);
call keep_to_company('bulks');

create table bulk_rows (
  company_id uuid not null,
  bulk_id uuid not null,
  -- Rows that a rule looks at together come first, so that one batch has them all.
  seq int not null,
  row_id uuid not null,
  name text not null default '',
  -- What the operation would do: 'change', 'same', 'refused', 'conflict'; null: not judged yet.
  verdict text,
  -- What it did: 'changed' or one of the same words; null: not done.
  outcome text,
  -- What became of taking it back: 'undone', 'refused', 'conflict'; null: not tried.
  undo text,
  -- Why nothing was changed, in the words of the last of the three.
  code int,
  reason text not null default '',
  version_before int,
  version_after int,
  -- What undoing restores.
  before jsonb,
  constraint bulk_rows__pk primary key (company_id, bulk_id, seq),
  constraint bulk_rows__bulk foreign key (company_id, bulk_id) references bulks (company_id, id) on delete cascade,
  constraint bulk_rows__row unique (company_id, bulk_id, row_id),
  constraint bulk_rows__verdict check (verdict in ('change', 'same', 'refused', 'conflict')),
  constraint bulk_rows__outcome check (outcome in ('changed', 'same', 'refused', 'conflict')),
  constraint bulk_rows__undo check (undo in ('undone', 'refused', 'conflict'))
);
call keep_to_company('bulk_rows');
