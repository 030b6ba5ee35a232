-- Migration 0031 has the planner expect a company to have a hundredth of a table, for plans that are kept. Where few companies
-- have most of one, that is too little still: of five hundred companies one had ten thousand roles of eleven, a hundred were
-- expected, and to read through these looked cheaper than to look ten up by their key. Ten times as long took the list of
-- people. It expects a tenth now: who has even all of a table has no more than ten times what was expected.
create procedure expect_large_companies(kept text) language plpgsql as $$
begin
  execute format('alter table %I alter column company_id set (n_distinct = 10, n_distinct_inherited = 10)', kept);
end $$;

create or replace procedure keep_to_owner(kept text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', kept);
  execute format('alter table %I force row level security', kept);
  execute format('create policy owner_rows on %I to current_user using (true) with check (true)', kept);
  call expect_large_companies(kept);
end $$;

-- What the owner has for himself, opened to whoever acts in the row's company.
create or replace procedure keep_to_company(kept text) language plpgsql as $$
begin
  call keep_to_owner(kept);
  execute format('alter table %I alter column company_id set default acting_company()', kept);
  execute format('create policy company_rows on %I to atrium_company
    using (company_id = (select acting_company())) with check (company_id = (select acting_company()))', kept);
  execute format('create policy platform_rows on %I to atrium_platform using (true) with check (true)', kept);
  execute format('grant select, insert, update, delete on %I to atrium_company, atrium_platform', kept);
end $$;

do $$
declare
  kept text;
begin
  for kept in select attrelid::regclass from pg_attribute
    where attname = 'company_id' and 'n_distinct=100' = any(attoptions)
  loop
    call expect_large_companies(kept);
    execute format('analyze %s (company_id)', kept);
  end loop;
end $$;
