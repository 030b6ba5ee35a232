import type { RecognitionState } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'

export const recognitionNames: Record<RecognitionState, string> = {
  none: t('未认证'),
  review: t('待审核'),
  recognized: t('已认证'),
  rejected: t('未通过'),
}
const tones = { none: 'plain', review: 'accent', recognized: 'good', rejected: 'warn' } as const

/** Recognition of a company, with the reason of a refusal. */
export const RecognitionTag = ({ state, reason = '' }: { state: RecognitionState; reason?: string }) => (
  <span title={reason || undefined}>
    <Tag tone={tones[state]}>{recognitionNames[state]}</Tag>
  </span>
)
