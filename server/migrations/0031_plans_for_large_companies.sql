-- A plan that is kept is made for a company of usual size: twenty rows, where there are fifty thousand companies. Whatever
-- reads twenty rows looks cheap, and in the largest company is two hundred thousand. So the planner is told to expect a
-- company to have a hundredth of a table: what is good for that is good for the small ones too.
create or replace procedure keep_to_company(kept text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', kept);
  execute format('alter table %I force row level security', kept);
  execute format('alter table %I alter column company_id set default acting_company()', kept);
  execute format('alter table %I alter column company_id set (n_distinct = 100)', kept);
  execute format('create policy company_rows on %I to atrium_company
    using (company_id = (select acting_company())) with check (company_id = (select acting_company()))', kept);
  execute format('create policy platform_rows on %I to atrium_platform using (true) with check (true)', kept);
  execute format('create policy owner_rows on %I to current_user using (true) with check (true)', kept);
  execute format('grant select, insert, update, delete on %I to atrium_company, atrium_platform', kept);
end $$;

do $$
declare
  kept text;
begin
  for kept in select relname from pg_class join pg_policy on polrelid = pg_class.oid join pg_attribute on attrelid = pg_class.oid
    where polname = 'company_rows' and attname = 'company_id' and relname <> 'tenants'
  loop
    execute format('alter table %I alter column company_id set (n_distinct = 100)', kept);
    execute format('analyze %I (company_id)', kept);
  end loop;
end $$;

-- Whichever of its two keys is used to ask whether somebody wears a role, not all who wear it are read.
drop index user_roles__role;
create index user_roles__role on user_roles (company_id, role_id, user_id);
