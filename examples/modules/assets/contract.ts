import { defineModuleContract } from '@atrium/kit/contract'
import { assetSettings, assetsContract, assetsErrors, assetsWords } from './assets/assets.contract.ts'
import { assetSheet } from './assets/assets.sheet.ts'
import { categoriesContract, categoriesErrors, categoriesWords } from './categories/categories.contract.ts'
import { stockItemsContract, stockItemsWords } from './stocktakings/stock-items.contract.ts'
import { stockItemSheet } from './stocktakings/stock-items.sheet.ts'
import { stocktakingsContract, stocktakingsErrors, stocktakingsWords } from './stocktakings/stocktakings.contract.ts'

/** Names of what people are granted, and of what the log says. */
export const words = { ...assetsWords, ...categoriesWords, ...stocktakingsWords, ...stockItemsWords } as const

export const contract = defineModuleContract({
  name: 'assets',
  title: '资产管理',
  errorBlock: { from: 100_000, to: 100_049 },
  words,
  settings: assetSettings,
  feature: {
    sort: 9000,
    forCompanies: true,
    contracts: {
      assets: assetsContract,
      categories: categoriesContract,
      stocktakings: stocktakingsContract,
      stockItems: stockItemsContract,
    },
    errors: { assets: assetsErrors, categories: categoriesErrors, stocktakings: stocktakingsErrors },
    fieldWords: [assetSheet, stockItemSheet],
    subjects: { asset: { read: assetsContract.get, change: assetsContract.update } },
    menus: [
      { code: 'assets', sort: 90, name: '资产管理', icon: 'package', path: '' },
      {
        code: 'assets.list',
        parent: 'assets',
        sort: 10,
        name: '资产',
        icon: 'package',
        path: 'assets/list',
        component: 'assets/list',
        hasObjects: true,
        needs: 'assets:list',
      },
      {
        code: 'assets.stocktakings',
        parent: 'assets',
        sort: 20,
        name: '资产盘点',
        icon: 'clipboard-check',
        path: 'assets/stocktakings',
        component: 'assets/stocktakings',
        hasObjects: true,
        needs: 'assetsStocktakings:list',
      },
      {
        code: 'assets.categories',
        parent: 'assets',
        sort: 30,
        name: '资产分类',
        icon: 'folder-tree',
        path: 'assets/categories',
        component: 'assets/categories',
        needs: 'assetsCategories:list',
      },
    ],
  },
})
