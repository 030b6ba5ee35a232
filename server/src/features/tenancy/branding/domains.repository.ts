import type { Domain } from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { domainRecord, domainTxt } from '../tenants/index.ts'

const domainQuery = (db: Db, companyId: string, host: string) =>
  db.selectFrom('tenant_domains').where('company_id', '=', companyId).where('host', '=', host)

export const domainsRepository = {
  find: (db: Db, companyId: string, host: string): Promise<Domain | undefined> =>
    domainQuery(db, companyId, host)
      .select([
        'host',
        sql<boolean>`verified_at is not null`.as('verified'),
        domainRecord.as('record'),
        domainTxt.as('txt'),
      ])
      .executeTakeFirst(),

  /** The company whose tenant has verified a host. */
  findVerifiedOwner: async (db: Db, host: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('tenant_domains')
        .where('host', '=', host)
        .where('verified_at', 'is not', null)
        .select('company_id')
        .executeTakeFirst()
    )?.company_id,

  /** Returns whether it was added; false if the tenant has it already. */
  insert: async (db: Db, companyId: string, host: string, token: string): Promise<boolean> =>
    (await db
      .insertInto('tenant_domains')
      .values({ company_id: companyId, host, token })
      .onConflict((conflict) => conflict.columns(['company_id', 'host']).doNothing())
      .returning('host')
      .executeTakeFirst()) !== undefined,

  verify: (db: Db, companyId: string, host: string) =>
    db
      .updateTable('tenant_domains')
      .where('company_id', '=', companyId)
      .where('host', '=', host)
      .set({ verified_at: sql`now()` })
      .execute(),

  remove: (db: Db, companyId: string, host: string) =>
    db.deleteFrom('tenant_domains').where('company_id', '=', companyId).where('host', '=', host).execute(),
}
