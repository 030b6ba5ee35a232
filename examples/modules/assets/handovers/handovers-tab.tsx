import { RowsTable, Time, t, useRead } from '@atrium/kit/web'
import { assetsContract } from '../assets/assets.contract.ts'

/** Who has kept an asset, in a tab of its page. */
export const HandoversTab = ({ id }: { id: string }) => {
  const { data = [] } = useRead(assetsContract.handovers, { params: { id } })
  return (
    <RowsTable
      label={t('交接记录')}
      rows={data}
      empty={t('暂无交接记录')}
      columns={[
        { field: 'keeper', title: t('保管人'), width: 140, show: (keeper) => keeper?.name },
        { field: 'createTime', title: t('开始时间'), width: 176, show: (at) => <Time at={at} /> },
        { field: 'reason', title: t('交接原因') },
        { field: 'createBy', title: t('办理人'), width: 140, show: ({ name }) => name },
      ]}
    />
  )
}
