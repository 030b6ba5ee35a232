create index concurrently users__names on users (company_id, name collate by_name_next, id) where deleted_at is null;
create index concurrently orgs__names on orgs (company_id, parent_id, sort, name collate by_name_next, id);
create index concurrently roles__names on roles (company_id, sort, name collate by_name_next, id);
create index concurrently files__names on files (company_id, name collate by_name_next, id);
create index concurrently documents__names on documents (company_id, parent_id, name collate by_name_next, id);
