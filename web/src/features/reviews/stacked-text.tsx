import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import './reviews.css'

/** Two lines: what it is, and what there is to say of it. */
export const TwoLines = ({ first, second }: { first: string; second: string }) => (
  <span className="review-lines">
    <EllipsisText>{first}</EllipsisText>
    {second && (
      <span className="review-quiet">
        <EllipsisText>{second}</EllipsisText>
      </span>
    )}
  </span>
)
