import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { FailureBlock } from '../../../kernel/page/failure-block.tsx'
import type { TimelineProps, TimelineRow } from '../../../kernel/timeline/timeline-action.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { KeysetPagination } from '../../../ui/keyset-pagination.tsx'
import { t } from '../../../ui/texts.ts'
import { ArchivedNote } from './archived-note.tsx'
import { LogEntries } from './public/log-entries.tsx'

const size = 20

/** Events of one row, newest first: who did what, and what changed. */
export const Timeline = ({ entity, id }: TimelineRow) => {
  const [cursor, setCursor] = useState<{ after?: number; before?: number }>({})
  const read = useRead(operationLogsContract.timeline, { params: { entity, id }, query: { size, ...cursor } })
  const { data: rows = [], total = 0, more = false } = read.data ?? {}
  const isPaged = cursor.after !== undefined || cursor.before !== undefined
  const [first, last] = [rows[0], rows.at(-1)]
  return (
    <>
      {read.error instanceof CallError ? (
        <FailureBlock failure={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <div aria-busy={read.isFetching}>
          {read.data && rows.length === 0 && <Empty title={isPaged ? t('没有更早的记录') : t('暂无变更记录')} />}
          <LogEntries rows={rows} />
        </div>
      )}
      <ArchivedNote />
      {total > size && (
        <KeysetPagination
          total={total}
          more={more}
          onNewest={isPaged ? () => setCursor({}) : undefined}
          onNewer={isPaged ? () => setCursor(first ? { before: first.seq } : {}) : undefined}
          onOlder={last && rows.length === size ? () => setCursor({ after: last.seq }) : undefined}
        />
      )}
    </>
  )
}

/** The timeline in a drawer. */
export const TimelineDrawer = ({ entity, id, name, onClosed }: TimelineProps) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer
      title={t('变更记录：{name}', { name })}
      width={600}
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
    >
      <Timeline entity={entity} id={id} />
    </Drawer>
  )
}
