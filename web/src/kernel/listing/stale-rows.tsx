import { PlainButton } from '../../ui/plain-button.tsx'
import { formatClock } from '../../ui/time.tsx'
import type { ShownList } from './use-shown-list.ts'

/** Says that the rows are those of an earlier read, as they could not be read again. */
export const StaleRows = ({ list: { failure, rows, readAt, reload } }: { list: ShownList<object> }) =>
  failure &&
  rows.length > 0 && (
    <p role="status" className="list-page-stale">
      <span>{`刷新失败，显示的是 ${formatClock(readAt)} 的数据`}</span>
      <PlainButton onClick={reload}>重试</PlainButton>
    </p>
  )
