import { PlainButton } from '../../ui/plain-button.tsx'
import { t } from '../../ui/texts.ts'
import { formatClock } from '../../ui/time.tsx'
import type { ShownList } from './use-shown-list.ts'

/** Says that the rows are those of an earlier read, as they could not be read again. */
export const StaleRows = ({ list: { failure, rows, readAt, reload } }: { list: ShownList<object> }) =>
  failure &&
  rows.length > 0 && (
    <p role="status" className="list-page-stale">
      <span>{t('刷新失败，显示的是 {readAt} 的数据', { readAt: formatClock(readAt) })}</span>
      <PlainButton onClick={reload}>{t('重试')}</PlainButton>
    </p>
  )
