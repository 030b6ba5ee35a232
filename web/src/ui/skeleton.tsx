import { t } from './texts.ts'
import './skeleton.css'

/** Placeholder for text while loading. `lines` should match the text, so that nothing moves. */
export const Skeleton = ({ lines }: { lines: number }) => (
  <div className="skeleton" role="status" aria-label={t('加载中...')}>
    {[...Array(lines).keys()].map((line) => (
      <span key={line} className="skeleton-line" />
    ))}
  </div>
)
