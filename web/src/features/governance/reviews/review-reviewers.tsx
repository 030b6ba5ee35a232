import {
  type ReviewerRow,
  type ReviewRow,
  reviewsContract,
} from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { PagingSearch } from '../../../kernel/listing/paging-search.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Empty } from '../../../ui/empty.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { HandoverForm } from './handover-form.tsx'
import './reviews.css'

const { reviewers, handOver } = reviewsContract
/** Why a reviewer cannot answer. */
const inactiveStatusNames: Readonly<Record<number, string>> = { 0: t('已停用'), 2: t('已锁定'), 3: t('已删除') }
const declared: readonly Column<ReviewerRow>[] = [
  {
    field: 'name',
    title: t('复核人', { context: 'one' }),
    show: (name, { account, status }) => (
      <>
        {userName({ name, account })}
        {status !== 1 && <Tag tone="warn">{inactiveStatusNames[status] ?? ''}</Tag>}
      </>
    ),
  },
  {
    field: 'answered',
    title: t('进度'),
    width: 176,
    show: (answered, { items }) => (
      <span className="review-progress">
        <span>{t('已处理 {answered} / {items}', { answered, items })}</span>
        <ProgressBar label={t('已处理')} done={answered} all={items} />
      </span>
    ),
  },
  { field: 'toldTime', title: t('通知时间'), width: 164, show: (at) => (at ? <Time at={at} /> : t('等待发送')) },
]
const columns = tableColumns(declared, reviewers)

type Props = { review: ReviewRow; onShowItems: (reviewer: { id: string; name: string }) => void }
/** Reviewers of a review with their progress. */
export const ReviewReviewers = ({ review: { id, state }, onShowItems }: Props) => {
  const canHandOver = [useCan(handOver), useCan(usersContract.options), state === 'open'].every(Boolean)
  const [drawer, open] = useOverlay()
  const paging = usePaging()
  const read = useRead(reviewers, { params: { id }, query: paging.query })
  return (
    <section className="review-part" aria-label={t('复核人')}>
      <PagingSearch paging={paging} label={t('搜索复核人')} placeholder={t('账号、姓名、手机号')} />
      <PagedTable<ReviewerRow>
        label={t('复核人')}
        columns={columns}
        read={read}
        paging={paging}
        placeholder={<Empty title={paging.query.search ? t('没有符合条件的复核人') : t('暂无复核人')} />}
        actions={(row) => [
          { label: t('明细', { context: 'plural' }), run: () => onShowItems(row) },
          ...(canHandOver && row.answered < row.items
            ? [
                {
                  label: t('移交'),
                  run: () => open((onClosed) => <HandoverForm reviewId={id} reviewer={row} onClosed={onClosed} />),
                },
              ]
            : []),
        ]}
        actionWidth={canHandOver ? 112 : 64}
      />
      {drawer}
    </section>
  )
}
