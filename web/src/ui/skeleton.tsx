import './skeleton.css'

/** Placeholder for text while loading. `lines` should match the text, so that nothing moves. */
export const Skeleton = ({ lines }: { lines: number }) => (
  <div className="skeleton" role="status" aria-label="加载中...">
    {Array.from({ length: lines }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <span key={at} className="skeleton-line" />
    ))}
  </div>
)
