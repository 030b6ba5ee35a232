import { crudImportedRows, defineSource, fitMoney } from '@atrium/kit/server'
import { type AssetRow, assetsContract } from './assets.contract.ts'
import { assetsOf } from './assets.repository.ts'
import { assetSheet } from './assets.sheet.ts'

/** Assets in exports, imports and templates. */
export const assetSource = defineSource<AssetRow, (typeof assetSheet)['fields']>({
  sheet: assetSheet,
  exports: assetsContract.exportAssets,
  writes: {
    create: assetsContract.create,
    update: assetsContract.update,
    remove: assetsContract.remove,
    rows: crudImportedRows(assetsOf, [
      'number',
      'name',
      'category',
      'price',
      'boughtOn',
      'state',
      'org',
      'location',
      'note',
    ]),
    fit: fitMoney(['price']),
  },
  cells: {
    number: ({ number }) => number,
    name: ({ name }) => name,
    category: ({ category }) => category.name,
    price: ({ price }) => Number(price),
    netValue: ({ netValue }) => Number(netValue),
    boughtOn: ({ boughtOn }) => ({ date: boughtOn }),
    state: ({ state }) => state,
    keeper: ({ keeper }) => keeper?.name,
    org: ({ org }) => org?.name,
    location: ({ location }) => location,
    note: ({ note }) => note,
    createBy: ({ createBy }) => createBy.name,
    createTime: ({ createTime }, clock) => clock(createTime),
  },
})
