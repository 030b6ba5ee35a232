import { maxPictureAlt } from '@atrium/contract/kernel/rich-text.ts'
import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { PlainButton } from './plain-button.tsx'
import { PopupPanel } from './popup-panel.tsx'
import { TextInput } from './text-input.tsx'

type Props = { editor: Editor; beside: RefObject<HTMLElement | null>; onClose: () => void }

/** Describes the selected picture for readers who do not see it. */
export const RichTextAltPanel = ({ editor, beside, onClose }: Props) => {
  const [typed, setTyped] = useState(String(editor.getAttributes('image').alt ?? ''))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const apply = () => {
    const { from } = editor.state.selection
    const alt = typed.trim()
    // The changed picture is another node, to be selected again.
    editor
      .chain()
      .focus()
      .updateAttributes('image', { alt: alt === '' ? null : alt })
      .setNodeSelection(from)
      .run()
    onClose()
  }
  return (
    <PopupPanel title="替代文字" beside={beside} onClose={onClose}>
      <div className="rich-text-panel">
        <TextInput
          ref={input}
          label="图片内容"
          hint="供读屏软件朗读，图片无法显示时代替图片；仅作装饰的图片可留空"
          value={typed}
          maxLength={maxPictureAlt}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Enter would submit the form around the editor.
            event.preventDefault()
            apply()
          }}
        />
        <div className="rich-text-panel-foot">
          <PlainButton kind="primary" onClick={apply}>
            确定
          </PlainButton>
        </div>
      </div>
    </PopupPanel>
  )
}
