import {
  type OwnReview,
  ownReviewsContract,
  type ReviewAnswer,
  type ReviewItem,
} from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { useRef, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { BatchBar } from '../../../kernel/listing/batch-bar.tsx'
import { PagingSearch } from '../../../kernel/listing/paging-search.tsx'
import { useKeys } from '../../../kernel/listing/use-keys.ts'
import { type Paging, usePaging } from '../../../kernel/listing/use-paging.ts'
import { useTicks } from '../../../kernel/listing/use-ticks.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ownItemColumns } from './own-item-columns.tsx'
import { RemoveForm } from './remove-form.tsx'
import { itemName } from './review-words.ts'

const { ownItems, ownReviews, answerItems } = ownReviewsContract
const none: readonly ReviewItem[] = []

type ItemFiltersProps = { paging: Paging; openOnly: boolean; onOpenOnly: (only: boolean) => void }

/** Search and filter above the items, and the keys that answer them. */
const ItemFilters = ({ paging, openOnly, onOpenOnly }: ItemFiltersProps) => (
  <div className="review-filters">
    <PagingSearch paging={paging} label={t('搜索用户')} placeholder={t('账号、姓名、手机号')} />
    <PlainCheckbox
      checked={openOnly}
      onChange={(only) => {
        paging.restart()
        onOpenOnly(only)
      }}
    >
      {t('仅看未处理')}
    </PlainCheckbox>
    <p className="own-review-keys">
      {rich('{kbd} {kbd2} 或 {kbd3} {kbd4} 移动，{kbd5} 保留，{kbd6} 收回', {
        kbd: <kbd>J</kbd>,
        kbd2: <kbd>K</kbd>,
        kbd3: <kbd>↓</kbd>,
        kbd4: <kbd>↑</kbd>,
        kbd5: <kbd>B</kbd>,
        kbd6: <kbd>S</kbd>,
      })}
    </p>
  </div>
)

/** Role assignments to review, answered by keyboard, by row or in bulk. */
export const OwnReviewItems = ({ review }: { review: OwnReview }) => {
  const paging = usePaging()
  const [openOnly, setOpenOnly] = useState(false)
  const { page, size } = paging.query
  const query = { ...paging.query, 'f.reviewId': review.id, ...(openOnly && { 'f.answer': 'none' as const }) }
  const read = useRead(ownItems, { query })
  const rows = read.data?.data ?? none
  const [ticked, ticks] = useTicks(rows, itemName)
  const [currentId, setCurrent] = useState<string>()
  const currentIndex = rows.findIndex(({ id }) => id === currentId)
  // Start at the first unanswered item.
  const at =
    currentIndex < 0
      ? Math.max(
          rows.findIndex((row) => row.answer === null),
          0,
        )
      : currentIndex
  const table = useRef<HTMLDivElement>(null)
  const isNarrow = useIsPhone()
  const [drawer, open] = useOverlay()
  const write = useWrite(answerItems, { invalidates: [ownItems, ownReviews], silentSuccess: true })

  /** Returns whether the answer was saved; errors are shown by the call. */
  const sendAnswer = (items: readonly ReviewItem[], given: ReviewAnswer): Promise<boolean> =>
    write.mutateAsync({ params: { id: review.id }, body: { ids: items.map(({ id }) => id), answer: given } }).then(
      () => true,
      () => false,
    )
  const focusRow = (row: ReviewItem | undefined) => {
    if (!row) return
    setCurrent(row.id)
    table.current?.querySelector<HTMLElement>(`[data-row-key="${row.id}"]`)?.focus()
  }
  /** Fast typing does not wait for replies; at the end of a page the next one loads. */
  const answerCurrent = async (given: ReviewAnswer) => {
    const [current, next] = [rows[at], rows[at + 1]]
    if (!current) return
    focusRow(next)
    const hasNextPage = (read.data?.total ?? 0) > page * size
    if ((await sendAnswer([current], given)) && !next && hasNextPage && !openOnly) paging.onPage(page + 1, size)
  }
  const keepMany = async () => {
    if (await sendAnswer(ticked, 'keep')) ticks.onChange([])
  }
  const askToRemove = (items: readonly ReviewItem[]) =>
    open((onClosed) => (
      <RemoveForm reviewId={review.id} items={items} onDone={() => ticks.onChange([])} onClosed={onClosed} />
    ))

  const [down, up] = [() => focusRow(rows[at + 1]), () => focusRow(rows[at - 1])]
  useKeys({
    j: down,
    k: up,
    ArrowDown: down,
    ArrowUp: up,
    b: () => void answerCurrent('keep'),
    s: () => void answerCurrent('remove'),
  })

  return (
    <>
      <ItemFilters paging={paging} openOnly={openOnly} onOpenOnly={setOpenOnly} />
      <ReadState read={read}>
        {({ data, total, more = false }) => (
          <div ref={table} className="review-part">
            <DataTable<ReviewItem>
              label={t('待我复核')}
              columns={ownItemColumns}
              rows={data}
              firstNumber={(page - 1) * size + 1}
              loading={read.isFetching && !write.isPending}
              placeholder={<Empty title={openOnly && !paging.search ? t('已全部处理') : t('没有符合条件的内容')} />}
              sort=""
              onSort={paging.onSort}
              selectedId={isNarrow ? undefined : rows[at]?.id}
              onSelect={isNarrow ? undefined : ({ id }) => setCurrent(id)}
              ticks={ticks}
              actions={(row) => [
                { label: t('保留'), run: () => void sendAnswer([row], 'keep') },
                { label: t('收回'), run: () => askToRemove([row]) },
              ]}
              actionWidth={112}
            />
            {ticked.length > 0 && (
              <BatchBar
                count={t('已选 {count} 项', { count: ticked.length })}
                actions={[
                  { label: t('保留'), run: () => void keepMany() },
                  { label: t('收回'), danger: true, run: () => askToRemove(ticked) },
                ]}
                onChoose={({ run }) => run()}
                onNone={() => ticks.onChange([])}
              />
            )}
            {total > data.length && (
              <Pagination
                page={page}
                size={size}
                total={total}
                more={more}
                sizes={pageSizes}
                onChange={paging.onPage}
              />
            )}
          </div>
        )}
      </ReadState>
      {drawer}
    </>
  )
}
