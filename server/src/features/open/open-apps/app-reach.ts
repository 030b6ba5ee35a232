import { authorIn, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { reachOfActor } from '../../../kernel/reach-of-actor.ts'
import type { Actor, AuditNote, DetachedScope } from '../../../kernel/scope.ts'
import { lockApp } from './app-rules.ts'
import { openAppsRepository as repository, type StoredOpenApp } from './open-apps.repository.ts'

type Scope = DetachedScope<Actor>
type Changed = { before: NonNullable<AuditNote['before']>; after: NonNullable<AuditNote['after']> }

/** Applications within a caller's reach: the operator's are those of all companies. */
export const createAppReach = (database: Database) => {
  const find = async ({ actor }: Pick<Scope, 'actor'>, id: string): Promise<StoredOpenApp> =>
    orNotFound(await database.read(reachOfActor(actor), (db) => repository.find(db, id)))
  return {
    find,
    /**
     * Reads within the company of an application.
     * @throws `notFound` beyond the caller's reach
     */
    async read<T>(
      scope: Pick<Scope, 'actor'>,
      id: string,
      work: (db: Db, app: StoredOpenApp) => Promise<T>,
    ): Promise<T> {
      const app = await find(scope, id)
      return database.read({ reach: 'company', companyId: app.company.id }, (db) => work(db, app))
    },
    /**
     * Changes an application in one transaction, logged in its company too.
     * @throws `notFound` beyond the caller's reach
     */
    async change(
      scope: Scope,
      id: string,
      event: string,
      apply: (db: Db, app: StoredOpenApp, by: ReturnType<typeof authorIn>) => Promise<Changed>,
    ) {
      const { actor } = scope
      // Found first: a commit reaches all companies.
      const { company } = await find(scope, id)
      const isOwn = company.id === actor.companyId
      const by = authorIn(scope, company.id)
      await scope.commit(async (db) => {
        const app = await lockApp({ db }, id)
        const entry = { entityId: id, entityName: app.name, ...(await apply(db, app, by)) }
        scope.note({ ...entry, sideEffects: isOwn ? [] : [{ ...entry, event, companyId: company.id }] })
      })
      return null
    },
  }
}
export type AppReach = ReturnType<typeof createAppReach>
