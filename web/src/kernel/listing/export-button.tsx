import { maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import { Download } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../ui/button.tsx'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { Can } from '../access/can.tsx'
import type { ExportDialogProps } from './export-dialog.tsx'

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

/** Exports the filtered list as CSV, if the user may. */
export const ExportButton = (of: Pick<ExportDialogProps, 'endpoint' | 'list' | 'noun'>) => {
  const [dialog, open] = useOverlay()
  const description = `正在导出当前条件下的${of.noun}，最多 ${maxExportRows / 10_000} 万条。`
  return (
    <Can endpoint={of.endpoint}>
      <Button
        icon={<Download aria-hidden size={14} />}
        onClick={() => open((onClosed) => <ExportDialog {...of} description={description} onClosed={onClosed} />)}
      >
        导出
      </Button>
      {dialog}
    </Can>
  )
}
