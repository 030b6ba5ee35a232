import {
  type TextRow,
  translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyArea } from '../../../ui/key-area.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { TextEditor } from './text-editor.tsx'
import { affectedReads, shownText } from './text-words.ts'
import './text-cell.css'

const { write, reset } = translationsContract

/** Focuses the text of a row above or below. */
const goTo = (from: HTMLElement | null, by: 1 | -1) => {
  const all = [...(from?.closest('.list-page')?.querySelectorAll<HTMLElement>('[data-text]') ?? [])]
  const at = all.findIndex((each) => each === from || from?.contains(each) === true)
  all[at + by]?.querySelector<HTMLElement>('button')?.focus()
}

const ResetButton = ({ row, language }: { row: TextRow; language: string }) => {
  const removal = useWrite(reset, { invalidates: affectedReads })
  const label = row.unused
    ? t('删除“{source}”的译文', { source: row.source })
    : t('恢复“{source}”', { source: row.source })
  return (
    <Button
      look="quiet"
      danger={row.unused}
      title={label}
      aria-label={label}
      loading={removal.isPending}
      icon={row.unused ? <Trash2 aria-hidden size={14} /> : <RotateCcw aria-hidden size={14} />}
      onClick={() => removal.mutate({ body: { language, source: row.id, version: row.version } })}
    />
  )
}

/** A text in the chosen language, which is edited where it stands. */
export const TextCell = ({ row, language }: { row: TextRow; language: string }) => {
  const [isEdited, setEdited] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const mayWrite = useCan(write)
  const mayReset = useCan(reset)
  const text = shownText(row)
  const shown = text === '' ? <span className="text-cell-missing">{t('未翻译')}</span> : text
  const leave = (next: 'here' | 'below') => {
    setEdited(false)
    // The button stands again once this is drawn.
    requestAnimationFrame(() => {
      if (next === 'below') goTo(box.current, 1)
      else box.current?.querySelector('button')?.focus()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
    if (by === undefined || isEdited) return
    event.preventDefault()
    goTo(box.current, by)
  }
  return (
    <div ref={box} data-text>
      <KeyArea className="text-cell" onKeyDown={onKeyDown}>
        {isEdited ? (
          <TextEditor row={row} language={language} onLeft={leave} />
        ) : (
          <>
            {mayWrite && !row.unused ? (
              <button
                type="button"
                className="text-cell-text"
                lang={language}
                aria-label={t('编辑“{source}”的译文：{text}', {
                  source: row.source,
                  text: text === '' ? t('未翻译') : text,
                })}
                onClick={() => setEdited(true)}
              >
                <span>{shown}</span>
                <Pencil aria-hidden size={14} />
              </button>
            ) : (
              <span className="text-cell-plain" lang={language}>
                {shown}
              </span>
            )}
            {row.unused && <Tag tone="warn">{t('已无此文本')}</Tag>}
            {row.text !== null && !row.unused && row.shipped !== '' && <Tag tone="accent">{t('已改写')}</Tag>}
            {row.text !== null && mayReset && <ResetButton row={row} language={language} />}
          </>
        )}
        {!isEdited && row.text !== null && row.shipped !== '' && row.shipped !== row.text && (
          <span className="text-cell-shipped">{t('原译文：{text}', { text: row.shipped })}</span>
        )}
      </KeyArea>
    </div>
  )
}
