import { type KeyboardEvent, useEffect, useReducer, useRef } from 'react'
import type { RichTextParts } from './create-rich-text-editor.ts'
import { Group } from './group.tsx'
import { RichTextFormatButton } from './rich-text-format-button.tsx'
import { RichTextInsertTools } from './rich-text-insert-tools.tsx'
import { RichTextPictureTools } from './rich-text-picture-tools.tsx'
import { RichTextToolButton } from './rich-text-tool-button.tsx'
import { tableTools, textTools } from './rich-text-tools.ts'
import { t } from './texts.ts'

const tools = 'button:not(.popup-panel *, .popup-menu *)'

/** The arrow keys move between the tools, of which Tab reaches one. */
const useOneTabStop = () => {
  const bar = useRef<HTMLDivElement>(null)
  const all = () => [...(bar.current?.querySelectorAll<HTMLElement>(tools) ?? [])]
  const usable = () => all().filter((each) => !each.matches(':disabled'))
  const stopAt = (chosen: Element | undefined) => {
    for (const each of all()) each.tabIndex = each === chosen ? 0 : -1
  }
  // Tools come, go and become unavailable with the caret.
  useEffect(() => {
    const [first] = usable()
    stopAt(usable().find((each) => each.getAttribute('tabindex') === '0') ?? first)
  })
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const list = usable()
    const at = list.findIndex((each) => each.matches(':focus'))
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % list.length,
      ArrowLeft: (at - 1 + list.length) % list.length,
      Home: 0,
      End: list.length - 1,
    }
    const next = list[steps[event.key] ?? -1]
    if (!next || at < 0) return
    event.preventDefault()
    stopAt(next)
    next.focus()
  }
  return { bar, move }
}

/** Toolbar of the rich text editor. */
export const RichTextToolbar = ({ editor, insert }: RichTextParts) => {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { bar, move } = useOneTabStop()
  useEffect(() => {
    editor.on('transaction', redraw)
    return () => void editor.off('transaction', redraw)
  }, [editor])

  return (
    <div ref={bar} role="toolbar" aria-label={t('正文格式')} className="rich-text-tools" tabIndex={-1} onKeyDown={move}>
      <RichTextFormatButton editor={editor} />
      {textTools.map((group) => (
        <span key={group[0]?.label} className="rich-text-group">
          {group.map((tool) => (
            <RichTextToolButton key={tool.label} tool={tool} editor={editor} />
          ))}
        </span>
      ))}
      <RichTextInsertTools editor={editor} insert={insert} />
      {editor.isActive('image') && <RichTextPictureTools editor={editor} />}
      {editor.isActive('table') && (
        <Group className="rich-text-group" label={t('表格')}>
          {tableTools.map((tool) => (
            <RichTextToolButton key={tool.label} tool={tool} editor={editor} />
          ))}
        </Group>
      )}
    </div>
  )
}
