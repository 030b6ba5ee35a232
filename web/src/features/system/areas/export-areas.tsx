import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { lazy } from 'react'
import { ExportButton } from '../../../kernel/listing/export-button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'

const ExportDialog = lazy(async () => ({
  default: (await import('../../../kernel/listing/export-dialog.tsx')).ExportDialog,
}))

const rows = t('全部现行区划')
/** Exports the areas in force. */
export const ExportAreas = () => {
  const [dialog, open] = useOverlay()
  return (
    <>
      <ExportButton
        endpoint={areasContract.exportAreas}
        rows={rows}
        offersAll={false}
        onPick={({ format }) =>
          open((onClosed) => (
            <ExportDialog
              endpoint={areasContract.exportAreas}
              list={areasContract.ended}
              noun={t('行政区划')}
              onClosed={onClosed}
              description={t('正在导出{rows}。', { rows })}
              ending={`.${format}`}
              request={{ format, search: '' }}
            />
          ))
        }
      />
      {dialog}
    </>
  )
}
