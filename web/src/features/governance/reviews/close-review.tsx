import {
  type ReviewImpact,
  type ReviewRow,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { useImpactPreview } from '../../../kernel/api/use-impact-preview.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ImpactLines } from '../../../ui/impact-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { GrantImpactCard } from '../../access/authorization/public/grant-impact-card.tsx'

const impactLines = ({ unanswered, byRole, removing }: ReviewImpact, review: ReviewRow) => [
  ...(unanswered > 0
    ? [
        review.unanswered === 'keep'
          ? t('{unanswered} 项未处理，按发起时的约定保留', { unanswered })
          : t('{unanswered} 项未处理，按发起时的约定收回', { unanswered }),
      ]
    : []),
  ...byRole.map(({ name, users }) => t('{users} 人失去角色“{name}”', { users, name })),
  ...(removing > 0 ? [t('收回后公司将无管理员的，该项保留并注明原因')] : []),
]

/** Closes a review before it is due, after showing the impact. */
export const CloseReview = ({ row, onSaved, onClosed }: RowDrawerProps<ReviewRow>) => {
  const request = { params: { id: row.id } }
  const { impact, busy, answer } = useImpactPreview(reviewsContract.close, request, [reviewsContract.list], (made) => {
    if (made) onSaved(row.id)
    onClosed()
  })
  if (!impact || busy) return null
  const { removing, keeping } = impact
  return (
    <GrantImpactCard
      title={t('结束“{name}”？', { name: row.name })}
      confirm={removing > 0 ? t('结束并收回') : t('结束')}
      impact={impact}
      headline={
        removing > 0
          ? t('将收回 {removing} 项角色，保留 {keeping} 项。', { removing, keeping })
          : t('不收回角色，保留 {keeping} 项。', { keeping })
      }
      showsCounts
      onAnswer={answer}
    >
      <ImpactLines lines={impactLines(impact, row)} />
    </GrantImpactCard>
  )
}
