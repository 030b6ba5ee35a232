-- A row that is written while a field is marked as unique or searchable was not known to it: its writer did not see the
-- mark yet, and what marks the field did not see the row. Writers share a lock now, which the latter waits for.
create or replace function keep_custom_values() returns trigger language plpgsql as $$
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
  -- For fields of the company, and for those of the platform.
  perform pg_advisory_xact_lock_shared(hashtextextended('custom_fields', hashtextextended(tg_argv[0] || owner, 0))),
    pg_advisory_xact_lock_shared(hashtextextended('custom_fields', hashtextextended(tg_argv[0], 0)));
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
