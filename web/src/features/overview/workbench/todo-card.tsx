import { noticeStatus } from '@atrium/contract/features/content/notices/notice-words.ts'
import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { useState } from 'react'
import { askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { RelativeTime, shortDate } from '../../../ui/relative-time.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { t } from '../../../ui/texts.ts'
import { cardTitles } from '../../communication/preferences/public/card-titles.ts'
import { ActionLink, Card, CardLink, countText } from './card.tsx'
import { CardRows } from './public/card-rows.tsx'
import { usePageLink } from './public/page-link.ts'

type Todo = NonNullable<Workbench['todo']>
type TodoRow = Todo['rows'][number]
type Kind = TodoRow['kind']

const open = { 'f.state': 'open' }
/** Where each kind is decided: its page with a filter, and the endpoints that accept and refuse. */
const places = {
  access: { title: t('权限申请'), component: 'sys/access-requests', filter: open, accept: 'approve', refuse: 'reject' },
  registration: {
    title: t('注册审核'),
    component: 'sys/registrations',
    filter: { 'f.state': 'review' },
    accept: 'approve',
    refuse: 'reject',
  },
  review: { title: t('权限复核', { context: 'plural' }), component: ':reviews', verb: t('去复核') },
  visit: { title: t('平台访问'), component: 'sys/visits', filter: open, accept: 'allow', refuse: 'reject' },
  approval: {
    title: t('待审核公告'),
    component: 'sys/news',
    filter: { 'f.status': String(noticeStatus.submitted) },
    accept: 'approve',
    refuse: 'reject',
  },
  app: { title: t('应用申请'), component: ':apps', filter: { tab: 'approvals' }, verb: t('去处理') },
  held: { title: t('待审批操作'), component: ':approvals', verb: t('去审批') },
} as const

/** What finds a row on its page. */
const searchFor = ({ kind, who, what }: TodoRow) => (kind === 'approval' ? what : who).slice(0, maxSearchLength)

const toText = ({ kind, what, amount, dueTime }: TodoRow): string => {
  if (kind === 'access') return t('申请权限“{what}”', { what })
  if (kind === 'registration') return what === '' ? t('申请注册') : t('申请注册，公司“{what}”', { what })
  if (kind === 'approval') return t('编写的“{what}”', { what })
  if (kind === 'app') return t('申请使用应用“{what}”', { what })
  if (kind === 'held') return t('提交了“{what}”', { what })
  if (kind === 'visit') return t('申请访问 {amount} 分钟：{what}', { amount, what })
  return t('还剩 {amount} 项未复核，{dueTime} 截止', { amount, dueTime: dueTime ? shortDate(dueTime, Date.now()) : '' })
}

const TodoActions = ({ row }: { row: TodoRow }) => {
  const { kind, id, who } = row
  const link = usePageLink()
  const place = places[kind]
  if (!('accept' in place))
    return (
      <ActionLink
        to={link(place.component, 'filter' in place ? place.filter : {})}
        label={t('{verb}：{who} 的{title}', { verb: place.verb, who, title: place.title })}
      >
        {place.verb}
      </ActionLink>
    )
  const asking = (endpoint: string) =>
    link(place.component, {
      ...place.filter,
      search: searchFor(row),
      [askedParams.action]: endpoint,
      [askedParams.row]: id,
    })
  return (
    <>
      <ActionLink to={asking(place.refuse)} look="quiet" label={t('驳回 {who} 的{title}', { who, title: place.title })}>
        {t('驳回')}
      </ActionLink>
      <ActionLink to={asking(place.accept)} label={t('通过 {who} 的{title}', { who, title: place.title })}>
        {t('通过')}
      </ActionLink>
    </>
  )
}

/** What waits for a decision of the user. */
export const TodoCard = ({ todo }: { todo: Todo }) => {
  const link = usePageLink()
  const [chosen, choose] = useState<Kind | 'all'>('all')
  const total = todo.counts.reduce((sum, { count }) => sum + count, 0)
  const kinds = todo.counts.filter(({ count }) => count > 0)
  const rows = todo.rows.filter(({ kind }) => chosen === 'all' || kind === chosen)
  const all = chosen === 'all' ? (kinds[0]?.kind ?? todo.counts[0]?.kind) : chosen
  const place = all && places[all]
  return (
    <Card
      title={cardTitles.todo}
      count={total > 0 ? countText(total) : undefined}
      end={
        <>
          {kinds.length > 1 && (
            <Segments
              label={t('待办的种类')}
              value={chosen}
              onChange={choose}
              options={[
                { value: 'all', label: t('全部') },
                ...kinds.map(({ kind, count }) => ({
                  value: kind,
                  label: `${places[kind].title} ${countText(count)}`,
                })),
              ]}
            />
          )}
          {place && total > 0 && (
            <CardLink to={link(place.component, 'filter' in place ? place.filter : {})}>{t('查看全部')}</CardLink>
          )}
        </>
      }
    >
      <CardRows empty={total === 0 ? t('暂无待办') : t('更早的在“查看全部”中')}>
        {rows.map((row) => (
          <li key={row.id} className="workbench-row workbench-todo">
            <span className="workbench-kind">{places[row.kind].title}</span>
            <span className="workbench-text">
              <strong>{row.who}</strong> {toText(row)}
            </span>
            <span className="workbench-when">
              <RelativeTime at={row.time} />
            </span>
            <span className="workbench-actions">
              <TodoActions row={row} />
            </span>
          </li>
        ))}
      </CardRows>
    </Card>
  )
}
