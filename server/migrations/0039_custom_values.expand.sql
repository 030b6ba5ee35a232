-- Values of custom fields, by the key of the field (decision 147).
alter table companies add column custom jsonb not null default '{}';
alter table companies add constraint companies__custom
  check (jsonb_typeof(custom) = 'object' and length(custom::text) <= 32768) not valid;
create trigger custom_added after insert on companies for each row when (new.custom <> '{}')
  execute function keep_custom_values('company');
create trigger custom_changed after update of custom on companies for each row when (old.custom is distinct from new.custom)
  execute function keep_custom_values('company');
create trigger custom_removed after delete on companies for each row when (old.custom <> '{}')
  execute function keep_custom_values('company');
alter table orgs add column custom jsonb not null default '{}';
alter table orgs add constraint orgs__custom
  check (jsonb_typeof(custom) = 'object' and length(custom::text) <= 32768) not valid;
create trigger custom_added after insert on orgs for each row when (new.custom <> '{}')
  execute function keep_custom_values('organization');
create trigger custom_changed after update of custom on orgs for each row when (old.custom is distinct from new.custom)
  execute function keep_custom_values('organization');
create trigger custom_removed after delete on orgs for each row when (old.custom <> '{}')
  execute function keep_custom_values('organization');
alter table posts add column custom jsonb not null default '{}';
alter table posts add constraint posts__custom
  check (jsonb_typeof(custom) = 'object' and length(custom::text) <= 32768) not valid;
create trigger custom_added after insert on posts for each row when (new.custom <> '{}')
  execute function keep_custom_values('post');
create trigger custom_changed after update of custom on posts for each row when (old.custom is distinct from new.custom)
  execute function keep_custom_values('post');
create trigger custom_removed after delete on posts for each row when (old.custom <> '{}')
  execute function keep_custom_values('post');
alter table open_apps add column custom jsonb not null default '{}';
alter table open_apps add constraint open_apps__custom
  check (jsonb_typeof(custom) = 'object' and length(custom::text) <= 32768) not valid;
create trigger custom_added after insert on open_apps for each row when (new.custom <> '{}')
  execute function keep_custom_values('openApp');
create trigger custom_changed after update of custom on open_apps for each row when (old.custom is distinct from new.custom)
  execute function keep_custom_values('openApp');
create trigger custom_removed after delete on open_apps for each row when (old.custom <> '{}')
  execute function keep_custom_values('openApp');
