import {
  type Actor,
  AppError,
  crudHandlers,
  crudRepository,
  defineSource,
  type Feature,
  implement,
  isVisibleOrganization,
  type ModulePorts,
  sql,
  stampColumns,
} from '@atrium/kit/server'
import { type StockItemRow, stockItemsContract } from './stock-items.contract.ts'
import { type StockResult, stockItemSheet } from './stock-items.sheet.ts'
import { stocktakingsErrors } from './stocktakings.contract.ts'
import { holdOpen } from './stocktakings.server.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'assets.stock_items': {
      company_id: string
      id: string
      stocktaking: string
      number: string
      name: string
      location: string
      expected: boolean
      found: boolean | null
      found_location: string
      note: string
      result: StockResult
      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
  }
}

type StoredItem = StockItemRow & { expected: boolean }
const columns = {
  id: 'id',
  stocktaking: 'stocktaking',
  number: 'number',
  name: 'name',
  location: 'location',
  expected: 'expected',
  found: 'found',
  foundLocation: 'found_location',
  note: 'note',
  result: 'result',
  ...stampColumns,
} as const
const itemsRepository = crudRepository<'assets.stock_items', typeof columns, StoredItem>({
  table: 'assets.stock_items',
  columns,
  searchIn: ['number', 'name', 'location', 'foundLocation'],
  orderBy: 'number',
})
/** The items of stock-takings that a caller sees. */
const itemsOf = (actor: Actor) => {
  const org = isVisibleOrganization(actor, 'org')
  return itemsRepository.within(
    org && sql<boolean>`stocktaking in (select number from assets.stocktakings where ${org})`,
  )
}
const crud = crudHandlers(itemsOf, { audited: ['stocktaking', 'number', 'found', 'foundLocation', 'note'] })

const toStored = (row: StoredItem) => {
  const { id, version, name, stocktaking, number, found, foundLocation, note } = row
  return { id, version, name, body: { stocktaking, number, name, found, foundLocation, note } }
}
const itemSource = defineSource<StockItemRow, (typeof stockItemSheet)['fields']>({
  sheet: stockItemSheet,
  exports: stockItemsContract.exportItems,
  writes: {
    create: stockItemsContract.create,
    update: stockItemsContract.update,
    remove: stockItemsContract.remove,
    rows: {
      find: async ({ db, actor }, _, values) =>
        (
          await itemsOf(actor).having(
            db,
            'number',
            values.map(({ number }) => String(number)),
          )
        ).map(toStored),
      byIds: async ({ db, actor }, ids) => (await itemsOf(actor).having(db, 'id', ids)).map(toStored),
    },
  },
  cells: {
    stocktaking: ({ stocktaking }) => stocktaking,
    number: ({ number }) => number,
    name: ({ name }) => name,
    location: ({ location }) => location,
    found: ({ found }) => found,
    foundLocation: ({ foundLocation }) => foundLocation,
    note: ({ note }) => note,
    result: ({ result }) => result,
  },
})

const assertUnexpected = ({ expected }: StoredItem) => {
  if (expected) throw new AppError(stocktakingsErrors.expected)
}

/** What was counted in stock-takings that are open. */
export const createStockItems = ({ exportSheet }: Pick<ModulePorts, 'exportSheet'>): Feature => ({
  routes: implement(stockItemsContract, {
    ...crud,
    async create(scope, body) {
      await holdOpen(scope, body.stocktaking)
      return crud.create(scope, { ...body, location: '', found: true })
    },
    update: (scope, id, body) => crud.update(scope, id, body, ({ stocktaking }) => holdOpen(scope, stocktaking)),
    remove: (scope, id) =>
      crud.remove(scope, id, async (item) => {
        assertUnexpected(item)
        await holdOpen(scope, item.stocktaking)
      }),
    exportItems: (scope, request) => {
      const items = itemsOf(scope.actor)
      return exportSheet(scope, {
        source: itemSource,
        request,
        reach: { reach: 'company', companyId: scope.actor.companyId } as const,
        count: (db, limit) => items.count(db, request, limit),
        batch: (db, after, size) => items.batch(db, request, after?.id, size),
      })
    },
  }),
  sheets: [itemSource],
  constraints: {
    stock_items__number: { ...stocktakingsErrors.countedAlready, field: 'number' },
    stock_items__stocktaking: { ...stocktakingsErrors.missing, field: 'stocktaking' },
  },
})
