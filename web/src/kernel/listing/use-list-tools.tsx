import { Layers, Settings } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Column, tableColumns } from './columns.tsx'
import type { ListEndpoint } from './list-contract.ts'
import { type ListToolProps, listTools, orderColumns, useListPreferences } from './list-preferences.ts'
import type { ShownList } from './use-shown-list.ts'

/**
 * The user's arrangement of a list: its columns as table props, and the buttons and the panel of column
 * settings and saved views. The panel contains forms, so it must be rendered outside the search form.
 */
export const useListTools = <Row,>(
  endpoint: ListEndpoint,
  declared: readonly Column<Row>[],
  { state, change }: Pick<ShownList<object>, 'state' | 'change'>,
) => {
  const { order = [], hidden = [] } = useListPreferences(endpoint) ?? {}
  const all = tableColumns(declared, endpoint)
  const columns = orderColumns(all, order).filter(({ key }, at) => at === 0 || !hidden.includes(key))
  const beside = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState<ListToolProps['tool']>()
  const toggle = (panel: typeof open) => setOpen(open === panel ? undefined : panel)
  const { Panel } = listTools()
  const buttons = (
    <span ref={beside} className="list-tools">
      <Button
        aria-label="列设置"
        title="列设置"
        aria-expanded={open === 'columns'}
        icon={<Settings aria-hidden size={14} />}
        onClick={() => toggle('columns')}
      />
      <Button aria-expanded={open === 'views'} icon={<Layers aria-hidden size={14} />} onClick={() => toggle('views')}>
        视图
      </Button>
    </span>
  )
  const panel = open && (
    <Suspense>
      <Panel
        tool={open}
        endpoint={endpoint}
        columns={all}
        state={state}
        onOpen={change}
        beside={beside}
        onClose={() => setOpen(undefined)}
      />
    </Suspense>
  )
  return { columns, buttons, panel }
}
