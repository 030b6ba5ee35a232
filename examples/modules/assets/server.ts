import { defineModule, joinFeatures } from '@atrium/kit/server'
import { createAssets } from './assets/assets.server.ts'
import { createCategories } from './categories/categories.server.ts'
import { contract } from './contract.ts'
import { depreciationTrigger } from './depreciation/depreciation.ts'
import { createStockItems } from './stocktakings/stock-items.server.ts'
import { createStocktakings } from './stocktakings/stocktakings.server.ts'

/** 资产管理 on the server. */
export const server = defineModule({
  contract,
  create: (ports) => ({
    ...joinFeatures([createAssets(ports), createCategories(), createStocktakings(ports), createStockItems(ports)]),
    jobs: [depreciationTrigger(ports)],
  }),
})
