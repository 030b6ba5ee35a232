import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../../kernel/db/database.ts'

const batchSize = 1000
const nilUuid = '00000000-0000-0000-0000-000000000000'

/** In which companies a module is on: their plan has it, and it is not switched off for them. */
export type ModuleSwitch = {
  /** Whether it is on in a company. Takes a transaction that sees the company. */
  isOn(db: Db, companyId: string): Promise<boolean>
  /**
   * Works for one company after another in which it is on, for jobs that run by the clock.
   *
   * @param work - gets the id of a company, and opens transactions of its own
   * @param signal - stops before the next company
   */
  forEachCompany(work: (companyId: string) => Promise<void>, signal?: AbortSignal): Promise<void>
}

/** The switch of a module, as `ModulePorts` has it. */
export const createModuleSwitch = (
  { name, feature }: Pick<ModuleContract, 'name' | 'feature'>,
  database: Pick<Database, 'transact'>,
): ModuleSwitch => {
  const elements = Object.values(feature.contracts).flatMap((contract) =>
    Object.values(contract).flatMap((endpoint) => toPermission(endpoint) ?? []),
  )
  const onCompanies = sql`companies left join tenants on tenants.company_id = companies.top_id
    where (tenants.company_id is null or (not ${name} = any(tenants.modules_off) and (cardinality(${elements}::text[]) = 0
      or exists (select from plan_elements where plan_id = tenants.plan_id and element = any(${elements}::text[])))))`
  const readIds = async (after: string) => {
    const { rows } = await database.transact({ reach: 'platform' }, (db) =>
      sql<{ id: string }>`select companies.id from ${onCompanies} and companies.id > ${after}
        order by companies.id limit ${batchSize}`.execute(db),
    )
    return rows.map(({ id }) => id)
  }
  return {
    async isOn(db, companyId) {
      const { rows } = await sql`select from ${onCompanies} and companies.id = ${companyId}`.execute(db)
      return rows.length > 0
    },
    async forEachCompany(work, signal) {
      for (let ids = await readIds(nilUuid); ids.length > 0; ids = await readIds(ids.at(-1) ?? ''))
        for (const id of ids) {
          if (signal?.aborted) return
          await work(id)
        }
    },
  }
}
