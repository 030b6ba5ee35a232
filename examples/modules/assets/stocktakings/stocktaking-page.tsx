import {
  invalidate,
  ObjectPage,
  ObjectState,
  RowIcon,
  RowTimeline,
  t,
  useAddressTab,
  useObjectActions,
  useObjectId,
  usePageTitle,
  useRead,
  useWrite,
} from '@atrium/kit/web'
import { StockItems, stockResultTexts } from './stock-items.tsx'
import { type StocktakingRow, stocktakingsContract } from './stocktakings.contract.ts'
import { noun, StocktakingState } from './stocktakings-page.tsx'

const { list, get, close } = stocktakingsContract
const refresh = () => Promise.all([list, get].map(invalidate))
const tabs = [
  { key: 'items', text: t('盘点明细') },
  { key: 'timeline', text: t('变更记录') },
] as const

const Stocktaking = ({ row }: { row: StocktakingRow }) => {
  usePageTitle(row.name)
  const [tab, setTab] = useAddressTab(tabs, 'items')
  const { mutateAsync } = useWrite(close, { invalidates: [list, get] })
  const end = {
    label: t('结束盘点'),
    endpoint: close,
    when: ({ closeTime }: StocktakingRow) => closeTime === null,
    confirm: ({ id, name, version, counts }: StocktakingRow) => ({
      title: t('结束盘点：{name}', { name }),
      body: t('还有 {count} 项未盘。结束后不能再修改，也不能重新开始。', { count: counts.uncounted }),
      run: () => mutateAsync({ params: { id }, body: { version } }),
    }),
  }
  const [toActs, overlays] = useObjectActions([end], refresh)
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<RowIcon />}
        name={row.name}
        state={<StocktakingState row={row} />}
        facts={{ number: row.number, org: row.org?.name }}
        acts={toActs(row)}
        figures={stockResultTexts.map(({ value, label }) => ({ label, value: row.counts[value] }))}
        tabs={tabs}
        tab={tab}
        onTab={setTab}
      >
        {tab === 'items' ? <StockItems stocktaking={row} /> : <RowTimeline entity="assetStocktaking" id={row.id} />}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of a stock-taking. */
export const StocktakingPage = () => {
  const id = useObjectId()
  const read = useRead(get, { params: { id } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(row) => <Stocktaking row={row} />}
    </ObjectState>
  )
}
