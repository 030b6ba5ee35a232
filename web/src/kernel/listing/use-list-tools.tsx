import { Columns3, Layers } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/texts.ts'
import { type Column, tableColumns } from './columns.tsx'
import type { ListEndpoint } from './list-contract.ts'
import { type ListToolProps, listTools, orderColumns, useListPreferences } from './list-preferences.ts'
import { tagColumns } from './list-tags.tsx'
import type { ShownList } from './use-shown-list.ts'

/**
 * The user's arrangement of a list: its columns as table props, and the buttons and the panel of column
 * settings and saved views. The panel contains forms, so it must be rendered outside the search form.
 */
export const useListTools = <Row extends object>(
  endpoint: ListEndpoint,
  declared: readonly Column<Row>[],
  { state, change, rows }: Pick<ShownList<Row>, 'state' | 'change' | 'rows'>,
) => {
  const { order = [], hidden = [] } = useListPreferences(endpoint) ?? {}
  const all = [...tableColumns(declared, endpoint), ...tagColumns(endpoint, rows)]
  const columns = orderColumns(all, order).filter(({ key }, at) => at === 0 || !hidden.includes(key))
  const beside = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState<ListToolProps['tool']>()
  const toggle = (panel: typeof open) => setOpen(open === panel ? undefined : panel)
  // Keys of the columns without room; the table tells.
  const [left, setLeft] = useState<readonly string[]>([])
  const { Panel } = listTools()
  const buttons = (
    <span ref={beside} className="search-bar-icons">
      <Button
        aria-label={left.length > 0 ? t('列设置，{count} 列未显示', { count: left.length }) : t('列设置')}
        title={left.length > 0 ? t('列设置：{count} 列因宽度不足未显示', { count: left.length }) : t('列设置')}
        aria-expanded={open === 'columns'}
        icon={<Columns3 aria-hidden size={14} />}
        onClick={() => toggle('columns')}
      >
        {left.length > 0 && <span className="search-bar-count">{left.length}</span>}
      </Button>
      <Button
        aria-label={t('视图')}
        title={t('视图')}
        aria-expanded={open === 'views'}
        icon={<Layers aria-hidden size={14} />}
        onClick={() => toggle('views')}
      />
    </span>
  )
  const panel = open && (
    <Suspense>
      <Panel
        tool={open}
        endpoint={endpoint}
        columns={all}
        left={left}
        state={state}
        onOpen={change}
        beside={beside}
        onClose={() => setOpen(undefined)}
      />
    </Suspense>
  )
  return { columns, buttons, panel, setLeft }
}
