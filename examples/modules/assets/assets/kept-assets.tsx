import { DictTag, moneyText, RowsTable, t, useRead } from '@atrium/kit/web'
import { labels } from './asset-form.tsx'
import { assetsContract } from './assets.contract.ts'

/** The assets that a user keeps, in a tab of their page. */
export const KeptAssets = ({ id }: { id: string }) => {
  const { data = [] } = useRead(assetsContract.keptBy, { params: { userId: id } })
  return (
    <RowsTable
      label={t('保管的资产')}
      rows={data}
      empty={t('暂无保管的资产')}
      columns={[
        { field: 'name', title: labels.name },
        { field: 'number', title: t('资产编号'), width: 160, place: 'sub' },
        {
          field: 'state',
          title: labels.state,
          width: 96,
          show: (state) => <DictTag group="assetState" code={state} />,
        },
        { field: 'location', title: labels.location, width: 160 },
        { field: 'netValue', title: t('净值（元）'), width: 128, alignRight: true, show: (value) => moneyText(value) },
      ]}
    />
  )
}
