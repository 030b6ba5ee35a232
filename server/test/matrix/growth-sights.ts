import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { sql } from 'kysely'
import { readRowScopes } from '../../src/features/access/authorization/index.ts'
import { visibleUserIds } from '../../src/features/access/row-scopes/index.ts'
import type { Db } from '../../src/kernel/db/database.ts'
import type { TestApp } from '../harness.ts'
import type { Caller } from './growth-cast.ts'

/** The users that each user of a company sees, by id. */
type Sights = ReadonlyMap<string, ReadonlySet<string>>
type User = { id: string; account: string }

const idsIn = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))
const pageSize = 100

export const createSights = (app: TestApp, companyId: string) => {
  const seenBy = async (db: Db, { id: userId, account }: User, everybody: ReadonlySet<string>) => {
    const ids = visibleUserIds({ companyId, userId, account, rows: await readRowScopes(db, companyId, userId) })
    if (!ids) return everybody
    return idsIn((await sql<{ id: string }>`select id from ${ids} as seen`.execute(db)).rows)
  }
  return {
    sights: (): Promise<Sights> =>
      app.database.transact({ reach: 'company', companyId }, async (db) => {
        const users = await sql<User>`select id, account from users where deleted_at is null`.execute(db)
        const everybody = idsIn(users.rows)
        const seen = new Map<string, ReadonlySet<string>>()
        for (const user of users.rows) seen.set(user.id, await seenBy(db, user, everybody))
        return seen
      }),
    /** The users in a caller's list, on all pages. */
    async listedBy({ token }: Caller): Promise<ReadonlySet<string>> {
      const ids = new Set<string>()
      for (let page = 1; ; page += 1) {
        const { data = [] } = await app.call(usersContract.list, { query: { size: pageSize, page } }, token)
        for (const { id } of data) ids.add(id)
        if (data.length < pageSize) return ids
      }
    },
  }
}
