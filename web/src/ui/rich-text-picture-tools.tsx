import type { Editor } from '@tiptap/core'
import { Captions } from 'lucide-react'
import { useRef, useState } from 'react'
import { Group } from './group.tsx'
import { RichTextAltPanel } from './rich-text-alt-panel.tsx'
import { t } from './texts.ts'

/** Tools for the selected picture. */
export const RichTextPictureTools = ({ editor }: { editor: Editor }) => {
  const [isDescribing, setDescribing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Group className="rich-text-group" label={t('图片')}>
      <button
        ref={button}
        type="button"
        className="rich-text-tool"
        title={t('替代文字')}
        aria-label={t('替代文字')}
        aria-pressed={Boolean(editor.getAttributes('image').alt)}
        aria-haspopup="dialog"
        onClick={() => setDescribing(true)}
      >
        <Captions size={16} aria-hidden="true" />
      </button>
      {isDescribing && <RichTextAltPanel editor={editor} beside={button} onClose={() => setDescribing(false)} />}
    </Group>
  )
}
