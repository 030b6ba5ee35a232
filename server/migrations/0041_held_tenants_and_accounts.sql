-- Holds the tenant of a company, so that whoever adds something to it takes turns, and answers what it may have; nothing
-- where it has none. In a company's sight the company can only be its own.
create function hold_tenant(of_company uuid, out top uuid, out most_users integer, out most_storage integer)
  language plpgsql as $$
begin
  if acting_company() is distinct from of_company and acting_company() is not null then return; end if;
  select tenants.company_id, coalesce(tenants.most_users, plans.most_users),
      coalesce(tenants.most_storage, plans.most_storage)
    into top, most_users, most_storage
    from companies join tenants on tenants.company_id = companies.top_id join plans on plans.id = tenants.plan_id
    where companies.id = of_company for no key update of tenants;
end $$;
revoke execute on function hold_tenant(uuid) from public;

-- Holding stands in a statement of its own: what is counted after it is read once the turn has come.
create or replace function is_full(of_company uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  tenant record := hold_tenant(of_company);
begin
  return coalesce(tenant.most_users <= people_of(tenant.top), false);
end $$;
create or replace function keeps_too_much(of_company uuid) returns boolean language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  tenant record := hold_tenant(of_company);
begin
  return coalesce(tenant.most_storage * 1048576::bigint < kept_bytes(tenant.top), false);
end $$;

-- Accounts are of ASCII alone, as the contract has it and searches rely on: no other character takes a single byte. An
-- installation that gave its first administrator another one keeps it, and goes without; held to it, nothing of him could
-- be changed any more.
do $$
begin
  if not exists (select from users where octet_length(account) <> length(account)) then
    alter table users add constraint users__account check (octet_length(account) = length(account));
  end if;
end $$;
