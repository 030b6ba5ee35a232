import { useState } from 'react'
import { type Filter, FilterInput } from '../../kernel/listing/filters.tsx'
import type { ListState } from '../../kernel/listing/list-state.ts'
import { RefreshButton } from '../../kernel/listing/refresh-button.tsx'
import { SearchBar } from '../../kernel/listing/search-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import type { Find } from '../../ui/use-found-options.ts'
import { sampleRows } from './sample-rows.ts'
import { wait } from './wait.ts'
import { Widget, WidgetRow } from './widget.tsx'

const people = sampleRows.map(({ id, name }) => ({ value: id, label: name }))
const find: Find = async (keyword, chosen) => {
  await wait(300)
  return people.filter(({ value, label }) => value === chosen || label.includes(keyword)).slice(0, 20)
}

const filters: readonly Filter[] = [
  { name: 'code', label: t('编码'), kind: 'text' },
  {
    name: 'status',
    label: t('状态'),
    kind: 'select',
    options: [
      { value: '1', label: t('启用') },
      { value: '0', label: t('停用') },
    ],
  },
  { name: 'owner', label: t('负责人'), kind: 'remoteSelect', find },
  { name: 'day', label: t('日期'), kind: 'date' },
  { name: 'createTime', label: t('创建时间'), kind: 'dateTimeRange' },
]

const FilterKinds = () => {
  const [values, setValues] = useState<Readonly<Record<string, string | undefined>>>({})
  return (
    <Widget title={t('筛选项')}>
      <WidgetRow>
        {filters.map((filter) => (
          <FilterInput
            key={filter.name}
            filter={filter}
            value={values[filter.name]}
            onChange={(value) => setValues((former) => ({ ...former, [filter.name]: value }))}
          />
        ))}
      </WidgetRow>
      <pre className="widget-output" data-testid="filter-values">
        {JSON.stringify(values)}
      </pre>
    </Widget>
  )
}

const start: ListState = { page: 1, size: 10, search: '', sort: '', filters: {} }
const SearchWithFilters = () => {
  const [state, setState] = useState(start)
  const [reloads, setReloads] = useState(0)
  const [loading, setLoading] = useState(false)
  const reload = async () => {
    setReloads((count) => count + 1)
    setLoading(true)
    await wait(500)
    setLoading(false)
  }
  return (
    <Widget title={t('搜索栏')}>
      <SearchBar
        searchId="widgets-search"
        searchHint={t('名称')}
        filters={filters}
        list={{
          state,
          loading,
          total: sampleRows.length,
          more: false,
          change: (change) => setState((former) => ({ ...former, ...change })),
          cleared: { search: '', filters: {} },
          reload: () => void reload(),
        }}
        tools={() => <RefreshButton loading={loading} onClick={() => void reload()} />}
        addButton={
          <Button look="primary" onClick={() => toast.success(t('新增'))}>
            {t('新增')}
          </Button>
        }
      />
      <pre className="widget-output" data-testid="search-state">
        {JSON.stringify({ search: state.search, filters: state.filters, reloads })}
      </pre>
    </Widget>
  )
}

/** The kinds of filters, and the search bar with all of them. */
export const SearchWidgets = () => (
  <>
    <FilterKinds />
    <SearchWithFilters />
  </>
)
