import { ownReviewsContract } from '@atrium/contract/features/reviews/own-reviews.contract.ts'
import { Link } from 'react-router'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { HintLine } from '../../ui/hint-line.tsx'

/** How much waits for somebody’s answer in reviews; nothing where nothing does. In: where he answers. */
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
