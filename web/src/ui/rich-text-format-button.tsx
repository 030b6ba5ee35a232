import type { Editor } from '@tiptap/core'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type PopupAnchor, PopupMenu } from './popup-menu.tsx'
import { blockFormat, blockFormats, setBlockFormat } from './rich-text-tools.ts'
import { t } from './texts.ts'

/** Names the format of the paragraph at the caret, and changes it. */
export const RichTextFormatButton = ({ editor }: { editor: Editor }) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  const format = blockFormat(editor)
  const label = blockFormats.find(({ value }) => value === format)?.label ?? ''
  return (
    <>
      <button
        type="button"
        className="rich-text-format"
        aria-label={t('段落格式：{label}', { label })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        {label}
        <ChevronDown size={14} aria-hidden="true" />
      </button>
      {anchor && (
        <PopupMenu
          label={t('段落格式')}
          anchor={anchor}
          sections={[
            {
              items: blockFormats.map(({ value, label: name }) => ({
                label: name,
                checked: value === format,
                onPick: () => setBlockFormat(editor, value),
              })),
            },
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}
