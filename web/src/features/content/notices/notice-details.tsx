import { attachmentsContract } from '@atrium/contract/features/content/notices/attachments.contract.ts'
import { type NoticeRow, noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { NoticeReading } from './notice-reading.tsx'

// Others may have changed it since it was opened last.
const always = { staleTime: 0 }

/** A notice as its readers see it, and what its author decided. */
export const NoticeDetails = ({ row: { id, title }, onClosed }: RowDrawerProps<NoticeRow>) => {
  const [open, setOpen] = useState(true)
  const read = useRead(noticesContract.get, { params: { id } }, always)
  const files = useRead(attachmentsContract.attachments, { params: { id } }, always)
  return (
    <Drawer title={title} open={open} width={720} onClose={() => setOpen(false)} onClosed={onClosed}>
      <ReadState read={read}>
        {(notice) => (
          <ReadState read={files}>{(attached) => <NoticeReading notice={notice} files={attached} />}</ReadState>
        )}
      </ReadState>
    </Drawer>
  )
}
