import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { elementHolders } from '../../access/authorization/index.ts'
import { principalId } from './approval-rules.ts'

const element = 'sysNews:review'
/** Approvers who are notified of a submission by mail; others find it on their workbench. */
const mostTold = 50

const selectPolicy = (db: Db, companyId: string) =>
  db
    .selectFrom('notice_policies')
    .where('company_id', '=', companyId)
    .select(['approval', 'version', 'updated_at as updateTime', sql<Person>`updated_by`.as('updateBy')])
const accounts = (found: readonly { account: string }[]) => found.map(({ account }) => account)

/**
 * Submissions that a user may decide on, newest first. A part of a larger query with the reach of the user's company.
 */
export const submittedNotices = (db: Db, actor: Actor) =>
  db
    .selectFrom('notices')
    .where('company_id', '=', actor.companyId)
    // A literal, for the partial index.
    .where('state', '=', sql.lit('submitted'))
    .where(sql<boolean>`${principalId(actor)}::uuid <> all (writers)`)
    .select(['id', sql<string>`created_by->>'name'`.as('who'), 'title as what', 'submitted_at as time'])
    .orderBy('submitted_at', 'desc')

/** Who approves notices, and whether a company requires it. */
export const approvalsRepository = {
  findPolicy: (db: Db, companyId: string) => selectPolicy(db, companyId).executeTakeFirst(),
  findPolicyForUpdate: (db: Db, companyId: string) => selectPolicy(db, companyId).forUpdate().executeTakeFirst(),

  /**
   * Adds a company's first policy.
   * @returns false if another transaction was faster
   */
  async insertPolicy(db: Db, companyId: string, approval: boolean, by: Person): Promise<boolean> {
    const added = await db
      .insertInto('notice_policies')
      .values({ company_id: companyId, approval, updated_by: JSON.stringify(by) })
      .onConflict((conflict) => conflict.constraint('notice_policies__pk').doNothing())
      .returning('version')
      .executeTakeFirst()
    return added !== undefined
  },
  updatePolicy: (db: Db, companyId: string, approval: boolean, by: Person) =>
    db
      .updateTable('notice_policies')
      .set({ approval, ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .execute(),

  countApprovers: async (db: Db, companyId: string): Promise<number> => {
    const counted = elementHolders(db, companyId, element).select(sql<number>`count(*)`.as('people'))
    return Number((await counted.executeTakeFirst())?.people ?? 0)
  },
  /** Accounts of approvers, those of the writers left out. */
  approverAccounts: async (db: Db, companyId: string, writers: readonly string[]): Promise<string[]> => {
    const others = elementHolders(db, companyId, element).where(
      sql<boolean>`coalesce(users.principal_id, users.id) <> all(${writers}::uuid[])`,
    )
    return accounts(await others.select('users.account').orderBy('users.id').limit(mostTold).execute())
  },
  /** Accounts of users of the company; those of its guests are elsewhere. */
  listAccounts: async (db: Db, companyId: string, ids: readonly string[]): Promise<string[]> => {
    const found = db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
    return accounts(await found.select('account').execute())
  },
}
