import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import * as z from 'zod/mini'
import { call } from '../../kernel/api/call.ts'
import { listQueryOf, parseListState } from '../../kernel/listing/list-state.ts'
import { DownloadDialog } from '../../kernel/page/download-dialog.tsx'
import { formatMoment } from '../../ui/time.tsx'

const { operations, exportOperations } = operationLogsContract
const fileName = () => `操作日志 ${formatMoment(new Date().toISOString()).replaceAll(':', '')}.csv`

/** Fetches the rows the list shows as a file. */
export const ExportDialog = ({ params, onClosed }: { params: URLSearchParams; onClosed: () => void }) => {
  const { search, ...query } = listQueryOf(parseListState(params, operations.query.shape, z.safeParse))
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('f.')))
  return (
    <DownloadDialog
      title="导出操作日志"
      sentence="正在导出当前条件下的记录，最多 100 万条。"
      fileName={fileName()}
      fetchFile={(way) => call(exportOperations, { body: { search, ...filters } }, way)}
      onClosed={onClosed}
    />
  )
}
