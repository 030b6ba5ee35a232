import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { t } from '../../ui/texts.ts'
import { toast } from '../../ui/toast.ts'
import './download-dialog.css'

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

type DownloadOptions = { signal: AbortSignal; onBytes: (received: number) => void }
type DownloadDialogProps = {
  title: string
  /** What the file contains. */
  description: string
  fileName: string
  fetchFile: (way: DownloadOptions) => Promise<Blob>
  onClosed: () => void
}

/** Downloads a large file with progress. Closing the dialog aborts the call, and with it the server's work. */
export const DownloadDialog = ({ title, description, fileName, fetchFile, onClosed }: DownloadDialogProps) => {
  const [received, setReceived] = useState(0)
  const download = useEffectEvent(async (signal: AbortSignal) => {
    try {
      saveFile(fileName, await fetchFile({ signal, onBytes: setReceived }))
      toast.success(t('导出完成'))
    } catch {
      // `call` has shown the failure; an abort needs no message.
    }
    if (!signal.aborted) onClosed()
  })
  useEffect(() => {
    const stop = new AbortController()
    void download(stop.signal)
    return () => stop.abort()
  }, [])
  return (
    <Dialog title={title} onClose={onClosed} footer={<Button onClick={onClosed}>{t('取消')}</Button>}>
      <div className="download">
        <p>{description}</p>
        <ProgressBar label={t('导出进度')} />
        <p className="download-count" role="status">
          {t('已接收 {received}', { received: megabytes(received) })}
        </p>
      </div>
    </Dialog>
  )
}
