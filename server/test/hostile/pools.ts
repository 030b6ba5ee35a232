import { randomUUID } from 'node:crypto'
import type { TestApp } from '../harness.ts'

/** Users without roles, of each status that endpoints need. */
export const fillUsers = async (
  app: TestApp,
  companyId: string,
  kind: 'free' | 'locked' | 'disabled' | 'binned',
  count: number,
) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into users (company_id, id, account, name, password_hash, status, locked_at, locked_by, deleted_at, deleted_by)
     select $1, id, $3 || '_' || at, '池', '', case $3 when 'disabled' then 0 else 1 end, case $3 when 'locked' then now() end,
            '{"id":"","name":"池"}', case $3 when 'binned' then now() end, '{"id":"","name":"池"}'
     from unnest($2::uuid[]) with ordinality as pool (id, at)`,
    [companyId, ids, kind],
  )
  return () => ids.pop() ?? randomUUID()
}

/** Tenants without members, of each status that endpoints need. */
export const fillTenants = async (app: TestApp, kind: 'free' | 'locked' | 'suspended', count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.sql(
    `insert into companies (id, name, locked_at, locked_by)
     select id, '池' || $2 || at, case $2 when 'locked' then now() end, '{"id":"","name":"池"}'
     from unnest($1::uuid[]) with ordinality as pool (id, at)`,
    [ids, kind],
  )
  await app.sql(
    `insert into tenants (company_id, plan_id, suspended_at)
     select pool, plans.id, case $2 when 'suspended' then now() end from unnest($1::uuid[]) pool, plans where builtin`,
    [ids, kind],
  )
  return () => ids.pop() ?? randomUUID()
}
