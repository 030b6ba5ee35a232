import { defineWebModule, t } from '@atrium/kit/web'
import { loansContract } from './contract.ts'

export const web = defineWebModule({
  views: { 'loans/list': async () => (await import('./loans-page.tsx')).LoansPage },
  workbenchCards: [
    {
      key: 'loans.newest',
      title: t('最近借用'),
      endpoint: loansContract.list,
      page: 'loans/list',
      load: async () => (await import('./newest-loans.tsx')).NewestLoans,
    },
  ],
})
