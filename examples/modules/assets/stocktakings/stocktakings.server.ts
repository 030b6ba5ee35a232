import {
  type Actor,
  AppError,
  assertVersion,
  createReferences,
  crudHandlers,
  crudRepository,
  type Db,
  type Feature,
  implement,
  isVisibleOrganization,
  type ModulePorts,
  newId,
  orNotFound,
  type RequestScope,
  sql,
  stampColumns,
  toAuthor,
} from '@atrium/kit/server'
import { type StocktakingRow, stocktakingsContract, stocktakingsErrors } from './stocktakings.contract.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'assets.stocktakings': {
      company_id: string
      id: string
      number: string
      name: string
      org: string | null
      closed_at: string | null
      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
  }
}
type StoredStocktaking = Omit<StocktakingRow, 'org' | 'counts'> & { org: string | null }

const columns = {
  id: 'id',
  number: 'number',
  name: 'name',
  org: 'org',
  closeTime: 'closed_at',
  ...stampColumns,
} as const
const stocktakingsRepository = crudRepository<'assets.stocktakings', typeof columns, StoredStocktaking>({
  table: 'assets.stocktakings',
  columns,
  searchIn: ['number', 'name'],
  orderBy: '-number',
})
const stocktakingsOf = (actor: Actor) => stocktakingsRepository.within(isVisibleOrganization(actor, 'org'))
const crud = crudHandlers(stocktakingsOf, { audited: ['number', 'name'] })
const references = createReferences({ org: 'organization' })
const series = { name: 'stocktaking', prefix: 'PD-', period: 'year', digits: 4, gapless: true } as const

const assertOpen = ({ closeTime }: Pick<StoredStocktaking, 'closeTime'>) => {
  if (closeTime !== null) throw new AppError(stocktakingsErrors.closed)
}
/** Keeps a stock-taking open that the caller sees, until what they count in it is stored. */
export const holdOpen = async ({ db, actor }: Pick<RequestScope, 'db' | 'actor'>, number: string) => {
  const visible = isVisibleOrganization(actor, 'org') ?? sql<boolean>`true`
  const found = await db
    .selectFrom('assets.stocktakings')
    .where('number', '=', number)
    .where(visible)
    .select('closed_at as closeTime')
    .forShare()
    .executeTakeFirst()
  if (!found) throw new AppError(stocktakingsErrors.missing)
  assertOpen(found)
}

/** Expects all assets of an organisation that are not scrapped. */
const expectAssets = (db: Db, stocktaking: string, org: string, by: object) =>
  sql`
    insert into assets.stock_items
      (company_id, id, stocktaking, number, name, location, expected, created_by, updated_by)
    select company_id, gen_random_uuid(), ${stocktaking}, number, name, location, true, ${by}, ${by}
    from assets.assets where org = ${org} and state <> 'scrapped'`.execute(db)

const countResults = async (db: Db, stocktakings: readonly string[]) => {
  const found = await db
    .selectFrom('assets.stock_items')
    .where('stocktaking', 'in', [...stocktakings])
    .groupBy(['stocktaking', 'result'])
    .select(['stocktaking', 'result', sql<number>`count(*)::int`.as('count')])
    .execute()
  const none = { uncounted: 0, matched: 0, moved: 0, missing: 0, unexpected: 0 }
  const countsOf = (number: string) => found.filter(({ stocktaking }) => stocktaking === number)
  return (number: string): StocktakingRow['counts'] => ({
    ...none,
    ...Object.fromEntries(countsOf(number).map(({ result, count }) => [result, count])),
  })
}
const showStocktakings = async (
  actor: Actor,
  db: Db,
  stored: readonly StoredStocktaking[],
): Promise<StocktakingRow[]> => {
  if (stored.length === 0) return []
  const counts = await countResults(
    db,
    stored.map(({ number }) => number),
  )
  return (await references.showTo(actor)(db, stored)).map((row) => ({ ...row, counts: counts(row.number) }))
}

/** Stock-takings: what an organisation should have is counted, and stays as it was found once it is closed. */
export const createStocktakings = ({ numbering }: Pick<ModulePorts, 'numbering'>): Feature => ({
  routes: implement(stocktakingsContract, {
    ...crud,
    async list(scope, query) {
      const { data, ...total } = await crud.list(scope, query)
      return { ...total, data: await showStocktakings(scope.actor, scope.db, data) }
    },
    async get(scope, id) {
      const [row] = await showStocktakings(scope.actor, scope.db, [await crud.get(scope, id)])
      return orNotFound(row)
    },
    async create(scope, body) {
      const { db, actor } = scope
      const number = await numbering.take({ db, companyId: actor.companyId }, series)
      const created = await crud.create(scope, { id: newId(), ...body, number })
      await expectAssets(db, number, body.org, toAuthor(scope))
      return created
    },
    update: (scope, id, body) => crud.update(scope, id, body, assertOpen),
    remove: (scope, id) => crud.remove(scope, id, assertOpen),
    async close(scope, id, { version }) {
      const stocktakings = stocktakingsOf(scope.actor)
      const before = orNotFound(await stocktakings.findForUpdate(scope.db, id))
      assertVersion(before, version)
      assertOpen(before)
      await stocktakings.update(scope.db, id, { closeTime: new Date().toISOString() }, toAuthor(scope))
      scope.note({ entityId: id, entityName: before.name })
      return null
    },
  }),
  constraints: {
    stocktakings__number: { ...stocktakingsErrors.numberTaken, field: 'number' },
    stocktakings__org: { ...stocktakingsErrors.orgMissing, field: 'org' },
  },
})
