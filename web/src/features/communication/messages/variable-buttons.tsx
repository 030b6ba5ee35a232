import { useEffect, useRef } from 'react'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { findMeaning } from './template-slots.ts'

const findContent = (element: HTMLElement | null) => element?.closest('form')?.querySelector('textarea')

/** Buttons that insert a variable at the last cursor position in the content. */
export const VariableButtons = ({ names }: { names: readonly string[] }) => {
  const list = useRef<HTMLUListElement>(null)
  // Without a cursor position, insert at the end.
  useEffect(() => {
    const content = findContent(list.current)
    content?.setSelectionRange(content.value.length, content.value.length)
  }, [])
  const insert = (word: string) => {
    const content = findContent(list.current)
    if (!content) return
    content.focus()
    content.setRangeText(word, content.selectionStart, content.selectionEnd, 'end')
    content.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (names.length === 0) return <Note space="form">{t('该消息没有可用的变量。')}</Note>
  return (
    <div className="template-variables">
      <p>{t('可用变量，点击插入内容：')}</p>
      <ul ref={list}>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => insert(`{${name}}`)}>
              <code>{`{${name}}`}</code>
              {findMeaning(name)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
