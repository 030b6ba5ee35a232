import { sql } from 'kysely'
import { compileOnce } from '../../../kernel/db/compile-once.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { grantsStamp } from '../../access/authorization/index.ts'
import { isLive } from './session.repository.ts'

const admitted = sql`('open', 'readOnly')`
/** What may change the grants of a session's owner at home. */
const homeParts = sql`companies.epoch, tenants.version, plans.version, users.epoch, registry_epoch.epoch, entry.admission`

/** Sessions whose owners may continue at home. */
const homeSessions = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'sessions.company_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .innerJoin('companies', 'companies.id', 'sessions.company_id')
    .leftJoin('tenants', 'tenants.company_id', 'companies.top_id')
    .leftJoin('plans', 'plans.id', 'tenants.plan_id')
    .innerJoin('registry_epoch', (join) => join.onTrue())
    // The offset keeps it from being evaluated for each use.
    .innerJoin(
      sql<{ admission: string }>`lateral (select admission_of(companies, users.id) as admission offset 0)`.as('entry'),
      (join) => join.onTrue(),
    )
    .where(isLive)
    .where('users.status', '=', 1)
    .where(sql<boolean>`entry.admission in ${admitted}`)

/** Sessions that may continue, visits included, each with a stamp that changes whenever its owner's grants may have. */
const stampedSessions = (db: Db) =>
  homeSessions(db)
    .leftJoin('companies as visited', 'visited.id', 'sessions.act_company_id')
    .leftJoin('tenants as host', 'host.company_id', 'visited.top_id')
    .leftJoin('plans as given', 'given.id', 'host.plan_id')
    .where(
      sql<boolean>`(sessions.act_company_id is null
        or (admission_of(visited, users.id) in ${admitted} and host.switch_policy <> 'denied'))`,
    )
    .select([
      'sessions.id',
      sql<string>`concat_ws('.', ${homeParts}, visited.epoch, host.version, given.version,
        case when visited.id is not null then admission_of(visited, users.id) end)`.as('stamp'),
    ])

const owner = [sql.ref('sessions.company_id'), sql.ref('sessions.user_id')] as const
// By equality, so that the plans are kept: planning this many joins costs more than running them.
const findAtHome = compileOnce(['sessionId'], (db, { sessionId }) =>
  homeSessions(db)
    .where('sessions.id', '=', sessionId)
    .where('sessions.act_company_id', 'is', null)
    .select([
      sql<string>`concat_ws('.', ${homeParts})`.as('stamp'),
      grantsStamp(['companies', 'companies', 'tenants', 'plans'], ...owner).as('grantsStamp'),
    ]),
)
const findOnVisit = compileOnce(['sessionId'], (db, { sessionId }) =>
  stampedSessions(db)
    .where('sessions.id', '=', sessionId)
    .select(grantsStamp(['companies', 'visited', 'host', 'given'], ...owner).as('grantsStamp')),
)

export const grantStampsRepository = {
  /** Those of these sessions that may continue, each with its stamp. */
  list: (db: Db, ids: readonly string[]) =>
    stampedSessions(db).where(sql<boolean>`sessions.id = any(${ids}::uuid[])`).execute(),
  /**
   * The stamp of the caller's session, and that of their grants.
   * @returns undefined if the session may not continue
   */
  find: async (db: Db, { sessionId, acting }: Actor): Promise<{ stamp: string; grantsStamp: string } | undefined> =>
    (await (acting ? findOnVisit : findAtHome)(db, { sessionId }))[0],
}
