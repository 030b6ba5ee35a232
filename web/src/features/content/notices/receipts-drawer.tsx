import { noticeStatus } from '@atrium/contract/features/content/notices/notice-words.ts'
import type { NoticeRow } from '@atrium/contract/features/content/notices/notices.contract.ts'
import {
  type ReceiptFilter,
  type ReceiptRow,
  type ReceiptSums,
  receiptsContract,
} from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import { roundNumberText } from '@atrium/contract/kernel/round-number-text.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ExportButton } from '../../../kernel/listing/export-button.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { DownloadDialog } from '../../../kernel/page/download-dialog.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { numberText } from '../../../ui/number-text.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Segments } from '../../../ui/segments.tsx'
import type { TableColumn } from '../../../ui/table-column.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { RemindForm } from './remind-form.tsx'
import './notices.css'

const { receipts, exportReceipts, receiptSums, remind } = receiptsContract
const pageSize = 50
const stateNames = { unread: t('未读'), read: t('已读'), acked: t('已确认') } as const
const stateTones = { unread: 'plain', read: 'warn', acked: 'good' } as const

const column = (
  key: keyof ReceiptRow,
  title: string,
  width: number,
  render: TableColumn<ReceiptRow>['render'],
): TableColumn<ReceiptRow> => ({
  key,
  title,
  width,
  grows: key === 'name',
  alignRight: false,
  hasControls: false,
  sortable: false,
  render,
})
const State = ({ row: { state }, ack }: { row: ReceiptRow; ack: boolean }) => (
  <Tag tone={state === 'read' && !ack ? 'good' : stateTones[state]}>
    {state === 'read' && ack ? t('已读未确认') : stateNames[state]}
  </Tag>
)
/** The last ones give way in a narrow window; who has not confirmed has no time of it. */
const buildColumns = (ack: boolean, isPlatform: boolean, filter: ReceiptFilter) => [
  column('name', t('姓名'), 140, userName),
  isPlatform
    ? column('company', t('公司'), 160, ({ company }) => company)
    : column('org', t('组织'), 104, ({ org }) => org),
  column('state', t('状态'), 104, (row) => <State row={row} ack={ack} />),
  ...(filter === 'acked'
    ? [column('ackTime', t('确认时间'), 152, ({ ackTime }) => ackTime && <Time at={ackTime} />)]
    : []),
  column('readTime', t('阅读时间'), 152, ({ readTime }) => readTime && <Time at={readTime} />),
]

const shareOf = (count: number, people: number) => (people > 0 ? Math.max(0, count / people) : 0)
const Sum = ({ name, count, of }: { name: string; count: number; of?: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{numberText(count)}</b>
      {of ? ` ${Math.round((count / of) * 100)}%` : ''}
    </dd>
  </div>
)
const Sums = ({ sums: { people, read, acked, remindTime }, ack }: { sums: ReceiptSums; ack: boolean }) => (
  <>
    <dl className="notice-sums">
      <Sum name={t('触达')} count={people} />
      <Sum name={t('已读')} count={read} of={people} />
      {ack ? <Sum name={t('已确认')} count={acked} of={people} /> : null}
      <Sum name={ack ? t('未确认') : t('未读')} count={people - (ack ? acked : read)} of={people} />
    </dl>
    <div className="notice-bar notice-bar-wide" aria-hidden="true">
      <i style={{ inlineSize: `${shareOf(ack ? acked : read, people) * 100}%` }} />
      {ack && <i data-read style={{ inlineSize: `${shareOf(read - acked, people) * 100}%` }} />}
    </div>
    {remindTime && (
      <p className="notice-note">{t('上次提醒：{remindTime}', { remindTime: formatMoment(remindTime) })}</p>
    )}
  </>
)

/** The people of a notice, fifty at a time. */
const useReceipts = (id: string, state: ReceiptFilter, search: string) =>
  useInfiniteQuery({
    queryKey: [receipts.module, receipts.name, id, state, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        receipts,
        { params: { id }, query: { size: pageSize, search, 'f.state': state, ...(pageParam && { after: pageParam }) } },
        // A failure of the first page is shown in place of the list.
        { signal, toasts: pageParam !== '' },
      ),
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: ({ data, more }) => (more ? data.at(-1)?.cursor : undefined),
  })

const People = ({ notice: { id, ack }, filter }: { notice: NoticeRow; filter: ReceiptFilter }) => {
  const [search, setSearch] = useState('')
  const isPlatform = useIsPlatform()
  const read = useReceipts(id, filter, useDebounced(search))
  const { isFetching, hasNextPage, fetchNextPage } = read
  return (
    <>
      <SearchInput
        aria-label={t('搜索人员')}
        placeholder={t('姓名、账号')}
        maxLength={64}
        value={search}
        onChange={setSearch}
      />
      <ReadState read={read}>
        {({ pages }) => (
          <DataTable<ReceiptRow>
            label={t('回执')}
            columns={buildColumns(ack, isPlatform, filter)}
            rows={pages.flatMap((page) => page.data)}
            firstNumber={1}
            loading={isFetching}
            placeholder={<Empty title={t('暂无符合条件的人员')} />}
            sort=""
            onSort={() => undefined}
          />
        )}
      </ReadState>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} loading={isFetching}>
          {t('加载更多')}
        </Button>
      )}
    </>
  )
}

/** Who has read and confirmed a notice, and who has not. */
export const ReceiptsDrawer = ({ row, onClosed }: RowDrawerProps<NoticeRow>) => {
  const { id, ack, title, status } = row
  const [open, setOpen] = useState(true)
  const [overlay, openOverlay] = useOverlay()
  const waiting = ack ? 'unacked' : 'unread'
  const done = ack ? 'acked' : 'read'
  const [filter, setFilter] = useState<ReceiptFilter>(waiting)
  const read = useRead(receiptSums, { params: { id } }, { staleTime: 0, toasts: false })
  const { data: sums } = read
  const isWaiting = sums !== undefined && sums.people > (ack ? sums.acked : sums.read)
  return (
    <Drawer
      title={t('回执：{title}', { title })}
      open={open}
      width={720}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <section className="notice-receipts">
        <ReadState read={read}>{(counted) => <Sums sums={counted} ack={ack} />}</ReadState>
        <div className="notice-receipts-tools">
          <Segments<ReceiptFilter>
            label={t('回执的状态')}
            options={[
              { value: waiting, label: ack ? t('未确认') : t('未读') },
              { value: done, label: ack ? t('已确认') : t('已读') },
            ]}
            value={filter}
            onChange={setFilter}
          />
          <span className="notice-receipts-acts">
            {status === noticeStatus.published && isWaiting && (
              <Can endpoint={remind}>
                <Button
                  icon={<Bell aria-hidden size={16} />}
                  onClick={() => openOverlay((onRemindClosed) => <RemindForm notice={row} onClosed={onRemindClosed} />)}
                >
                  {ack ? t('提醒未确认的人员') : t('提醒未读的人员')}
                </Button>
              </Can>
            )}
            <ExportButton
              endpoint={exportReceipts}
              rows={t('符合条件的全部，最多 {most}人', { most: roundNumberText(maxExportRows) })}
              offersAll={false}
              onPick={({ format }) =>
                openOverlay((onExportClosed) => (
                  <DownloadDialog
                    title={t('导出回执')}
                    description={t('正在导出当前状态的回执。')}
                    fileName={t('{title} 回执.{format}', { title, format })}
                    fetchFile={(way) =>
                      call(
                        exportReceipts,
                        { params: { id }, body: { 'f.state': filter, format } },
                        way,
                      ) as Promise<Blob>
                    }
                    onClosed={onExportClosed}
                  />
                ))
              }
            />
          </span>
        </div>
        <People key={filter} notice={row} filter={filter} />
      </section>
      {overlay}
    </Drawer>
  )
}
