import { listViewsContract } from '@atrium/contract/features/communication/list-views/list-views.contract.ts'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { queryClient } from '../../../kernel/api/query-client.ts'
import {
  type ListPanelProps,
  type ListPreferences,
  listKey,
  orderColumns,
  useListPreferences,
} from '../../../kernel/listing/list-preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { PopupPanel } from '../../../ui/popup-panel.tsx'
import { t } from '../../../ui/texts.ts'
import { listSettingsQuery } from './list-settings.ts'
import './column-settings.css'

let saveQueue: Promise<unknown> = Promise.resolve()
/** Applies the settings at once. Requests are sent in order. */
const save = (settings: ListPreferences) => {
  queryClient.setQueryData(listSettingsQuery.queryKey, (all = []) => [
    ...all.filter(({ list }) => list !== settings.list),
    settings,
  ])
  const { view: _view, ...body } = settings
  saveQueue = saveQueue.then(() =>
    call(listViewsContract.saveSettings, { body }, { silentSuccess: true }).catch(() => undefined),
  )
}

/** Visible columns of a list, and their order. */
export const ColumnSettings = ({ endpoint, columns, left, beside, onClose }: ListPanelProps) => {
  const rows = useRef<HTMLUListElement>(null)
  const [lastMove, setLastMove] = useState<{ title: string; at: number; by: number }>()
  const list = listKey(endpoint)
  const defaults: ListPreferences = { list, order: [], hidden: [], view: '' }
  const settings = useListPreferences(endpoint) ?? defaults
  const { order, hidden, view } = settings
  const [first, ...movable] = orderColumns(columns, order)

  // Columns hidden at this screen width keep their settings.
  const isPresent = (key: string) => columns.some((column) => column.key === key)
  const move = (from: number, to: number) => {
    const column = movable[from]
    if (!column) return
    const keys = movable.map(({ key }) => key)
    keys.splice(to, 0, ...keys.splice(from, 1))
    const allKeys = [...new Set([...order, ...keys])]
    save({ ...settings, order: allKeys.flatMap((key) => (isPresent(key) ? (keys.shift() ?? []) : key)) })
    setLastMove({ ...column, at: to, by: to - from })
  }
  // A row that is moved in the document loses focus.
  useLayoutEffect(() => {
    const buttons = [...(rows.current?.children[(lastMove?.at ?? 0) + 1]?.querySelectorAll('button') ?? [])]
    const candidates = lastMove?.by === 1 ? buttons.reverse() : buttons
    if (lastMove) candidates.find(({ disabled }) => !disabled)?.focus()
  }, [lastMove])
  const show = (key: string, shown: boolean) =>
    save({ ...settings, hidden: shown ? hidden.filter((each) => each !== key) : [...hidden, key] })

  return (
    <PopupPanel title={t('列设置')} beside={beside} onClose={onClose}>
      <ul ref={rows} className="column-settings">
        {first && <li className="column-settings-column">{t('{title}（固定显示）', { title: first.title })}</li>}
        {movable.map(({ key, title }, at) => (
          <li key={key} className="column-settings-column">
            <PlainCheckbox checked={!hidden.includes(key)} onChange={(shown) => show(key, shown)}>
              {title}
            </PlainCheckbox>
            {left.includes(key) && <span className="column-settings-left">{t('宽度不足，未显示')}</span>}
            <Button
              look="quiet"
              aria-label={t('上移{title}', { title })}
              title={t('上移')}
              disabled={at === 0}
              icon={<ChevronUp aria-hidden size={16} />}
              onClick={() => move(at, at - 1)}
            />
            <Button
              look="quiet"
              aria-label={t('下移{title}', { title })}
              title={t('下移')}
              disabled={at === movable.length - 1}
              icon={<ChevronDown aria-hidden size={16} />}
              onClick={() => move(at, at + 1)}
            />
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {lastMove && t('{title}，第 {at} 列', { title: lastMove.title, at: lastMove.at + 2 })}
      </p>
      <div className="column-settings-reset">
        <Button look="link" onClick={() => save({ ...defaults, view })}>
          {t('恢复默认')}
        </Button>
      </div>
    </PopupPanel>
  )
}
