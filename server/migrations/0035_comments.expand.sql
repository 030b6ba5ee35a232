-- Comments beside rows that have pages. Who may see the row is asked when they are read.
create table comments (
  company_id uuid not null,
  id uuid not null,
  -- The row: its entity and id. It may be the platform's.
  entity text not null,
  entity_id uuid not null,
  -- Null for a guest, whom the company does not know.
  author_id uuid,
  -- `@{id}` stands for a person; empty once the comment is removed.
  content text not null,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  edited_at timestamptz,
  removed_at timestamptz,
  removed_by jsonb,
  version integer not null default 1,
  constraint comments__pk primary key (company_id, id),
  constraint comments__company_id foreign key (company_id) references companies (id) on delete cascade
);
create index comments__row on comments (company_id, entity_id, id);
create index comments__entity_id on comments (entity_id);
call keep_to_company('comments');

create table comment_files (
  company_id uuid not null,
  comment_id uuid not null,
  file_id uuid not null,
  constraint comment_files__pk primary key (company_id, comment_id, file_id),
  constraint comment_files__comment foreign key (company_id, comment_id) references comments (company_id, id)
    on delete cascade,
  constraint comment_files__file foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
create index comment_files__file on comment_files (company_id, file_id);
call keep_to_company('comment_files');
call reference_files('comment_files', 'comment', 'comment_id');

-- What stands beside rows goes with them. A trigger of their table names their entity.
create function drop_beside() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from comments using removed where entity = tg_argv[0] and entity_id = removed.id;
  return null;
end $$;

-- For tables of modules: call has_subjects('items', 'assetsItem').
create procedure has_subjects(table_name text, entity text) language plpgsql as $$
begin
  execute format('create trigger drop_beside after delete on %I referencing old table as removed
    for each statement execute function public.drop_beside(%L)', table_name, entity);
end $$;
