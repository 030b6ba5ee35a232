import type { RecognitionState } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { Tag } from '../../../../ui/tag.tsx'

export const recognitionNames: Record<RecognitionState, string> = {
  none: '未认证',
  review: '待审核',
  recognized: '已认证',
  rejected: '未通过',
}
const tones = { none: 'plain', review: 'accent', recognized: 'good', rejected: 'warn' } as const

/** Recognition of a company, with the reason of a refusal. */
export const RecognitionTag = ({ state, reason = '' }: { state: RecognitionState; reason?: string }) => (
  <span title={reason || undefined}>
    <Tag tone={tones[state]}>{recognitionNames[state]}</Tag>
  </span>
)
