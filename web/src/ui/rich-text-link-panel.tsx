import { richTextLink } from '@atrium/contract/kernel/rich-text.ts'
import type { Editor } from '@tiptap/core'
import { type RefObject, useState } from 'react'
import { toLink } from './link-addresses.ts'
import { PlainButton } from './plain-button.tsx'
import { RichTextPanel } from './rich-text-panel.tsx'
import { t } from './texts.ts'

type Props = { editor: Editor; beside: RefObject<HTMLElement | null>; onClose: () => void }

/** Sets, changes or removes the link at the caret. */
export const RichTextLinkPanel = ({ editor, beside, onClose }: Props) => {
  const before = String(editor.getAttributes('link').href ?? '')
  const [typed, setTyped] = useState(before)
  const [error, setError] = useState<string>()

  /** The whole link at the caret. */
  const chosen = () => editor.chain().focus().extendMarkRange('link')
  const apply = () => {
    const href = toLink(typed.trim())
    if (!richTextLink.test(href)) return setError(t('请输入网址、邮箱链接（mailto:）或电话链接（tel:）'))
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
    <RichTextPanel
      title={t('链接')}
      beside={beside}
      onClose={onClose}
      act={before === '' ? t('插入链接') : t('修改链接')}
      onApply={apply}
      buttons={before !== '' && <PlainButton onClick={remove}>{t('移除链接')}</PlainButton>}
      label={t('链接地址')}
      placeholder="https://"
      value={typed}
      error={error}
      maxLength={2000}
      onChange={setTyped}
    />
  )
}
