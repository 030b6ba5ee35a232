import { defineWebModule, t } from '@atrium/kit/web'
import { assetsContract } from './assets/assets.contract.ts'

/** 资产管理 in the console. Each page is loaded when it is opened. */
export const web = defineWebModule({
  views: {
    'assets/list': async () => (await import('./assets/assets-page.tsx')).AssetsPage,
    'assets/stocktakings': async () => (await import('./stocktakings/stocktakings-page.tsx')).StocktakingsPage,
    'assets/categories': async () => (await import('./categories/categories-page.tsx')).CategoriesPage,
  },
  objects: {
    'assets/list': {
      title: t('资产详情'),
      load: async () => (await import('./assets/asset-page.tsx')).AssetPage,
    },
    'assets/stocktakings': {
      title: t('盘点详情'),
      load: async () => (await import('./stocktakings/stocktaking-page.tsx')).StocktakingPage,
    },
  },
  objectTabs: {
    users: [
      {
        key: 'assets.kept',
        title: t('保管的资产'),
        endpoint: assetsContract.keptBy,
        load: async () => (await import('./assets/kept-assets.tsx')).KeptAssets,
      },
    ],
  },
  workbenchCards: [
    {
      key: 'assets.mine',
      title: t('我保管的资产'),
      endpoint: assetsContract.mine,
      page: 'assets/list',
      load: async () => (await import('./assets/my-assets.tsx')).MyAssets,
    },
  ],
  paletteActions: [{ noun: t('资产'), component: 'assets/list', endpoint: assetsContract.create }],
})
