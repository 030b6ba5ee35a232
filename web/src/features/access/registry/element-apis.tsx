import type { OpenedApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { type ElementRow, elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { t } from '../../../ui/texts.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { elementName } from './registry-words.ts'
import { Binding, Unbinding } from './removals.tsx'
import { TransferSide } from './transfer-side.tsx'
import { useFocusNext } from './use-focus-next.ts'
import './registry.css'

const { apis, candidates, bind } = elementsContract
const noIds: ReadonlySet<string> = new Set()

/** Searches one side; ticked rows that are no longer shown do not count. */
const useTransferSide = (endpoint: typeof apis | typeof candidates, id: string) => {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(noIds)
  const { data } = useRead(endpoint, { params: { id }, query: { search: useDebounced(search), size: 100 } })
  const rows: readonly OpenedApiRow[] | undefined = data?.data
  const ticked = new Set(rows?.flatMap((row) => (chosen.has(row.id) ? row.id : [])))
  return { rows, total: data?.total ?? 0, search, onSearch: setSearch, ticked, onTick: setChosen }
}

/** The APIs an element opens and those it could open, moved between two lists. */
export const ElementApis = ({ row, onSaved, onClosed }: RowDrawerProps<ElementRow>) => {
  const [open, setOpen] = useState(true)
  const [question, ask] = useOverlay()
  const canBind = useCan(bind)
  const bound = useTransferSide(apis, row.id)
  const unbound = useTransferSide(candidates, row.id)
  /** Ticks on the other side may be new. */
  const onMoved = (from: typeof bound) => {
    from.onTick(noIds)
    onSaved(row.id)
  }
  const [frame, markRemoving] = useFocusNext(bound.rows?.map(({ id }) => id) ?? [])
  const chosen = bound.rows?.filter(({ id }) => bound.ticked.has(id)) ?? []
  const askToBind = () =>
    ask((onClosed) => (
      <Binding element={row} apiIds={[...unbound.ticked]} onConfirmed={() => onMoved(unbound)} onClosed={onClosed} />
    ))
  const askToUnbind = () =>
    ask((onClosed) => (
      <Unbinding
        element={row}
        apis={chosen}
        onConfirmed={() => {
          if (chosen[0]) markRemoving(chosen[0].id)
          onMoved(bound)
        }}
        onClosed={onClosed}
      />
    ))
  return (
    <Drawer
      title={t('绑定接口：{row}', { row: elementName(row) })}
      width={720}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <p className="registry-intro">{t('持有权限点的用户可调用绑定的接口，修改后立即生效。')}</p>
      <div className="transfer">
        <TransferSide
          {...bound}
          ref={frame}
          title={t('已绑定')}
          ticked={canBind ? bound.ticked : undefined}
          emptyText={t('暂无绑定的接口')}
        >
          {canBind && (
            <Button danger disabled={bound.ticked.size === 0} onClick={askToUnbind}>
              {t('解除绑定')}
            </Button>
          )}
        </TransferSide>
        {canBind && (
          <TransferSide {...unbound} title={t('可绑定')} emptyText={t('暂无可绑定的接口')}>
            <Button look="primary" disabled={unbound.ticked.size === 0} onClick={askToBind}>
              {t('绑定所选')}
            </Button>
          </TransferSide>
        )}
      </div>
      {question}
    </Drawer>
  )
}
