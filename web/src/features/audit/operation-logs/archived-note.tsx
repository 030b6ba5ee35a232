import { segmentsContract } from '@atrium/contract/features/audit/operation-logs/segments.contract.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import './operation-logs.css'

/** Where the log begins, if older rows are archived; nothing otherwise. */
export const ArchivedNote = () => {
  const { data } = useRead(segmentsContract.segments, {}, { toasts: false })
  const [dialog, open] = useOverlay()
  const newest = data?.segments.at(-1)
  if (!data || !newest) return null
  return (
    <p className="operation-note">
      {rich('{lastTime} 及更早的记录已归档，不在此显示。', { lastTime: <Time at={newest.lastTime} /> })}
      <Button
        look="link"
        onClick={() => open((onClosed) => <ArchiveDialog segments={data.segments} onClosed={onClosed} />)}
      >
        {t('查看归档')}
      </Button>
      {dialog}
    </p>
  )
}
