import { partsPath, uploadsContract } from '@atrium/contract/features/content/uploads/uploads.contract.ts'
import { useRef, useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { freshId } from '../../../kernel/api/fresh-id.ts'
import { sendInParts } from '../../../kernel/api/send-in-parts.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { toast } from '../../../ui/toast.ts'

/** A file on its way, or one that was refused. */
export type Sending = { key: string; name: string; size: number; sent: number; problem: string }

const problemOf = (error: unknown) => (error instanceof CallError ? error.msg : '上传失败，请重试')

/** Files that are being uploaded, one after the other. */
export const useUploads = () => {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const aborts = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())

  const change = (key: string, part: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const remove = (key: string) => setSending((all) => all.filter((each) => each.key !== key))

  const send = async (key: string, file: File, { signal }: AbortController) => {
    if (signal.aborted) return
    try {
      const metadata = { filename: file.name, biz: 'doc' }
      await sendInParts(partsPath, file, { metadata, signal, onProgress: (sent) => change(key, { sent }) })
      remove(key)
      toast.success(`已上传“${file.name}”`)
      await invalidate(uploadsContract.list)
    } catch (error) {
      if (!signal.aborted) change(key, { problem: problemOf(error) })
    }
  }
  return {
    sending,
    start(files: readonly File[]) {
      for (const file of files) {
        const key = freshId()
        const abort = new AbortController()
        aborts.current.set(key, abort)
        setSending((all) => [...all, { key, name: file.name, size: file.size, sent: 0, problem: '' }])
        queue.current = queue.current.then(() => send(key, file, abort))
      }
    },
    /** Cancels a file on its way, or takes a refused one off the list. */
    dismiss(key: string) {
      aborts.current.get(key)?.abort()
      aborts.current.delete(key)
      remove(key)
    },
  }
}
