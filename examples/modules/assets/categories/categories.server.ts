import {
  AppError,
  crudHandlers,
  crudRepository,
  type Db,
  type Feature,
  findOptions,
  implement,
  likePattern,
  sql,
  stampColumns,
} from '@atrium/kit/server'
import { type CategoryRow, categoriesContract, categoriesErrors } from './categories.contract.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'assets.categories': {
      company_id: string
      id: string
      name: string
      code: string
      months: number
      residual_percent: number
      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
  }
}

const columns = {
  id: 'id',
  name: 'name',
  code: 'code',
  months: 'months',
  residualPercent: 'residual_percent',
  ...stampColumns,
} as const
const categoriesRepository = crudRepository<'assets.categories', typeof columns, CategoryRow>({
  table: 'assets.categories',
  columns,
  searchIn: ['name', 'code'],
  orderBy: 'code',
})
const crud = crudHandlers(categoriesRepository, { audited: ['name', 'code', 'months', 'residualPercent'] })

const findCategories = (db: Db) =>
  db
    .selectFrom('assets.categories')
    .select(['id as value', 'name as label', sql<Record<string, never>>`'{}'::jsonb`.as('extra')])

/** The names of categories, by their ids. */
export const namesOfCategories = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const found = await db
    .selectFrom('assets.categories')

    .where('id', 'in', [...ids])
    .limit(ids.length)
    .select(['id', 'name'])
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** What each category is called, and how its assets lose their value. */
export const createCategories = (): Feature => ({
  routes: implement(categoriesContract, {
    ...crud,
    remove: (scope, id) =>
      crud.remove(scope, id, async () => {
        const used = await scope.db
          .selectFrom('assets.assets')
          .where('category', '=', id)
          .limit(1)
          .select('id')
          .execute()
        if (used.length > 0) throw new AppError(categoriesErrors.inUse)
      }),
    options: ({ db }, id, query) =>
      findOptions(id, query, {
        one: (id) => findCategories(db).where('id', '=', id).executeTakeFirst(),
        matching: (keyword, limit) =>
          findCategories(db).where('name', 'ilike', likePattern(keyword)).orderBy('code').limit(limit).execute(),
      }),
  }),
  sheetOptions: {
    assetCategory: (database, { companyId }, limit) =>
      database.transact({ reach: 'company', companyId }, async (db) => {
        const found = await db.selectFrom('assets.categories').orderBy('code').limit(limit).select('name').execute()
        return found.map(({ name }) => name)
      }),
  },
  sheetReferences: {
    assetCategory: async ({ db }, _by, names) => {
      const found = await db
        .selectFrom('assets.categories')
        .where('name', 'in', [...names])
        .select(['id', 'name'])
        .execute()
      return new Map(found.map(({ id, name }) => [name, id]))
    },
  },
  constraints: {
    categories__name: { ...categoriesErrors.nameTaken, field: 'name' },
    categories__code: { ...categoriesErrors.codeTaken, field: 'code' },
  },
})
