import './skeleton.css'

/** Grey lines where text will be. In: how many, so that nothing moves when the text comes. */
export const Skeleton = ({ lines }: { lines: number }) => (
  <div className="skeleton" role="status" aria-label="加载中...">
    {Array.from({ length: lines }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <span key={at} className="skeleton-line" />
    ))}
  </div>
)
