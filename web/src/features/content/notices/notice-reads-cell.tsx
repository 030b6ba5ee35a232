import { maxReads } from '@atrium/contract/features/content/notices/notice-words.ts'
import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { numberText } from '../../../ui/number-text.ts'
import { t } from '../../../ui/texts.ts'
import { wasRead } from './notice-states.ts'
import './notices.css'

const { reach } = noticesContract
const aMinute = 60_000
const countText = (count: number) => (count >= maxReads ? `${maxReads}+` : numberText(count))

/** How many of a notice's people have read it, or confirmed it where they must. A target is counted once for all rows. */
export const NoticeReads = ({ row: { target, status, approval, ack, reads, acks } }: { row: NoticeRow }) => {
  const isCounted = target.scope !== 'portal' && wasRead({ status, approval })
  const { data } = useRead(
    reach,
    { query: { scope: target.scope, ids: target.ids.join() } },
    { enabled: isCounted, staleTime: aMinute, toasts: false },
  )
  if (target.scope === 'portal') return t('公开')
  if (!isCounted) return null
  const done = ack ? acks : reads
  const share = data && data.people > 0 ? Math.min(done / data.people, 1) : 0
  return (
    <span className="notice-reads">
      <span>
        {countText(done)}
        {data && ` / ${numberText(data.people)}`}
        {ack && t(' 已确认')}
      </span>
      <span className="notice-bar" aria-hidden="true">
        <i style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </span>
  )
}
