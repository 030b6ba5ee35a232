import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import * as z from 'zod/mini'
import { call } from '../../kernel/api/call.ts'
import { listQueryOf, parseListState } from '../../kernel/listing/list-state.ts'
import { DownloadDialog } from '../../kernel/page/download-dialog.tsx'
import { formatMoment } from '../../ui/time.tsx'

const { operations, exportOperations, exportProof } = operationLogsContract
const files = {
  rows: {
    endpoint: exportOperations,
    title: '导出操作日志',
    sentence: '正在导出当前条件下的记录，最多 100 万条。',
    ending: '.csv',
  },
  proof: {
    endpoint: exportProof,
    title: '导出操作日志证明',
    sentence:
      '正在导出当前条件下的记录和它们的证明，最多 1 万条。不连接数据库也能核对：npm run audit:verify -- --proof 文件名',
    ending: ' 证明.json',
  },
}
const moment = () => formatMoment(new Date().toISOString()).replaceAll(':', '')

type ExportDialogProps = { file: keyof typeof files; params: URLSearchParams; onClosed: () => void }
/** Fetches the rows the list shows as a file. */
export const ExportDialog = ({ file, params, onClosed }: ExportDialogProps) => {
  const { endpoint, title, sentence, ending } = files[file]
  const { search, ...query } = listQueryOf(parseListState(params, operations.query.shape, z.safeParse))
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('f.')))
  return (
    <DownloadDialog
      title={title}
      sentence={sentence}
      fileName={`操作日志 ${moment()}${ending}`}
      fetchFile={(way) => call(endpoint, { body: { search, ...filters } }, way)}
      onClosed={onClosed}
    />
  )
}
