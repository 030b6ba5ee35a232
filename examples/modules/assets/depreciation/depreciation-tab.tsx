import { moneyText, RowsTable, t, useRead } from '@atrium/kit/web'
import { assetsContract } from '../assets/assets.contract.ts'

/** What an asset has lost of its value, in a tab of its page. */
export const DepreciationTab = ({ id }: { id: string }) => {
  const { data = [] } = useRead(assetsContract.depreciation, { params: { id } })
  return (
    <RowsTable
      label={t('折旧')}
      rows={data.map((each) => ({ id: each.month, ...each }))}
      empty={t('尚未计提折旧，每晚自动计提')}
      columns={[
        { field: 'month', title: t('月份') },
        { field: 'amount', title: t('本月折旧'), width: 160, alignRight: true, show: moneyText },
        { field: 'netValue', title: t('月末净值'), width: 160, alignRight: true, show: moneyText },
      ]}
    />
  )
}
