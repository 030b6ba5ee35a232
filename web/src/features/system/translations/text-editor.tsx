import {
  type TextRow,
  translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyArea } from '../../../ui/key-area.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads, shownText } from './text-words.ts'

type EditorProps = {
  row: TextRow
  language: string
  /** Saved or not: the editor is left. */
  onLeft: (next: 'here' | 'below') => void
}

/** What the server says of the text itself, or else of the call. */
const toProblem = (error: unknown) =>
  error instanceof CallError ? (error.errors?.find(({ field }) => field === 'text')?.msg ?? error.msg) : undefined

/** Edits a text in its place: Enter saves and goes on below, Esc leaves it as it was. */
export const TextEditor = ({ row, language, onLeft }: EditorProps) => {
  const before = shownText(row)
  const [text, setText] = useState(before)
  const box = useRef<HTMLDivElement>(null)
  const write = useWrite(translationsContract.write, { invalidates: affectedReads })
  useEffect(() => {
    const field = box.current?.querySelector('textarea')
    field?.focus()
    field?.select()
  }, [])
  const save = async (next: 'here' | 'below') => {
    if (write.isPending) return
    if (text === before || text === '') return onLeft('here')
    await write.mutateAsync({ body: { language, source: row.id, text, version: row.version } }).then(
      () => onLeft(next),
      () => undefined,
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter chooses among the suggestions of an input method.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onLeft('here')
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      save('below')
    }
  }
  const problem = toProblem(write.error)
  return (
    <KeyArea className="text-editor" onKeyDown={onKeyDown}>
      <div ref={box}>
        <TextArea
          aria-label={t('“{source}”的译文', { source: row.source })}
          {...(problem !== undefined && { 'aria-invalid': 'true' as const })}
          value={text}
          onChange={setText}
        />
      </div>
      {problem !== undefined && (
        <p className="text-editor-problem" role="alert">
          {problem}
        </p>
      )}
      {row.values.length > 0 && (
        <p className="text-editor-hint">
          {t('须保留 {values}', { values: row.values.map((name) => `{${name}}`).join(' ') })}
        </p>
      )}
      <span className="text-editor-acts">
        <Button look="primary" loading={write.isPending} onClick={() => save('here')}>
          {t('保存')}
        </Button>
        <Button onClick={() => onLeft('here')}>{t('取消')}</Button>
      </span>
    </KeyArea>
  )
}
