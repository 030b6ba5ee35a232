-- Fields that the platform, for all companies, or a company, for itself, adds to entities (decision 147). Their values lie
-- in the column `custom` of the entity's table, by the key of the field.
create table custom_fields (
  company_id uuid not null,
  id uuid not null,
  -- Noun of the entity's audit events: user, post.
  entity text not null,
  -- On the wire and in `custom`. A field that was deleted keeps its row, so that its key is never given again.
  key text not null,
  name text not null,
  kind text not null,
  -- Of the platform: for all companies.
  platform boolean not null default false,
  -- The group of dictionary items that a choice offers.
  dictionary text not null default '',
  help text not null default '',
  -- A regular expression that texts match; empty: any.
  pattern text not null default '',
  required boolean not null default false,
  -- No two rows of a company have the same value.
  is_unique boolean not null default false,
  -- Lists can be filtered and sorted by it.
  searchable boolean not null default false,
  -- Lists show it.
  listed boolean not null default true,
  sort integer not null default 0,
  status smallint not null default 1,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by jsonb not null,
  version integer not null default 1,
  constraint custom_fields__pk primary key (company_id, id),
  constraint custom_fields__id unique (id),
  constraint custom_fields__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint custom_fields__key unique (company_id, entity, key),
  -- Keys of companies and of the platform never meet.
  constraint custom_fields__key_form check (key ~ '^(c_)?[a-z][a-zA-Z0-9]{0,29}$' and (key !~ '^c_') = platform),
  constraint custom_fields__kind check (
    kind in ('text', 'number', 'money', 'date', 'choice', 'person', 'organization', 'file', 'switch')),
  constraint custom_fields__status check (status in (0, 1))
);
create index custom_fields__entity on custom_fields (entity) where removed_at is null;
call keep_to_company('custom_fields');
create policy platform_fields on custom_fields for select to atrium_company using (platform);
create policy fields_for_all on custom_fields as restrictive for insert to atrium_company
  with check (not platform or (select companies.platform from companies where companies.id = (select acting_company())));
create policy fields_stay on custom_fields as restrictive for update to atrium_company
  using (company_id = (select acting_company()))
  with check (not platform or (select companies.platform from companies where companies.id = (select acting_company())));

-- Who of a company has a field: users without one of the roles do not see it, see it masked, or cannot change it.
create table custom_field_limits (
  company_id uuid not null,
  field_id uuid not null,
  effect text not null,
  role_ids uuid[] not null,
  constraint custom_field_limits__pk primary key (company_id, field_id),
  constraint custom_field_limits__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint custom_field_limits__field foreign key (field_id) references custom_fields (id) on delete cascade,
  constraint custom_field_limits__effect check (effect in ('hide', 'mask', 'readonly'))
);
create index custom_field_limits__field_id on custom_field_limits (field_id);
call keep_to_company('custom_field_limits');

-- Values that rows are found, sorted and told apart by. A trigger of each entity's table writes them: the server owns no
-- table, and could build no index for a field while it runs.
create table custom_values (
  -- Of the row; the platform's for companies, which are told apart on the whole platform.
  company_id uuid not null,
  field_id uuid not null,
  row_id uuid not null,
  text_value text,
  number_value double precision,
  -- SHA-256 of the value of a field that is unique.
  digest bytea,
  constraint custom_values__pk primary key (company_id, field_id, row_id),
  constraint custom_values__company_id foreign key (company_id) references companies (id) on delete cascade,
  constraint custom_values__field foreign key (field_id) references custom_fields (id) on delete cascade,
  constraint custom_values__unique unique (company_id, field_id, digest)
);
create index custom_values__text on custom_values (company_id, field_id, text_value, row_id);
create index custom_values__number on custom_values (company_id, field_id, number_value, row_id);
create index custom_values__row on custom_values (company_id, row_id);
create index custom_values__field_id on custom_values (field_id);
call keep_to_company('custom_values');

-- The value of a field in a row as it is looked up by.
create function custom_value_text(value jsonb) returns text
  language sql immutable parallel safe
  return case when jsonb_typeof(value) <> 'number' then left(value #>> '{}', 500) end;
create function custom_value_number(value jsonb) returns double precision
  language sql immutable parallel safe
  return case when jsonb_typeof(value) = 'number' then value::double precision end;
create function custom_value_digest(value jsonb) returns bytea
  language sql immutable parallel safe
  return sha256(convert_to(value #>> '{}', 'UTF8'));

-- Takes the entity.
create function keep_custom_values() returns trigger language plpgsql as $$
declare
  owner uuid;
begin
  if tg_argv[0] = 'company' then
    select id into owner from companies where platform;
  elsif tg_op = 'DELETE' then
    owner := old.company_id;
  else
    owner := new.company_id;
  end if;
  if tg_op <> 'INSERT' then
    delete from custom_values where company_id = owner and row_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into custom_values (company_id, field_id, row_id, text_value, number_value, digest)
    select owner, id, new.id, custom_value_text(new.custom -> key), custom_value_number(new.custom -> key),
      case when is_unique then custom_value_digest(new.custom -> key) end
    from custom_fields
    where entity = tg_argv[0] and removed_at is null and (is_unique or searchable)
      and (platform or company_id = owner) and new.custom ? key;
  end if;
  return null;
end $$;

-- Gives a new table of an entity its values. Tables that exist get the same by statements of their own.
create procedure carry_custom_fields(table_name text, entity text) language plpgsql as $$
begin
  execute format('alter table %1$s add column custom jsonb not null default ''{}'',
    add constraint custom__object check (jsonb_typeof(custom) = ''object'' and length(custom::text) <= 32768)', table_name);
  execute format('create trigger custom_added after insert on %s for each row when (new.custom <> ''{}'')
    execute function keep_custom_values(%L)', table_name, entity);
  execute format('create trigger custom_changed after update of custom on %s for each row
    when (old.custom is distinct from new.custom) execute function keep_custom_values(%L)', table_name, entity);
  execute format('create trigger custom_removed after delete on %s for each row when (old.custom <> ''{}'')
    execute function keep_custom_values(%L)', table_name, entity);
end $$;

-- Rights know who has a field, and consoles learn from theirs which entities have fields.
create trigger epoch_insert after insert on custom_field_limits referencing new table as changed
  for each statement execute function bump_company_epoch();
create trigger epoch_update after update on custom_field_limits referencing new table as changed
  for each statement execute function bump_company_epoch();
create trigger epoch_delete after delete on custom_field_limits referencing old table as changed
  for each statement execute function bump_company_epoch();
create function bump_epoch_of_fields() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update registry_epoch set epoch = epoch + 1 where exists (select from changed where platform);
  update companies set epoch = epoch + 1 where id in (select company_id from changed where not platform);
  return null;
end $$;
create trigger epoch_insert after insert on custom_fields referencing new table as changed
  for each statement execute function bump_epoch_of_fields();
create trigger epoch_update after update on custom_fields referencing new table as changed
  for each statement execute function bump_epoch_of_fields();
create trigger epoch_delete after delete on custom_fields referencing old table as changed
  for each statement execute function bump_epoch_of_fields();
