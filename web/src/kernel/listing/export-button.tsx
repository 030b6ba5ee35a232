import { maxExported } from '@atrium/contract/kernel/max-exported.ts'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { Can } from '../access/can.tsx'
import type { ExportDialogProps } from './export-dialog.tsx'

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

/** Offers what a list finds as a CSV file, to those who may have it. */
export const ExportButton = (of: Pick<ExportDialogProps, 'endpoint' | 'list' | 'noun'>) => {
  const [dialog, open] = useOpened()
  const sentence = `正在导出当前条件下的${of.noun}，最多 ${maxExported / 10_000} 万条。`
  return (
    <Can endpoint={of.endpoint}>
      <Button
        icon={<Download aria-hidden size={14} />}
        onClick={() => open((onClosed) => <ExportDialog {...of} sentence={sentence} onClosed={onClosed} />)}
      >
        导出
      </Button>
      <Suspense>{dialog}</Suspense>
    </Can>
  )
}
