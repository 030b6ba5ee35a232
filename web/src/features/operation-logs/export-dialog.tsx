import { operationLogsContract } from '@atrium/contract/features/operation-logs/operation-logs.contract.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../kernel/api/call.ts'
import { listQueryOf, parseListState } from '../../kernel/listing/list-state.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { formatMoment } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import './operation-logs.css'

const { operations, exportOperations } = operationLogsContract
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const fileName = () => `操作日志 ${formatMoment(new Date().toISOString()).replaceAll(':', '')}.csv`

/** Fetches the rows the list shows as a file. Closing it stops the server's work too. */
export const ExportDialog = ({ params, onClosed }: { params: URLSearchParams; onClosed: () => void }) => {
  const [received, setReceived] = useState(0)
  const fetchFile = useEffectEvent(async (signal: AbortSignal) => {
    const { search, ...query } = listQueryOf(parseListState(params, operations.query.shape, z.safeParse))
    const filters = Object.fromEntries(Object.entries(query).filter(([name]) => name.startsWith('f.')))
    try {
      const file = await call(exportOperations, { body: { search, ...filters } }, { signal, onBytes: setReceived })
      saveFile(fileName(), file)
      toast.success('导出完成')
    } catch {
      // The call has said what went wrong; an export that was stopped needs no words.
    }
    if (!signal.aborted) onClosed()
  })
  useEffect(() => {
    const stop = new AbortController()
    void fetchFile(stop.signal)
    return () => stop.abort()
  }, [])
  return (
    <Dialog title="导出操作日志" onClose={onClosed} footer={<Button onClick={onClosed}>取消</Button>}>
      <div className="operation-task">
        <p>正在导出当前条件下的记录，最多 100 万条。</p>
        <ProgressBar label="导出进度" />
        <p className="operation-task-count" role="status">
          已接收 {megabytes(received)}
        </p>
      </div>
    </Dialog>
  )
}
