import { useRef, useState } from 'react'
import { CallError } from '../../kernel/api/call-error.ts'
import { freshId } from '../../kernel/api/fresh-id.ts'
import { sendInParts } from '../../kernel/api/send-in-parts.ts'

/** A file on its way, or one that was refused. */
export type Sending = { key: string; name: string; size: number; sent: number; problem: string }
/** A file to send, with what its arrival needs to know. */
export type ToSend<Place> = { file: File; place: Place }

type Options<Place> = {
  /** Where files are uploaded in parts. */
  path: string
  /** Called when a file has arrived, with its id, and how many wait behind it. Throws to refuse it. */
  onArrived: (id: string, sent: ToSend<Place>, waiting: number) => Promise<void>
}

const problemOf = (error: unknown) => (error instanceof CallError ? error.msg : '上传失败，请重试')

/** Files that are being uploaded, one after the other. */
export const useSending = <Place>({ path, onArrived }: Options<Place>) => {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const aborts = useRef(new Map<string, AbortController>())
  const queue = useRef(Promise.resolve())

  const change = (key: string, part: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const remove = (key: string) => setSending((all) => all.filter((each) => each.key !== key))

  const send = async (key: string, each: ToSend<Place>, { signal }: AbortController) => {
    if (signal.aborted) return
    try {
      const metadata = { filename: each.file.name, biz: 'doc' }
      const id = await sendInParts(path, each.file, { metadata, signal, onProgress: (sent) => change(key, { sent }) })
      aborts.current.delete(key)
      await onArrived(id, each, aborts.current.size)
      remove(key)
    } catch (error) {
      aborts.current.delete(key)
      if (!signal.aborted) change(key, { problem: problemOf(error) })
    }
  }
  return {
    sending,
    start(files: readonly ToSend<Place>[]) {
      const begun = files.map((each) => ({ key: freshId(), each, abort: new AbortController() }))
      for (const { key, abort } of begun) aborts.current.set(key, abort)
      const shown = begun.map(({ key, each: { file } }) => ({ key, name: file.name, size: file.size }))
      setSending((all) => [...all, ...shown.map((row) => ({ ...row, sent: 0, problem: '' }))])
      for (const { key, each, abort } of begun) queue.current = queue.current.then(() => send(key, each, abort))
    },
    /** Cancels a file on its way, or takes a refused one off the list. */
    dismiss(key: string) {
      aborts.current.get(key)?.abort()
      aborts.current.delete(key)
      remove(key)
    },
  }
}
