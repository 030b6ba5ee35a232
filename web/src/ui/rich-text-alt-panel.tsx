import { maxPictureAlt } from '@atrium/contract/kernel/rich-text.ts'
import type { Editor } from '@tiptap/core'
import { type RefObject, useState } from 'react'
import { RichTextPanel } from './rich-text-panel.tsx'
import { t } from './texts.ts'

type Props = { editor: Editor; beside: RefObject<HTMLElement | null>; onClose: () => void }

/** Describes the selected picture for readers who do not see it. */
export const RichTextAltPanel = ({ editor, beside, onClose }: Props) => {
  const [typed, setTyped] = useState(String(editor.getAttributes('image').alt ?? ''))
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
    <RichTextPanel
      title={t('替代文字')}
      beside={beside}
      onClose={onClose}
      act={t('保存')}
      onApply={apply}
      label={t('图片内容')}
      hint={t('供读屏软件朗读，图片无法显示时代替图片；仅作装饰的图片可留空')}
      value={typed}
      maxLength={maxPictureAlt}
      onChange={setTyped}
    />
  )
}
