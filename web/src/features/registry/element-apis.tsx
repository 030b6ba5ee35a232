import {
  type ElementRow,
  elementsContract,
  type OpenedApiRow,
} from '@atrium/contract/features/registry/registry.contract.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import type { RowDrawerProps } from '../../kernel/listing/use-row-actions.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { elementName } from './registry-words.ts'
import { Binding, Unbinding } from './removals.tsx'
import { TransferSide } from './transfer-side.tsx'
import { useFocusNext } from './use-focus-next.ts'
import { usePaused } from './use-paused.ts'
import './registry.css'

const { apis, candidates, bind } = elementsContract
const none: ReadonlySet<string> = new Set()

/** Searches one side; what is ticked and no longer shown counts no more. */
const useSide = (endpoint: typeof apis | typeof candidates, id: string) => {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(none)
  const { data } = useRead(endpoint, { params: { id }, query: { search: usePaused(search), size: 100 } })
  const rows: readonly OpenedApiRow[] | undefined = data?.data
  const ticked = new Set(rows?.flatMap((row) => (chosen.has(row.id) ? row.id : [])))
  return { rows, total: data?.total ?? 0, search, onSearch: setSearch, ticked, onTick: setChosen }
}

/** Which APIs an element opens, and which it could: ticked on one side, moved to the other. */
export const ElementApis = ({ row, onSaved, onClosed }: RowDrawerProps<ElementRow>) => {
  const [open, setOpen] = useState(true)
  const [question, ask] = useOpened()
  const mayBind = useCan(bind)
  const bound = useSide(apis, row.id)
  const free = useSide(candidates, row.id)
  const moved = () => {
    bound.onTick(none)
    free.onTick(none)
    onSaved(row.id)
  }
  const [frame, going] = useFocusNext(bound.rows?.map(({ id }) => id) ?? [])
  const chosen = bound.rows?.filter(({ id }) => bound.ticked.has(id)) ?? []
  const askToBind = () =>
    ask((onClosed) => <Binding element={row} apiIds={[...free.ticked]} onMade={moved} onClosed={onClosed} />)
  const askToUnbind = () =>
    ask((onClosed) => (
      <Unbinding
        element={row}
        apis={chosen}
        onMade={() => {
          if (chosen[0]) going(chosen[0].id)
          moved()
        }}
        onClosed={onClosed}
      />
    ))
  return (
    <Drawer
      title={`绑定接口：${elementName(row)}`}
      width={720}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className="registry-intro">持有元素的人可以调用绑定的接口，修改后立即生效。</p>
      <div className="transfer">
        <TransferSide
          {...bound}
          ref={frame}
          title="已绑定"
          ticked={mayBind ? bound.ticked : undefined}
          nothing="还没有绑定接口"
        >
          {mayBind && (
            <Button danger disabled={bound.ticked.size === 0} onClick={askToUnbind}>
              解除绑定
            </Button>
          )}
        </TransferSide>
        {mayBind && (
          <TransferSide {...free} title="可绑定" nothing="没有可以绑定的接口">
            <Button look="primary" disabled={free.ticked.size === 0} onClick={askToBind}>
              绑定所选
            </Button>
          </TransferSide>
        )}
      </div>
      {question}
    </Drawer>
  )
}
