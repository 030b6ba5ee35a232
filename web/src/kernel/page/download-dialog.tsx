import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'
import './download-dialog.css'

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

type Way = { signal: AbortSignal; onBytes: (received: number) => void }
type DownloadDialogProps = {
  title: string
  /** What is in the file. */
  sentence: string
  fileName: string
  fetchFile: (way: Way) => Promise<Blob>
  onClosed: () => void
}

/** Fetches a file that takes its time and gives it to the person. Closing it stops the server's work too. */
export const DownloadDialog = ({ title, sentence, fileName, fetchFile, onClosed }: DownloadDialogProps) => {
  const [received, setReceived] = useState(0)
  const download = useEffectEvent(async (signal: AbortSignal) => {
    try {
      saveFile(fileName, await fetchFile({ signal, onBytes: setReceived }))
      toast.success('导出完成')
    } catch {
      // The call has said what went wrong; one that was stopped needs no words.
    }
    if (!signal.aborted) onClosed()
  })
  useEffect(() => {
    const stop = new AbortController()
    void download(stop.signal)
    return () => stop.abort()
  }, [])
  return (
    <Dialog title={title} onClose={onClosed} footer={<Button onClick={onClosed}>取消</Button>}>
      <div className="download">
        <p>{sentence}</p>
        <ProgressBar label="导出进度" />
        <p className="download-count" role="status">
          已接收 {megabytes(received)}
        </p>
      </div>
    </Dialog>
  )
}
