import { ImagePlus, Link as LinkIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RichTextParts } from './create-rich-text-editor.ts'
import { acceptedPictures } from './picture-file.ts'
import { RichTextLinkPanel } from './rich-text-link-panel.tsx'
import { t } from './texts.ts'

/** Tools of the toolbar that ask for something: the address of a link, the files of pictures. */
export const RichTextInsertTools = ({ editor, insert }: RichTextParts) => {
  const [isLinking, setLinking] = useState(false)
  const linkButton = useRef<HTMLButtonElement>(null)
  const files = useRef<HTMLInputElement>(null)
  return (
    <span className="rich-text-group">
      <button
        ref={linkButton}
        type="button"
        className="rich-text-tool"
        title={t('链接')}
        aria-label={t('链接')}
        aria-pressed={editor.isActive('link')}
        aria-haspopup="dialog"
        onClick={() => setLinking(true)}
      >
        <LinkIcon size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="rich-text-tool"
        title={t('插入图片')}
        aria-label={t('插入图片')}
        onClick={() => files.current?.click()}
      >
        <ImagePlus size={16} aria-hidden="true" />
      </button>
      <input
        ref={files}
        type="file"
        className="rich-text-file"
        multiple
        accept={acceptedPictures}
        aria-label={t('选择图片')}
        onChange={({ currentTarget }) => {
          insert([...(currentTarget.files ?? [])])
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      {isLinking && <RichTextLinkPanel editor={editor} beside={linkButton} onClose={() => setLinking(false)} />}
    </span>
  )
}
