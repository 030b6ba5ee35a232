import {
  AppError,
  crudHandlers,
  crudImportedRows,
  crudRepository,
  defineModule,
  defineSource,
  implement,
  orNotFound,
  sql,
  stampColumns,
} from '@atrium/kit/server'
import { type AssetRow, assetSheet, assetsContract, assetsErrors, contract } from './contract.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'assets.assets': {
      company_id: string
      id: string
      name: string
      code: string
      scrapped_at: string | null
      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
  }
}

/** As many as the tab on the page of a user shows. */
const mostAdded = 50

const columns = { id: 'id', name: 'name', code: 'code', ...stampColumns } as const
const assetsRepository = crudRepository<'assets.assets', typeof columns, AssetRow>({
  table: 'assets.assets',
  columns,
  searchIn: ['name', 'code'],
  orderBy: 'name',
})
const crud = crudHandlers(assetsRepository, { audited: ['name', 'code'] })

const assetSource = defineSource<AssetRow, (typeof assetSheet)['fields']>({
  sheet: assetSheet,
  exports: assetsContract.exportAssets,
  writes: {
    create: assetsContract.create,
    update: assetsContract.update,
    remove: assetsContract.remove,
    rows: crudImportedRows(assetsRepository, ['name', 'code']),
  },
  cells: {
    name: ({ name }) => name,
    code: ({ code }) => code,
    createBy: ({ createBy }) => createBy.name,
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})

/** Assets of a company. */
export const server = defineModule({
  contract,
  create: ({ exportSheet }) => ({
    routes: implement(assetsContract, {
      ...crud,
      addedBy: ({ db }, userId) =>
        db
          .selectFrom('assets.assets')
          .where(sql<boolean>`created_by ->> 'id' = ${userId}`)
          .orderBy('created_at', 'desc')
          .limit(mostAdded)
          .select(['id', 'name', 'code', 'created_at as createTime'])
          .execute(),
      scrap: async ({ db, note }, id, { reason }) => {
        const asset = orNotFound(await assetsRepository.findForUpdate(db, id))
        const isNew = await db
          .updateTable('assets.assets')
          .set({ scrapped_at: sql<string>`now()` })
          .where('id', '=', id)
          .where('scrapped_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!isNew) throw new AppError(assetsErrors.scrapped)
        note({ entityId: id, entityName: asset.name, after: { reason } })
        return null
      },
      exportAssets: (scope, request) =>
        exportSheet(scope, {
          source: assetSource,
          request,
          reach: { reach: 'company', companyId: scope.actor.companyId } as const,
          count: (db, limit) => assetsRepository.count(db, request, limit),
          batch: (db, after, size) => assetsRepository.batch(db, request, after?.id, size),
        }),
    }),
    sheets: [assetSource],
    constraints: {
      assets__name: { ...assetsErrors.nameTaken, field: 'name' },
      assets__code: { ...assetsErrors.codeTaken, field: 'code' },
    },
  }),
})
