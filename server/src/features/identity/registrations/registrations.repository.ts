import type {
  RegistrationRow,
  registerBody,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { crudRepository, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

export type Firm = NonNullable<z.output<typeof registerBody>['ent']>
export type Applicant = {
  kind: RegistrationRow['kind']
  account: string
  name: string
  phone: string
  passwordHash: string
  firm: Firm | null
}
/** `invitation`: the code that was used, or empty. */
type Application = Applicant & { companyId: string; invited: boolean; invitation: string; ip: string }
/** Fields needed for the decision. */
export type PendingRegistration = Applicant &
  Pick<RegistrationRow, 'id' | 'state' | 'version'> & { invited: boolean; invitation: string }

const columns = {
  id: 'id',
  kind: 'kind',
  account: 'account',
  name: 'name',
  phone: 'phone',
  ent: 'firm',
  state: 'state',
  reason: 'reason',
  ip: 'ip',
  createTime: 'created_at',
  decideTime: 'decided_at',
  decideBy: 'decided_by',
  version: 'version',
} as const

const stored = crudRepository<'registrations', typeof columns, Omit<RegistrationRow, 'area'>>({
  table: 'registrations',
  columns,
  searchIn: ['account', 'name'],
  orderBy: '-createTime',
})

/** Rows that wait for a decision. */
export const waitingRegistrations = sql`select company_id, id from registrations where state = 'review'`

export const registrationsRepository = {
  list: (db: Db, query: ListQuery) => stored.list(db, query),

  /** Pending ones of the current company, newest first. */
  pending: (db: Db) =>
    db
      .selectFrom('registrations')
      // A literal, for the partial index.
      .where('state', '=', sql.lit('review'))
      .select(['id', 'name as who', sql<string>`coalesce(firm->>'name', '')`.as('what'), 'created_at as time'])
      .orderBy('created_at', 'desc'),

  /** Whether a pending registration requested this account. */
  isAccountPending: async (db: Db, account: string): Promise<boolean> =>
    (await db
      .selectFrom('registrations')
      .where(sql`lower(account)`, '=', account.toLowerCase())
      .where('state', '=', 'review')
      .select('id')
      .executeTakeFirst()) !== undefined,

  async insert(db: Db, { companyId, passwordHash, firm, ...application }: Application): Promise<string> {
    const id = newId()
    const values = { ...application, company_id: companyId, id, password_hash: passwordHash }
    await db
      .insertInto('registrations')
      .values({ ...values, firm: firm && JSON.stringify(firm) })
      .execute()
    return id
  },

  /** A registration of that company, locked for update so that parallel decisions are serialized. */
  findForUpdate: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('registrations')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(['id', 'kind', 'account', 'name', 'phone', 'password_hash as passwordHash', 'firm', 'invited'])
      .select(['state', 'version', 'invitation'])
      .$castTo<PendingRegistration>()
      .forUpdate()
      .executeTakeFirst(),

  /** What its approval knows of a registration. */
  findSubject: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('registrations')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .select(['id', 'name', 'account', 'kind', 'invited'])
      .executeTakeFirst(),

  /** Stores the decision and clears the password hash. */
  decide: (db: Db, companyId: string, id: string, state: 'approved' | 'rejected', reason: string, by: Person) =>
    db
      .updateTable('registrations')
      .set({
        state,
        reason,
        password_hash: '',
        decided_at: sql`now()`,
        decided_by: JSON.stringify(by),
        version: sql`version + 1`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
}
