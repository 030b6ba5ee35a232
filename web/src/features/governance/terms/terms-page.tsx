import { type TermRow, termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { lazy, Suspense } from 'react'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { daysLeft, toUrgency } from './expiry-days.ts'
import { ExtendForm } from './extend-form.tsx'
import { forSingleRow } from './for-single-row.tsx'
import { ReleaseForm } from './release-form.tsx'
import { termName } from './term-words.ts'
import './terms.css'

const { terms, extendTerms, releaseTerms } = termsContract
const ExpiryStrip = lazy(async () => ({ default: (await import('./expiry-strip.tsx')).ExpiryStrip }))
const dayOptions = [3, 7, 14, 30, 60, 90]
const dayChoices = dayOptions.map((days) => ({ value: String(days), label: `${days} 天内到期` }))
const isNotOwn = ({ self }: TermRow) => !self
const ExtendOne = forSingleRow(ExtendForm)
const ReleaseOne = forSingleRow(ReleaseForm)

const DaysLeft = ({ at }: { at: string }) => {
  const days = daysLeft(at, Date.now())
  return (
    <span className="terms-left" data-urgency={toUrgency(days)}>
      {days > 0 ? `${days} 天` : '已到期'}
    </span>
  )
}

type TermColumn = Column<TermRow>
const left: TermColumn = {
  field: 'expireTime',
  key: 'left',
  title: '剩余',
  width: 76,
  show: (at) => <DaysLeft at={at} />,
}
const who: TermColumn = {
  field: 'name',
  title: '用户',
  width: 184,
  show: (name, { account, self }) => (
    <span className="terms-who">
      <EllipsisText>{`${name}（${account}）`}</EllipsisText>
      {self && <Tag tone="accent">本人</Tag>}
    </span>
  ),
}
const others: readonly TermColumn[] = [
  {
    field: 'roleName',
    title: '到期内容',
    width: 144,
    show: (role, { roleId }) => (roleId === null ? '账号' : `角色：${role}`),
  },
  { field: 'expireTime', title: '到期时间', width: 156, show: (at) => <Time at={at} /> },
  {
    field: 'released',
    title: '处理',
    width: 96,
    show: (released) => <Tag tone={released ? 'plain' : 'warn'}>{released ? '到期即止' : '待处理'}</Tag>,
  },
  { field: 'reason', title: '授予原因' },
  { field: 'grantBy', title: '授予人', width: 96, show: (by) => by?.name },
]

/** Expiring role assignments and accounts: extend them or let them expire. */
export const TermsPage = () => (
  <ListPage
    contract={{ list: terms }}
    texts={{
      noun: '即将到期的账号或角色',
      purpose: '列出 90 天内到期的角色和账号。到期前可续期，也可不续期。',
      searchHint: '账号、姓名、手机号',
      rowName: termName,
    }}
    rows={{
      drawing: ({ state, change }) => (
        <section className="terms-strip" aria-label="90 天内到期">
          <Suspense>
            <ExpiryStrip
              onDays={(days) => {
                const within = dayOptions.find((each) => each >= days) ?? days
                change({ filters: { ...state.filters, days: String(within) } })
              }}
            />
          </Suspense>
        </section>
      ),
    }}
    columns={useIsPhone() ? [who, left, ...others] : [left, who, ...others]}
    filters={[{ kind: 'select', name: 'days', label: '到期时间', options: dayChoices }]}
    actions={{
      row: [
        { label: '续期', endpoint: extendTerms, when: isNotOwn, drawer: ExtendOne },
        { label: '不续期', endpoint: releaseTerms, when: isNotOwn, drawer: ReleaseOne },
      ],
      batch: [
        { label: '续期', endpoint: extendTerms, drawer: ExtendForm },
        { label: '不续期', endpoint: releaseTerms, danger: true, drawer: ReleaseForm },
      ],
    }}
  />
)
