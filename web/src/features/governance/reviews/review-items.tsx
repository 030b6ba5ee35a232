import type { ReviewItem } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { answerNames, outcomeNames } from '@atrium/contract/features/governance/reviews/review-words.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import type { SheetFormat } from '@atrium/contract/kernel/sheet.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { call, type RequestFor } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { type Column, tableColumns } from '../../../kernel/listing/columns.tsx'
import { ExportButton } from '../../../kernel/listing/export-button.tsx'
import { PagedTable } from '../../../kernel/listing/paged-table.tsx'
import { PagingSearch } from '../../../kernel/listing/paging-search.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { DownloadDialog } from '../../../kernel/page/download-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { findRoles } from './find-choices.ts'
import { answerOptions, answerTones, outcomeOptions, outcomeTones } from './review-words.ts'
import { StackedText } from './stacked-text.tsx'
import './reviews.css'

const { items, exportItems } = reviewsContract
type Filters = Pick<NonNullable<RequestFor<typeof items>['query']>, 'f.answer' | 'f.outcome' | 'f.roleId'>

/** A tag with its reason below. */
const TagWithReason = ({ tag, why }: { tag: ReactNode; why: string }) => (
  <>
    {tag}
    {why && <EllipsisText>{why}</EllipsisText>}
  </>
)
const declared: readonly Column<ReviewItem>[] = [
  { field: 'name', title: t('用户'), show: (name, { account }) => <StackedText primary={name} secondary={account} /> },
  { field: 'roleName', title: t('角色') },
  { field: 'reviewer', title: t('复核人', { context: 'one' }), width: 96, show: (reviewer) => reviewer?.name },
  {
    field: 'answer',
    title: t('复核意见'),
    width: 112,
    show: (answer, { reason }) =>
      answer ? (
        <TagWithReason tag={<Tag tone={answerTones[answer]}>{t(answerNames[answer])}</Tag>} why={reason} />
      ) : (
        t('未处理')
      ),
  },
  {
    field: 'outcome',
    title: t('结果'),
    width: 128,
    show: (outcome, { refusal }) =>
      outcome && (
        <TagWithReason tag={<Tag tone={outcomeTones[outcome]}>{t(outcomeNames[outcome])}</Tag>} why={refusal} />
      ),
  },
]
const columns = tableColumns(declared, items)

type Props = {
  id: string
  name: string
  reviewer: { id: string; name: string } | undefined
  onShowAllReviewers: () => void
}
/** Items of a review with answers and outcomes. */
export const ReviewItems = ({ id, name, reviewer, onShowAllReviewers }: Props) => {
  const paging = usePaging()
  const [filters, setFilters] = useState<Filters>({})
  const canFindRoles = useCan(rolesContract.list)
  const applyFilter = (part: Filters) => {
    paging.restart()
    setFilters({ ...filters, ...part })
  }
  const filter = { search: paging.query.search, ...filters, ...(reviewer && { 'f.reviewerId': reviewer.id }) }
  const query = { ...paging.query, ...filter }
  const [dialog, open] = useOverlay()
  const read = useRead(items, { params: { id }, query })
  const openExport = (format: SheetFormat) =>
    open((onClosed) => (
      <DownloadDialog
        title={t('导出复核明细')}
        description={t('正在导出当前条件下的复核明细。')}
        fileName={t('{name} 明细.{format}', { name, format })}
        fetchFile={(way) => call(exportItems, { params: { id }, body: { ...filter, format } }, way) as Promise<Blob>}
        onClosed={onClosed}
      />
    ))
  return (
    <section className="review-part" aria-label={t('明细', { context: 'plural' })}>
      <div className="review-filters">
        <PagingSearch paging={paging} label={t('搜索用户')} placeholder={t('账号、姓名、手机号')} />
        <Select
          aria-label={t('复核意见')}
          placeholder={t('复核意见')}
          options={answerOptions}
          value={filters['f.answer']}
          onChange={(answer) => applyFilter({ 'f.answer': answer as Filters['f.answer'] })}
          clearable
        />
        <Select
          aria-label={t('结果')}
          placeholder={t('结果')}
          options={outcomeOptions}
          value={filters['f.outcome']}
          onChange={(outcome) => applyFilter({ 'f.outcome': outcome as Filters['f.outcome'] })}
          clearable
        />
        {canFindRoles && (
          <SearchSelect
            aria-label={t('角色')}
            placeholder={t('角色')}
            find={findRoles}
            value={filters['f.roleId']}
            onChange={(roleId) => applyFilter({ 'f.roleId': roleId })}
          />
        )}
        <ExportButton
          endpoint={exportItems}
          rows={t('符合条件的全部')}
          offersAll={false}
          onPick={({ format }) => openExport(format)}
        />
        {reviewer && (
          <Button onClick={onShowAllReviewers}>{t('仅看复核人{name}的明细，查看全部', { name: reviewer.name })}</Button>
        )}
      </div>
      <PagedTable<ReviewItem>
        label={t('复核明细')}
        columns={columns}
        read={read}
        paging={paging}
        placeholder={<Empty title={t('没有符合条件的明细')} />}
      />
      {dialog}
    </section>
  )
}
