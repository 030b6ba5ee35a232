import { type ReviewRow, reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { useEffect } from 'react'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { t } from '../../../ui/texts.ts'
import './reviews.css'

const pollMs = 3000

const Bar = ({ label, done, all }: { label: string; done: number; all: number }) => (
  <span className="review-progress">
    <span>{`${label} ${done} / ${all}`}</span>
    <ProgressBar label={label} done={done} all={Math.max(all, 1)} />
  </span>
)

/** Polls the revocation progress while it is visible. */
const Applying = ({ row: { removing, removed, gone, refused } }: { row: ReviewRow }) => {
  useEffect(() => {
    const timer = setInterval(() => void invalidate(reviewsContract.list), pollMs)
    return () => clearInterval(timer)
  }, [])
  return <Bar label={t('已处理')} done={removed + gone + refused} all={removing} />
}

/** Progress or outcome of a review. */
export const ReviewProgress = ({ row }: { row: ReviewRow }) => {
  const { state, items, answered, removed, gone, refused } = row
  if (state === 'applying') return <Applying row={row} />
  if (state === 'open') return <Bar label={t('已处理')} done={answered} all={items} />
  const kept = items - removed - gone
  const parts = [t('收回 {removed} 项', { removed }), ...(state === 'closed' ? [t('保留 {kept} 项', { kept })] : [])]
  if (refused > 0) parts.push(t('其中 {refused} 项未能收回', { refused }))
  return clausesText(parts)
}
