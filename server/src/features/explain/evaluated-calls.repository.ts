import type { Subject } from '@atrium/contract/features/explain/explain.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import type { Seer } from '../../kernel/db/row-scope.ts'
import { isSeenUser } from '../../kernel/db/seen-users.ts'
import type { PlanCeiling } from '../access/index.ts'
import type { Door } from '../companies/index.ts'
import type { Address } from './denials.repository.ts'
import type { Page } from './pages.ts'

export type Risk = 'low' | 'mid' | 'high'
export type BoundElement = { code: string; name: string; risk: Risk }

/**
 * What is asked of somebody: to pass the door of an API, and to hold an element besides; either alone, too; or to open a
 * page, with one of its elements. Null where that is not asked. With the plan of the company it is asked in, where he visits.
 */
export type JudgedCall = {
  address: Address | null
  element: string | null
  page: Page | null
  visited?: { plan: PlanCeiling | undefined } | undefined
}
/** How many of each kind a search finds. */
const found = 10

/** An element as people call it: 用户 · 导出. */
export const elementName = sql<string>`modules.name || ' · ' || elements.name`
const leastRiskFirst = sql`array_position(array['low', 'mid', 'high'], elements.risk)`

const personOf = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.company_id', '=', companyId)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.name', 'users.account'])
    .select([sql<number>`standing_of(users)`.as('standing'), sql<Door>`door_of(companies, users.id)`.as('door')])

/** What a decision about one call is made of: the person, his company, the API, and what opens it. */
export const judgedCallsRepository = {
  person: (db: Db, companyId: string, userId: string) => personOf(db, companyId, userId).executeTakeFirst(),
  /** The same if the caller's row scope shows them. */
  seenPerson: (db: Db, actor: Seer, userId: string) => {
    const person = personOf(db, actor.companyId, userId)
    const seen = isSeenUser(actor, 'users.id')
    return (seen ? person.where(seen) : person).executeTakeFirst()
  },

  apiById: (db: Db, id: string) =>
    db.selectFrom('apis').where('id', '=', id).select(['id', 'method', 'path', 'name']).executeTakeFirst(),
  apiAt: (db: Db, { method, path }: Address) =>
    db
      .selectFrom('apis')
      .where('method', '=', method)
      .where('path', '=', path)
      .select(['id', 'method', 'path', 'name'])
      .executeTakeFirst(),

  /** The elements of these codes, the least risky first. */
  elementsCoded: (db: Db, codes: readonly string[]): Promise<BoundElement[]> =>
    db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where('elements.code', 'in', codes)
      .orderBy(leastRiskFirst)
      .orderBy('elements.code')
      .select(['elements.code', 'elements.risk', elementName.as('name')])
      .$castTo<BoundElement>()
      .execute(),

  /** The elements any one of which opens an API, the least risky first. */
  elementsOf: (db: Db, { method, path }: Address): Promise<BoundElement[]> =>
    db
      .selectFrom('element_apis')
      .innerJoin('apis', 'apis.id', 'element_apis.api_id')
      .innerJoin('elements', 'elements.code', 'element_apis.element')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where('apis.method', '=', method)
      .where('apis.path', '=', path)
      .orderBy(leastRiskFirst)
      .orderBy('elements.code')
      .select(['elements.code', 'elements.risk', elementName.as('name')])
      .$castTo<BoundElement>()
      .execute(),

  /** The APIs and elements that match, for choosing one. */
  async subjects(db: Db, search: string): Promise<Subject[]> {
    const like = likePattern(search)
    const among = (...texts: RawBuilder<string>[]) =>
      sql<boolean>`(${sql.join(
        texts.map((text) => sql`${text} ilike ${like}`),
        sql` or `,
      )})`
    const address = sql<string>`apis.method || ' ' || apis.path`
    const apis = await db
      .selectFrom('apis')
      .where('auth', '=', 'perm')
      .where(among(sql`apis.name`, address))
      .orderBy('apis.path')
      .orderBy('apis.method')
      .limit(found)
      .select([sql<'api'>`'api'`.as('kind'), 'apis.id', 'apis.name', address.as('code')])
      .execute()
    const elements = await db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where(among(elementName, sql`elements.code`))
      .orderBy('elements.code')
      .limit(found)
      .select([sql<'element'>`'element'`.as('kind'), 'elements.code as id', elementName.as('name'), 'elements.code'])
      .execute()
    return [...apis, ...elements]
  },

  registryEpoch: async (db: Db): Promise<number> =>
    (await db.selectFrom('registry_epoch').select('epoch').executeTakeFirstOrThrow()).epoch,
}
