import { richTextLink } from '@atrium/contract/kernel/rich-text.ts'
import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { linkOf } from './link-addresses.ts'
import { PlainButton } from './plain-button.tsx'
import { PopupPanel } from './popup-panel.tsx'
import { TextInput } from './text-input.tsx'

type Props = { editor: Editor; beside: RefObject<HTMLElement | null>; onClose: () => void }

/** Sets, changes or removes the link at the caret. */
export const RichTextLinkPanel = ({ editor, beside, onClose }: Props) => {
  const before = String(editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(before)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  /** The whole link at the caret. */
  const chosen = () => editor.chain().focus().extendMarkRange('link')
  const apply = () => {
    const href = linkOf(typed.trim())
    if (!richTextLink.test(href)) return setError('请输入网址、邮箱链接（mailto:）或电话链接（tel:）')
    if (before === '' && editor.state.selection.empty)
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else chosen().setMark('link', { href }).run()
    onClose()
  }
  const remove = () => {
    chosen().unsetMark('link').run()
    onClose()
  }

  return (
    <PopupPanel title="链接" beside={beside} onClose={onClose}>
      <div className="rich-text-panel">
        <TextInput
          ref={input}
          label="链接地址"
          placeholder="https://"
          value={typed}
          error={error}
          maxLength={2000}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Enter would submit the form around the editor.
            event.preventDefault()
            apply()
          }}
        />
        <div className="rich-text-panel-foot">
          {before !== '' && <PlainButton onClick={remove}>移除链接</PlainButton>}
          <PlainButton kind="primary" onClick={apply}>
            确定
          </PlainButton>
        </div>
      </div>
    </PopupPanel>
  )
}
