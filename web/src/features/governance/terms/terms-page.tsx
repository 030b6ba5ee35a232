import { type TermRow, termsContract } from '@atrium/contract/features/governance/terms/terms.contract.ts'
import { lazy, Suspense } from 'react'
import type { Column } from '../../../kernel/listing/columns.tsx'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
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
const dayChoices = dayOptions.map((days) => ({ value: String(days), label: t('{days} 天内到期', { days }) }))
const isNotOwn = ({ self }: TermRow) => !self
const ExtendOne = forSingleRow(ExtendForm)
const ReleaseOne = forSingleRow(ReleaseForm)

const DaysLeft = ({ at }: { at: string }) => {
  const days = daysLeft(at, Date.now())
  return (
    <span className="terms-left" data-urgency={toUrgency(days)}>
      {days > 0 ? t('{days} 天', { days }) : t('已到期')}
    </span>
  )
}

type TermColumn = Column<TermRow>
const left: TermColumn = {
  field: 'expireTime',
  key: 'left',
  title: t('剩余'),
  width: 76,
  show: (at) => <DaysLeft at={at} />,
}
const who: TermColumn = {
  field: 'name',
  title: t('用户'),
  width: 184,
  show: (name, { account, self }) => (
    <span className="terms-who">
      <EllipsisText>{userName({ name, account })}</EllipsisText>
      {self && <Tag tone="accent">{t('本人')}</Tag>}
    </span>
  ),
}
const others: readonly TermColumn[] = [
  {
    field: 'roleName',
    title: t('到期内容'),
    width: 144,
    show: (role, { roleId }) => (roleId === null ? t('账号') : t('角色：{role}', { role })),
  },
  { field: 'expireTime', title: t('到期时间'), width: 156, show: (at) => <Time at={at} /> },
  {
    field: 'released',
    title: t('处理', { context: 'noun' }),
    width: 96,
    show: (released) => <Tag tone={released ? 'plain' : 'warn'}>{released ? t('到期即止') : t('待处理')}</Tag>,
  },
  { field: 'reason', title: t('授予原因') },
  { field: 'grantBy', title: t('授予人'), width: 96, show: (by) => by?.name },
]

/** Expiring role assignments and accounts: extend them or let them expire. */
export const TermsPage = () => (
  <ListPage
    contract={{ list: terms }}
    texts={{
      noun: t('即将到期的账号或角色'),
      purpose: t('列出 90 天内到期的角色和账号。到期前可续期，也可不续期。'),
      searchHint: t('账号、姓名、手机号'),
      rowName: termName,
    }}
    rows={{
      drawing: ({ state, change }) => (
        <section className="terms-strip" aria-label={t('90 天内到期')}>
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
    filters={[{ kind: 'select', name: 'days', label: t('到期时间'), options: dayChoices }]}
    actions={{
      row: [
        { label: t('续期'), endpoint: extendTerms, when: isNotOwn, drawer: ExtendOne },
        { label: t('不续期'), endpoint: releaseTerms, when: isNotOwn, drawer: ReleaseOne },
      ],
      batch: [
        { label: t('续期'), endpoint: extendTerms, drawer: ExtendForm },
        { label: t('不续期'), endpoint: releaseTerms, danger: true, drawer: ReleaseForm },
      ],
    }}
  />
)
