import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import './reviews.css'

/** A line with a secondary line below. */
export const StackedText = ({ primary, secondary }: { primary: string; secondary: string }) => (
  <span className="review-lines">
    <EllipsisText>{primary}</EllipsisText>
    {secondary && (
      <span className="review-quiet">
        <EllipsisText>{secondary}</EllipsisText>
      </span>
    )}
  </span>
)
