import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { useState } from 'react'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../../ui/drawer.tsx'
import { t } from '../../../../ui/texts.ts'
import { BulkPreview } from '../bulk-preview.tsx'

type BulkOfRunProps = { runId: string; onClosed: () => void }

/** The operation that a run of the caller judges, applies or takes back. */
export const BulkOfRun = ({ runId, onClosed }: BulkOfRunProps) => {
  const [isOpen, setOpen] = useState(true)
  const read = useRead(bulkContract.get, { params: { id: runId } }, { staleTime: 0 })
  if (read.data) return <BulkPreview created={read.data} onDone={() => undefined} onClosed={onClosed} />
  return (
    <Drawer title={t('批量操作')} open={isOpen} width={720} onClose={() => setOpen(false)} onClosed={onClosed}>
      <ReadState read={read}>{() => null}</ReadState>
    </Drawer>
  )
}
