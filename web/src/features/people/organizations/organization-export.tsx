import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import type { SheetFormat } from '@atrium/contract/kernel/sheet.ts'
import { call } from '../../../kernel/api/call.ts'
import { ExportButton } from '../../../kernel/listing/export-button.tsx'
import { DownloadDialog } from '../../../kernel/page/download-dialog.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'

const { exportOrganizations } = organizationsContract
const rows = t('全部组织，上级在前')

/** Exports the company's tree. */
export const OrganizationExport = () => {
  const [dialog, open] = useOverlay()
  const exportAs = (format: SheetFormat) =>
    open((onClosed) => (
      <DownloadDialog
        title={t('导出组织')}
        description={t('正在导出{rows}。', { rows })}
        fileName={t('组织.{format}', { format })}
        fetchFile={(way) => call(exportOrganizations, { body: { format } }, way) as Promise<Blob>}
        onClosed={onClosed}
      />
    ))
  return (
    <>
      <ExportButton
        endpoint={exportOrganizations}
        rows={rows}
        offersAll={false}
        iconOnly
        onPick={({ format }) => exportAs(format)}
      />
      {dialog}
    </>
  )
}
