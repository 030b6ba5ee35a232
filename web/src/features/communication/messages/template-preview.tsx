import type { MessageTemplateRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { useId } from 'react'
import { contentKeys } from '../../../ui/content-keys.ts'
import { useFieldValue } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { filledPieces } from './template-slots.ts'

const FilledText = ({ text, names }: { text: string; names: readonly string[] }) => {
  const pieces = filledPieces(text, names)
  const keys = contentKeys(pieces)
  return pieces.map((piece, at) =>
    piece.kind === 'plain' ? (
      piece.text
    ) : (
      <mark key={keys[at]} className={`template-${piece.kind}`}>
        {piece.text}
      </mark>
    ),
  )
}

/** Live preview of the message with sample values. */
export const TemplatePreview = ({ channel, variables }: Pick<MessageTemplateRow, 'channel' | 'variables'>) => {
  const title = String(useFieldValue('title') ?? '')
  const content = String(useFieldValue('content') ?? '')
  const heading = useId()
  return (
    <section className="template-preview" aria-labelledby={heading}>
      <h3 id={heading}>{t('预览')}</h3>
      <div className={`template-message template-message-${channel}`}>
        {channel === 'mail' && (
          <p className="template-title">
            <FilledText text={title} names={variables} />
          </p>
        )}
        <p className="template-content">
          <FilledText text={content} names={variables} />
        </p>
      </div>
      {variables.length > 0 && <p className="template-hint">{t('标出部分为示例，发送时替换为实际值。')}</p>}
    </section>
  )
}
