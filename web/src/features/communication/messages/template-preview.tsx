import type { MessageTemplateRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { useId } from 'react'
import { contentKeys } from '../../../ui/content-keys.ts'
import { useAllValues } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { filledPieces, type Samples } from './template-slots.ts'
import { wordingFor } from './template-wordings.ts'

const FilledText = ({ text, samples }: { text: string; samples: Samples }) => {
  const pieces = filledPieces(text, samples)
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

/** Live preview of the message as a reader of a language gets it, with sample values. */
export const TemplatePreview = ({ row, language }: { row: MessageTemplateRow; language: string }) => {
  const { channel, variables, languages } = row
  const { title, content } = wordingFor(row, language, { ...row, ...useAllValues() })
  const samples = languages.find((each) => each.language === language)?.samples ?? {}
  const heading = useId()
  return (
    <section className="template-preview" aria-labelledby={heading}>
      <h3 id={heading}>{t('预览')}</h3>
      <div className={`template-message template-message-${channel}`} lang={language}>
        {channel === 'mail' && (
          <p className="template-title">
            <FilledText text={title} samples={samples} />
          </p>
        )}
        <p className="template-content">
          <FilledText text={content} samples={samples} />
        </p>
      </div>
      {variables.length > 0 && <p className="template-hint">{t('标出部分为示例，发送时替换为实际值。')}</p>}
    </section>
  )
}
