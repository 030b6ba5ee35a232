-- Erases a closed tenant at its time, with all rows of its companies, those of modules and the audit logs included. Tables
-- whose rows are still referenced are retried after the others. Returns whether there was one to erase.
create or replace function erase_tenant(top uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  companies_of_tenant uuid[];
  pending text[];
  referenced text[];
  table_name text;
begin
  perform from tenants where company_id = top and erase_at <= now() for update;
  if not found then return false; end if;
  companies_of_tenant := array(select id from companies where top_id = top);
  pending := array(
    select attrelid::regclass::text from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and attname = 'company_id' and relnamespace in (
      select oid from pg_namespace where exists (
        select from aclexplode(nspacl) where grantee = to_regrole('atrium_company'))));
  while cardinality(pending) > 0 loop
    referenced := '{}';
    foreach table_name in array pending loop
      begin
        execute format('delete from %s where company_id = any($1)', table_name) using companies_of_tenant;
      exception when foreign_key_violation then
        referenced := referenced || table_name;
      end;
    end loop;
    if cardinality(referenced) = cardinality(pending) then
      raise exception 'rows of % reference each other', referenced;
    end if;
    pending := referenced;
  end loop;
  delete from companies where id = any(companies_of_tenant);
  return true;
end $$;
