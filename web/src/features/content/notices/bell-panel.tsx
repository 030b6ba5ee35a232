import {
  type PublishedRow,
  publishedNoticesContract,
} from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { BellRow } from './bell-row.tsx'
import { levelNames, originText } from './notice-words.ts'
import { readersReads } from './readers-reads.ts'
import '../../../ui/popup-panel.css'
import './bell-panel.css'

const { bell, published, readAll } = publishedNoticesContract
const shownRows = 6
type Filter = 'unread' | 'unacked' | 'all'

const Row = ({ row, to }: { row: PublishedRow; to: string }) => {
  const { title, type, level, platform, publishTime, ack, ackTime, mine, reminded } = row
  const isWaiting = ack && !mine.acked
  return (
    <BellRow
      to={to}
      type={type}
      isUrgent={level === 'high'}
      isUnread={!mine.read}
      title={title}
      act={isWaiting && t('打开并确认')}
      note={
        <>
          {level === 'high' && `${levelNames.high} · `}
          {`${originText(platform, type)} · `}
          <RelativeTime at={publishTime} />
          {isWaiting && ackTime && t(' · {ackTime} 前确认', { ackTime: formatMoment(ackTime).slice(5, 16) })}
          {isWaiting && reminded && t(' · 请尽快确认')}
        </>
      }
    />
  )
}

const emptyTexts: Record<Filter, string> = {
  unread: t('暂无未读通知'),
  unacked: t('暂无待确认的通知'),
  all: t('暂无通知'),
}
const useRows = (filter: Filter) => {
  const query = filter === 'all' ? { size: shownRows } : { size: shownRows, 'f.state': filter }
  return useRead(published, { query }, { toasts: false })
}

type BellPanelProps = {
  all: string
  one: (id: string) => string
}

/** The newest notices below the bell. */
export const BellPanel = ({ all, one }: BellPanelProps) => {
  const { data: { unread, unacked } = { unread: 0, unacked: 0 } } = useRead(bell, {})
  const [filter, choose] = useState<Filter>(unread > 0 ? 'unread' : unacked > 0 ? 'unacked' : 'all')
  const rows = useRows(filter)
  const write = useWrite(readAll, { invalidates: readersReads })
  const withCount = (name: string, count: number) => (count > 0 ? `${name} ${count}` : name)
  return (
    <section className="popup-panel" role="dialog" aria-label={t('通知')}>
      <h2 className="popup-panel-title">{t('通知')}</h2>
      <div className="bell-panel">
        <Segments<Filter>
          label={t('显示哪些通知')}
          options={[
            { value: 'unread', label: withCount(t('未读'), unread) },
            { value: 'unacked', label: withCount(t('待确认'), unacked) },
            { value: 'all', label: t('全部') },
          ]}
          value={filter}
          onChange={choose}
        />
        <ReadState read={rows}>
          {({ data }) => (
            <ul className="bell-rows">
              {data.map((row) => (
                <Row key={row.id} row={row} to={one(row.id)} />
              ))}
              {data.length === 0 && <li className="bell-empty">{emptyTexts[filter]}</li>}
            </ul>
          )}
        </ReadState>
        <footer className="bell-foot">
          <Button look="link" disabled={unread === 0} loading={write.isPending} onClick={() => write.mutate({})}>
            {t('全部标为已读')}
          </Button>
          <span>{t('须确认的不受影响')}</span>
          <Link to={all}>{t('查看全部')}</Link>
        </footer>
      </div>
    </section>
  )
}
