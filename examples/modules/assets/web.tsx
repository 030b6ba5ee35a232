import { defineWebModule, t } from '@atrium/kit/web'
import { assetsContract } from './contract.ts'

export const web = defineWebModule({
  views: { 'assets/list': async () => (await import('./assets-page.tsx')).AssetsPage },
  objectTabs: {
    users: [
      {
        key: 'assets.added',
        title: t('登记的资产'),
        endpoint: assetsContract.addedBy,
        load: async () => (await import('./added-assets.tsx')).AddedAssets,
      },
    ],
  },
  paletteActions: [{ noun: t('资产'), component: 'assets/list', endpoint: assetsContract.create }],
})
