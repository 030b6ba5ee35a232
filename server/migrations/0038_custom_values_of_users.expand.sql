-- Values of custom fields of users, by the key of the field (decision 147).
alter table users add column custom jsonb not null default '{}';
alter table users add constraint users__custom
  check (jsonb_typeof(custom) = 'object' and length(custom::text) <= 32768) not valid;
create trigger custom_added after insert on users for each row when (new.custom <> '{}')
  execute function keep_custom_values('user');
create trigger custom_changed after update of custom on users for each row when (old.custom is distinct from new.custom)
  execute function keep_custom_values('user');
create trigger custom_removed after delete on users for each row when (old.custom <> '{}')
  execute function keep_custom_values('user');
