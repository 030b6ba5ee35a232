import type { MessageTemplateRow } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { useId } from 'react'
import { useFieldValue } from '../../../ui/form.tsx'
import { filledPieces } from './template-slots.ts'

const FilledText = ({ text, names }: { text: string; names: readonly string[] }) =>
  filledPieces(text, names).map((piece, at) =>
    piece.kind === 'plain' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are their order
      <mark key={at} className={`template-${piece.kind}`}>
        {piece.text}
      </mark>
    ),
  )

/** Live preview of the message with sample values. */
export const TemplatePreview = ({ channel, variables }: Pick<MessageTemplateRow, 'channel' | 'variables'>) => {
  const title = String(useFieldValue('title') ?? '')
  const content = String(useFieldValue('content') ?? '')
  const heading = useId()
  return (
    <section className="template-preview" aria-labelledby={heading}>
      <h3 id={heading}>预览</h3>
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
      {variables.length > 0 && <p className="template-hint">标出的部分是示例，发送时换成实际的值。</p>}
    </section>
  )
}
