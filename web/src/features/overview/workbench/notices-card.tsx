import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { useState } from 'react'
import { RelativeTime, shortDate } from '../../../ui/relative-time.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { Card, CardLink, countText } from './card.tsx'
import { CardRow, CardRows } from './public/card-rows.tsx'
import { usePageLink } from './public/page-link.ts'

type Notices = NonNullable<Workbench['notices']>
type State = keyof Notices
type Notice = Notices[State]['rows'][number]
const page = ':news'

const Row = ({ notice: { title, level, ackTime, time }, to }: { notice: Notice; to: string | undefined }) => (
  <CardRow
    title={title}
    to={to}
    note={
      <>
        <RelativeTime at={time} />
        {ackTime && t(' · {ackTime} 前确认', { ackTime: shortDate(ackTime, Date.now()) })}
      </>
    }
    end={level === 'high' && <Tag tone="danger">{t('紧急')}</Tag>}
  />
)

/** Notices that the user has not read or not confirmed. */
export const NoticesCard = ({ notices }: { notices: Notices }) => {
  const link = usePageLink()
  const { unread, unacked } = notices
  const [chosen, choose] = useState<State>('unacked')
  // Once nothing is left to confirm, there is nothing to choose.
  const state = unacked.count > 0 ? chosen : 'unread'
  const all = link(page, { 'f.state': state })
  const below = link(page)
  const shown = notices[state]
  return (
    <Card
      title={cardTitles.notices}
      count={unread.count > 0 ? countText(unread.count) : undefined}
      end={
        <>
          {unacked.count > 0 && (
            <Segments<State>
              label={t('通知的状态')}
              value={state}
              onChange={choose}
              options={[
                { value: 'unacked', label: t('待确认 {count}', { count: countText(unacked.count) }) },
                { value: 'unread', label: t('未读 {count}', { count: countText(unread.count) }) },
              ]}
            />
          )}
          <CardLink to={all}>{t('查看全部')}</CardLink>
        </>
      }
    >
      <CardRows empty={t('暂无未读通知')}>
        {shown.rows.map((notice) => (
          <Row key={notice.id} notice={notice} to={below && `${below}/${notice.id}`} />
        ))}
      </CardRows>
    </Card>
  )
}
