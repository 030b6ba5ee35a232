import type { Subject } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { nameHolds } from '../../../kernel/db/by-name.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { PlanCeiling } from '../../access/authorization/index.ts'
import type { Viewer } from '../../access/row-scopes/index.ts'
import { isVisibleUser } from '../../access/row-scopes/index.ts'
import type { CompanyAdmission } from '../../tenancy/tenants/index.ts'
import type { Address } from './denials.repository.ts'
import type { Page } from './pages.ts'

export type Risk = 'low' | 'mid' | 'high'
export type BoundElement = { code: string; name: string; risk: Risk }

/**
 * A call to evaluate: an API, an element, an API with a further element, or a page. Null for parts that are not asked.
 * `visited` holds the plan of the visited company, if any.
 */
export type EvaluatedCall = {
  address: Address | null
  element: string | null
  page: Page | null
  visited?: { plan: PlanCeiling | undefined } | undefined
}
/** Maximum number of matches of each kind. */
const maxFound = 10

/** Display name of an element: 用户 · 导出. */
export const elementName = sql<string>`modules.name || ' · ' || elements.name`
const leastRiskFirst = sql`array_position(array['low', 'mid', 'high'], elements.risk)`

const selectPerson = (db: Db, companyId: string, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.company_id', '=', companyId)
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .select(['users.id', 'users.name', 'users.account'])
    .select([
      sql<number>`status_of(users)`.as('standing'),
      sql<CompanyAdmission>`admission_of(companies, users.id)`.as('admission'),
    ])

/** Reads what evaluations depend on: the user, their company, the API, and the elements that open it. */
export const evaluatedCallsRepository = {
  person: (db: Db, companyId: string, userId: string) => selectPerson(db, companyId, userId).executeTakeFirst(),
  /** The user, if visible to the caller. */
  visiblePerson: (db: Db, actor: Viewer, userId: string) => {
    const person = selectPerson(db, actor.companyId, userId)
    const isVisible = isVisibleUser(actor, 'users.id')
    return (isVisible ? person.where(isVisible) : person).executeTakeFirst()
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

  /** The elements with these codes, lowest risk first. */
  elementsByCodes: (db: Db, codes: readonly string[]): Promise<BoundElement[]> =>
    db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where('elements.code', 'in', codes)
      .orderBy(leastRiskFirst)
      .orderBy('elements.code')
      .select(['elements.code', 'elements.risk', elementName.as('name')])
      .$castTo<BoundElement>()
      .execute(),

  /** The elements that open an API, lowest risk first. */
  listElements: (db: Db, { method, path }: Address): Promise<BoundElement[]> =>
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

  /** APIs and elements that match a search. */
  async subjects(db: Db, search: string): Promise<Subject[]> {
    const matches = (name: RawBuilder<string>, code: RawBuilder<string>) =>
      sql<boolean>`(${nameHolds(name, search)} or ${code} ilike ${likePattern(search)})`
    const address = sql<string>`apis.method || ' ' || apis.path`
    const apis = await db
      .selectFrom('apis')
      .where('auth', '=', 'perm')
      .where(matches(sql`apis.name`, address))
      .orderBy('apis.path')
      .orderBy('apis.method')
      .limit(maxFound)
      .select([sql<'api'>`'api'`.as('kind'), 'apis.id', 'apis.name', address.as('code')])
      .execute()
    const elements = await db
      .selectFrom('elements')
      .innerJoin('modules', 'modules.code', 'elements.module')
      .where(matches(elementName, sql`elements.code`))
      .orderBy('elements.code')
      .limit(maxFound)
      .select([sql<'element'>`'element'`.as('kind'), 'elements.code as id', elementName.as('name'), 'elements.code'])
      .execute()
    return [...apis, ...elements]
  },

  registryEpoch: async (db: Db): Promise<number> =>
    (await db.selectFrom('registry_epoch').select('epoch').executeTakeFirstOrThrow()).epoch,
}
