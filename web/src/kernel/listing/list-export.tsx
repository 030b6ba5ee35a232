import { maxExportRows } from '@atrium/contract/kernel/export-limit.ts'
import { roundNumberText } from '@atrium/contract/kernel/round-number-text.ts'
import { lazy } from 'react'
import { nounInside } from '../../ui/noun.ts'
import { t } from '../../ui/texts.ts'
import { useOverlay } from '../../ui/use-overlay.tsx'
import { ExportButton } from './export-button.tsx'
import { type ExportEndpoint, exportedColumns, selectsRows } from './export-endpoint.ts'
import type { ListEndpoint } from './list-contract.ts'

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

export type ListExportProps = {
  endpoint: ExportEndpoint
  /** The shown columns, in their order. */
  columns: readonly { key: string }[]
  /** Ids of the ticked rows. */
  ticked: readonly string[]
  contract: { list: ListEndpoint }
  texts: { noun: string }
}

/** Exports a list as it stands: its search and filters, its columns, and ticked rows alone if there are any. */
export const ListExport = ({
  endpoint,
  contract: { list },
  texts: { noun },
  columns,
  ticked: ids,
}: ListExportProps) => {
  const [dialog, open] = useOverlay()
  const shown = exportedColumns(
    endpoint,
    columns.map(({ key }) => key),
  )
  const ticked = selectsRows(endpoint) ? ids : []
  const rows =
    ticked.length > 0
      ? t('已选的 {count} 条', { count: ticked.length })
      : t('符合条件的全部，最多 {most}条', { most: roundNumberText(maxExportRows) })
  return (
    <>
      <ExportButton
        endpoint={endpoint}
        rows={rows}
        offersAll={shown !== undefined}
        onPick={({ format, allColumns }) =>
          open((onClosed) => (
            <ExportDialog
              endpoint={endpoint}
              list={list}
              noun={noun}
              onClosed={onClosed}
              description={t('正在导出{noun}：{rows}。', { noun: nounInside(noun), rows })}
              ending={`.${format}`}
              request={{
                format,
                ...(ticked.length > 0 && { ids: ticked }),
                ...(shown && !allColumns && { columns: shown }),
              }}
            />
          ))
        }
      />
      {dialog}
    </>
  )
}
