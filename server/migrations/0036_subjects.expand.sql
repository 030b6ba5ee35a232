-- Rows that have pages: what stands beside them goes with them.
create trigger drop_beside after delete on users referencing old table as removed
  for each statement execute function drop_beside('user');
create trigger drop_beside after delete on companies referencing old table as removed
  for each statement execute function drop_beside('company');
create trigger drop_beside after delete on roles referencing old table as removed
  for each statement execute function drop_beside('role');
create trigger drop_beside after delete on orgs referencing old table as removed
  for each statement execute function drop_beside('organization');
create trigger drop_beside after delete on open_apps referencing old table as removed
  for each statement execute function drop_beside('openApp');
create trigger drop_beside after delete on open_apis referencing old table as removed
  for each statement execute function drop_beside('openApi');
