import { Facts, Time, t, useRead } from '@atrium/kit/web'
import { assetsContract } from './contract.ts'

/** The assets that a user has added, as a tab on their page. */
export const AddedAssets = ({ id }: { id: string }) => {
  const { data } = useRead(assetsContract.addedBy, { params: { userId: id } })
  if (data?.length === 0) return <p>{t('暂无登记的资产')}</p>
  const facts = (data ?? []).map(({ name, code, createTime }) => [
    `${name}（${code}）`,
    <Time key={code} at={createTime} />,
  ])
  return <Facts facts={Object.fromEntries(facts)} />
}
