import {
  DictTag,
  Facts,
  invalidate,
  moneyText,
  ObjectCard,
  ObjectPage,
  ObjectState,
  RowComments,
  RowIcon,
  RowTags,
  RowTimeline,
  Time,
  t,
  useAddressTab,
  useCommentsTab,
  useObjectActions,
  useObjectId,
  usePageTitle,
  useRead,
} from '@atrium/kit/web'
import { DepreciationTab } from '../depreciation/depreciation-tab.tsx'
import { HandoversTab } from '../handovers/handovers-tab.tsx'
import { assetActs } from './asset-acts.ts'
import { AssetForm, labels, noun } from './asset-form.tsx'
import { type AssetRow, assetsContract } from './assets.contract.ts'

const { list, get, handovers, update } = assetsContract
const refresh = () => Promise.all([list, get, handovers].map(invalidate))
const acts = [
  { label: t('编辑'), endpoint: update, drawer: AssetForm, when: ({ state }: AssetRow) => state !== 'scrapped' },
  ...assetActs,
]

const AssetFacts = ({ asset }: { asset: AssetRow }) => (
  <ObjectCard title={t('基本信息')}>
    <Facts
      facts={{
        [labels.category]: asset.category.name,
        [labels.boughtOn]: asset.boughtOn,
        [labels.org]: asset.org?.name,
        [labels.location]: asset.location,
        [labels.note]: asset.note,
        [t('创建人')]: asset.createBy.name,
        [t('创建时间')]: <Time at={asset.createTime} />,
      }}
    />
  </ObjectCard>
)

const Asset = ({ asset }: { asset: AssetRow }) => {
  usePageTitle(asset.name)
  const row = { entity: 'asset', id: asset.id }
  const tabs = [
    { key: 'facts', text: t('基本信息') },
    { key: 'handovers', text: t('交接记录') },
    { key: 'depreciation', text: t('折旧') },
    useCommentsTab(row),
    { key: 'timeline', text: t('变更记录') },
  ] as const
  const [tab, setTab] = useAddressTab(tabs, 'facts')
  const [toActs, overlays] = useObjectActions(acts, refresh)
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<RowIcon />}
        name={asset.name}
        state={<DictTag group="assetState" code={asset.state} />}
        facts={{ number: asset.number }}
        tags={<RowTags {...row} />}
        acts={toActs(asset)}
        figures={[
          { label: labels.keeper, value: asset.keeper?.name ?? t('无') },
          { label: labels.price, value: moneyText(asset.price) },
          { label: t('净值（元）'), value: moneyText(asset.netValue) },
        ]}
        tabs={tabs}
        tab={tab}
        onTab={setTab}
      >
        {tab === 'facts' && <AssetFacts asset={asset} />}
        {tab === 'handovers' && <HandoversTab id={asset.id} />}
        {tab === 'depreciation' && <DepreciationTab id={asset.id} />}
        {tab === 'comments' && <RowComments {...row} />}
        {tab === 'timeline' && <RowTimeline {...row} />}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of an asset. */
export const AssetPage = () => {
  const id = useObjectId()
  const read = useRead(get, { params: { id } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(asset) => <Asset asset={asset} />}
    </ObjectState>
  )
}
