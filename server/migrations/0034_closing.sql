-- A tenant that the platform closes: nobody of its companies comes in any more, and at its moment everything of them is
-- erased. Until then the closing can be undone.
alter table tenants
  add column erase_at timestamptz,
  add column close_reason text not null default '';
create index tenants__erase_at on tenants (erase_at) where erase_at is not null;

create or replace function state_of(of_tenant tenants) returns text
  language sql stable
  return case
    when of_tenant.erase_at is not null then 'closing'
    when of_tenant.suspended_at is not null then 'suspended'
    when of_tenant.expire_at is null or of_tenant.expire_at > now() then case when of_tenant.trial then 'trial' else 'active' end
    when of_tenant.expire_at + make_interval(days => of_tenant.grace_days) > now() then 'grace'
    else 'expired'
  end;

create or replace function door_of(of_company companies, of_user uuid) returns text
  language sql stable
  return case when standing_of(of_company) <> 1 then 'stopped' else coalesce((
    select case state_of(tenants)
      when 'closing' then 'closing'
      when 'suspended' then 'suspended'
      when 'expired' then case when of_company.admin_id = of_user then 'readOnly' else 'expired' end
      when 'grace' then 'readOnly'
      else 'open' end
    from tenants where tenants.company_id = of_company.top_id), 'open') end;

-- Erases a tenant whose moment has come, with everything that is kept to its companies, their audit logs too: nobody who
-- serves can take a row out of a log, but a company that is gone leaves none behind. Rows that hold others are tried again
-- when those are gone. Out: whether it was there to be erased.
create function erase_tenant(top uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  doomed uuid[];
  pending text[];
  held text[];
  kept text;
begin
  perform from tenants where company_id = top and erase_at <= now() for update;
  if not found then return false; end if;
  doomed := array(select id from companies where top_id = top);
  pending := array(
    select relname from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'company_id');
  while cardinality(pending) > 0 loop
    held := '{}';
    foreach kept in array pending loop
      begin
        execute format('delete from %I where company_id = any($1)', kept) using doomed;
      exception when foreign_key_violation then
        held := held || kept;
      end;
    end loop;
    if cardinality(held) = cardinality(pending) then
      raise exception 'rows of % hold each other', held;
    end if;
    pending := held;
  end loop;
  delete from companies where id = any(doomed);
  return true;
end $$;
revoke execute on function erase_tenant(uuid) from public;
grant execute on function erase_tenant(uuid) to atrium_platform;
