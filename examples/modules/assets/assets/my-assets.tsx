import { CardRow, CardRows, DictTag, ReadState, t, usePageLink, useRead } from '@atrium/kit/web'
import { assetsContract } from './assets.contract.ts'

/** The assets that the user keeps, as a card of the workbench. */
export const MyAssets = () => {
  const read = useRead(assetsContract.mine, {})
  const link = usePageLink()
  return (
    <ReadState read={read}>
      {(assets) => (
        <CardRows empty={t('暂无您保管的资产')}>
          {assets.slice(0, 6).map(({ id, name, number, state }) => (
            <CardRow
              key={id}
              title={`${name} ${number}`}
              to={link('assets/list', { search: number })}
              end={<DictTag group="assetState" code={state} />}
            />
          ))}
        </CardRows>
      )}
    </ReadState>
  )
}
