-- Whether every call an element opens reads: the code says so at each start. What changes nothing is given to auditors.
alter table elements add column reads boolean not null default false;

-- Beside whoever looks after a company stands who sees all of it and changes nothing. What he holds comes after the start,
-- as what is new in a plan does. Where people have given the name to a role of theirs, the product's is called otherwise;
-- where its code is theirs, there is none.
insert into roles (company_id, id, code, type, name)
  select company_id, gen_random_uuid(), 'company-auditor', 'builtin', case
    when exists (select from roles named where named.company_id = keeper.company_id and named.name = '企业审计员')
      then '企业审计员（内置）' else '企业审计员' end
  from roles keeper where keeper.type = 'builtin' and keeper.code = 'company-admin'
  on conflict do nothing;
