import { isEmptyRichText, maxRichText, richTextLength } from '@atrium/contract/kernel/rich-text.ts'
import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { cleanRichText } from './build-html.ts'
import { createRichTextEditor, type RichTextParts } from './create-rich-text-editor.ts'
import type { RichTextEditorProps } from './rich-text-props.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'
import { t } from './texts.ts'

/** A paragraph at the end, where the caret can go below a table, is none of the text. */
const readHtml = (editor: Editor): string => {
  const html = editor.getHTML().replace(/(?:<p><\/p>)+$/, '')
  return isEmptyRichText(html) ? '' : html
}

const nearlyFull = 0.8

/** Characters without tags and, near the limit, those with tags. */
const Count = ({ editor, html }: { editor: Editor; html: string }) => {
  const length = richTextLength(html)
  const shown = [...editor.getText({ blockSeparator: '' })].length
  return (
    <span className="rich-text-count" data-over={length > maxRichText || undefined}>
      {t('{shown} 字', { shown })}
      {length > maxRichText * nearlyFull && t('，含格式 {length} / {maxRichText}', { length, maxRichText })}
    </span>
  )
}

/** The editor of `RichTextEditor`. Tab moves to the next field, except in a table. */
export const RichTextArea = ({ id, value = '', onChange, onBlur, disabled = false, ...rest }: RichTextEditorProps) => {
  const { upload, onUploading, placeholder = '', ref, ...others } = rest
  const aria = Object.fromEntries(Object.entries(others).filter(([name]) => name.startsWith('aria-')))
  const box = useRef<HTMLDivElement>(null)
  /** Text of the last change. The editor also completes texts by itself, which is none. */
  const last = useRef('')
  const [parts, setParts] = useState<RichTextParts>()
  const [uploading, setUploading] = useState(0)
  const changed = useEffectEvent((html: string) => onChange?.(html))
  const left = useEffectEvent(() => onBlur?.())
  const send = useEffectEvent((file: File) => upload(file))
  const initial = useEffectEvent(() => value)
  const noteUpload = useEffectEvent((change: 1 | -1) => {
    setUploading((count) => count + change)
    onUploading?.(change)
  })
  const attributes = useEffectEvent(() => ({ ...(id && { id }), 'aria-multiline': 'true', ...aria }))

  useEffect(() => {
    if (!box.current) return
    const made = createRichTextEditor({
      element: box.current,
      html: initial(),
      placeholder,
      disabled,
      attributes: () => attributes(),
      upload: (file) => send(file),
      onUploading: (change) => noteUpload(change),
      onBlur: () => left(),
    })
    last.current = readHtml(made.editor)
    made.editor.on('update', ({ editor }) => {
      const html = readHtml(editor)
      if (html === last.current) return
      last.current = html
      changed(html)
    })
    setParts(made)
    return () => {
      setParts(undefined)
      made.editor.destroy()
    }
  }, [disabled, placeholder])

  const editor = parts?.editor
  useImperativeHandle(ref, () => ({ focus: () => editor?.commands.focus() }), [editor])
  const follow = useEffectEvent((html: string) => {
    if (!editor || readHtml(editor) === html) return
    editor.commands.setContent(cleanRichText(html).innerHTML, { emitUpdate: false })
    last.current = readHtml(editor)
  })
  useEffect(() => follow(value), [value])

  // Whether the field is wrong is learnt after the editor was made; a transaction makes it read its attributes again.
  const described = JSON.stringify(aria)
  const readAttributes = useEffectEvent((_described: string) => editor?.view.dispatch(editor.state.tr))
  useEffect(() => readAttributes(described), [described])

  return (
    <div className="rich-text-editor" data-invalid={aria['aria-invalid']} data-disabled={disabled || undefined}>
      {parts && !disabled && <RichTextToolbar {...parts} />}
      <div ref={box} className="rich-text-body" />
      <div className="rich-text-foot">
        <span role="status">{uploading > 0 && t('正在上传图片…')}</span>
        {editor && <Count editor={editor} html={value} />}
      </div>
    </div>
  )
}
