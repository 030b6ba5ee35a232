import { ownReviewsContract } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { HintLine } from '../../../ui/hint-line.tsx'

/** Number of unanswered review items with a link to `path`; empty if there are none. */
export const ReviewHint = ({ path }: { path: string }) => {
  const { data = [] } = useRead(ownReviewsContract.ownReviews, {}, { toasts: false })
  const waiting = data.reduce((sum, { items, answered }) => sum + items - answered, 0)
  if (waiting === 0) return null
  return (
    <HintLine>
      <span>{`待我复核 ${waiting} 项`}</span>
      <Link to={path}>去复核</Link>
    </HintLine>
  )
}
