import type {
  Enterprise,
  EnterpriseRow,
  EnterpriseWrite,
} from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import type { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { sortColumn } from '../../../kernel/db/by-name.ts'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { parseTimeRange } from '../../../kernel/db/time-range.ts'

export type EnterprisesQuery = InputOf<typeof recognitionContract.enterprises>['query'] & { timeZone: string }
type Claim = Pick<Enterprise, 'name' | 'creditCode' | 'legal' | 'contact' | 'phone'>

const sortColumns = {
  name: 'enterprises.name',
  applyTime: 'enterprises.applied_at',
  createTime: 'enterprises.created_at',
} as const

const columns = [
  'enterprises.company_id as id',
  'enterprises.name',
  'enterprises.credit_code as creditCode',
  'enterprises.legal',
  'enterprises.contact',
  'enterprises.phone',
  'enterprises.address',
  sql<boolean>`exists (select from enterprise_licences stored where stored.company_id = enterprises.company_id)`.as(
    'licence',
  ),
  'enterprises.state',
  'enterprises.reason',
  'enterprises.applied_at as applyTime',
  'enterprises.decided_at as decideTime',
  'enterprises.created_at as createTime',
  'enterprises.version',
] as const
const selectRows = (db: Db) =>
  db
    .selectFrom('enterprises')
    .innerJoin('companies', 'companies.id', 'enterprises.company_id')
    .select(columns)
    .select([
      'companies.name as company',
      sql<number>`(select count(*) from users
        where users.company_id = enterprises.company_id and users.deleted_at is null)`.as('users'),
      'enterprises.applied_by as applyBy',
      'enterprises.decided_by as decideBy',
    ])
    .$castTo<EnterpriseRow>()
const filterRows = (db: Db, query: EnterprisesQuery) => {
  let rows = db.selectFrom('enterprises')
  const { search, 'f.state': state, 'f.apply': apply, timeZone } = query
  if (search)
    rows = rows.where((eb) =>
      eb.or([eb('name', 'ilike', likePattern(search)), eb('credit_code', '=', search.toUpperCase())]),
    )
  if (state) rows = rows.where('state', '=', state)
  if (apply) {
    const { from, before } = parseTimeRange(apply, timeZone)
    rows = rows.where('applied_at', '>=', from).where('applied_at', '<', before)
  }
  return rows
}

const updateEnterprise = (db: Db, companyId: string) =>
  db.updateTable('enterprises').set({ version: sql`version + 1` }).where('company_id', '=', companyId)

/** Rows that wait for a decision. */
export const waitingEnterprises = sql`select platform.id as company_id, enterprises.company_id as id
  from enterprises join companies platform on platform.platform where enterprises.state = 'review'`

export const enterprisesRepository = {
  /** Makes a new company an enterprise, with what its registration claims. */
  register: (db: Db, companyId: string, { creditCode, ...claim }: Claim) =>
    db
      .insertInto('enterprises')
      .values({ ...claim, company_id: companyId, credit_code: creditCode })
      .execute(),

  find: (db: Db, companyId: string): Promise<Enterprise | undefined> =>
    db
      .selectFrom('enterprises')
      .where('company_id', '=', companyId)
      .select(columns)
      .$castTo<Enterprise>()
      .executeTakeFirst(),

  /** Locks the enterprise until the transaction ends. */
  lockRow: (db: Db, companyId: string) =>
    db.selectFrom('enterprises').where('company_id', '=', companyId).select('company_id').forUpdate().execute(),

  list(db: Db, query: EnterprisesQuery) {
    const found = filterRows(db, query)
    let page = selectRows(db).where('enterprises.company_id', 'in', found.select('company_id'))
    for (const { column, direction } of parseSort(query.sort || '-applyTime', sortColumns))
      page = page.orderBy(sortColumn(column), (order) =>
        direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
      )
    return fetchPage(db, query, page.orderBy('enterprises.company_id'), found)
  },
  findRow: (db: Db, companyId: string): Promise<EnterpriseRow | undefined> =>
    selectRows(db).where('enterprises.company_id', '=', companyId).executeTakeFirst(),

  /** `lapses`: the recognition no longer holds. */
  update: (db: Db, companyId: string, { version: _, creditCode, ...write }: EnterpriseWrite, lapses: boolean) =>
    updateEnterprise(db, companyId)
      .set({ ...write, credit_code: creditCode, ...(lapses && { state: 'none' }) })
      .execute(),

  licence: (db: Db, companyId: string) =>
    db
      .selectFrom('enterprise_licences as licence')
      .innerJoin('files', (join) =>
        join.onRef('files.company_id', '=', 'licence.company_id').onRef('files.id', '=', 'licence.file_id'),
      )
      .where('licence.company_id', '=', companyId)
      .select(['files.id as fileId', 'files.company_id as companyId', 'files.sha256'])
      .executeTakeFirst(),
  async replaceLicence(db: Db, companyId: string, fileId: string, lapses: boolean) {
    await db
      .insertInto('enterprise_licences')
      .values({ company_id: companyId, file_id: fileId })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ file_id: fileId }))
      .execute()
    await updateEnterprise(db, companyId)
      .set(lapses ? { state: 'none' } : {})
      .execute()
  },

  request: (db: Db, companyId: string, by: Person) =>
    updateEnterprise(db, companyId)
      .set({ state: 'review', reason: '', applied_at: sql`now()`, applied_by: JSON.stringify(by) })
      .execute(),
  withdraw: (db: Db, companyId: string) => updateEnterprise(db, companyId).set({ state: 'none' }).execute(),
  decide: (db: Db, companyId: string, state: 'recognized' | 'rejected', reason: string, by: Person) =>
    updateEnterprise(db, companyId)
      .set({ state, reason, decided_at: sql`now()`, decided_by: JSON.stringify(by) })
      .execute(),

  /** Makes the recognised data those of the company. Name and credit code are unique. Requires platform reach. */
  adopt: (db: Db, { id, name, creditCode, legal, contact, phone, address }: Enterprise, by: Person) =>
    db
      .updateTable('companies')
      .set({ name, credit_code: creditCode, legal, contact, phone, address })
      .set({ version: sql`version + 1`, updated_at: sql`now()`, updated_by: JSON.stringify(by) })
      .where('id', '=', id)
      .execute(),

  /** Account of the user who applied; undefined once they are gone. */
  applicantAccount: async (db: Db, companyId: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('users')
        .where('company_id', '=', companyId)
        .where(
          sql<boolean>`id = (select nullif(applied_by ->> 'id', '')::uuid from enterprises where company_id = ${companyId})`,
        )
        .where('deleted_at', 'is', null)
        .select('account')
        .executeTakeFirst()
    )?.account,
}
