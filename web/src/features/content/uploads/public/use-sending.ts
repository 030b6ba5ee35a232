import { useRef, useState } from 'react'
import { CallError } from '../../../../kernel/api/call-error.ts'
import { freshId } from '../../../../kernel/api/fresh-id.ts'
import { isWorthRepeating, sendInParts } from '../../../../kernel/api/send-in-parts.ts'
import { t } from '../../../../ui/texts.ts'

/** A file on its way, or one that was refused; `repeatable`: another attempt may succeed. */
export type Sending = { key: string; name: string; size: number; sent: number; problem: string; repeatable: boolean }
/** A file to send, with what its arrival needs to know. */
export type ToSend<Place> = { file: File; place: Place }
/** `id`: of a file that has arrived, which is never sent again. */
type OnItsWay<Place> = ToSend<Place> & { abort: AbortController; id?: string }

type Options<Place> = {
  /** Where files are uploaded in parts. */
  path: string
  /**
   * Called when a file has arrived, with its id, and how many wait behind it; once more with the same id after a
   * failure.
   * @throws to refuse it
   */
  onArrived: (id: string, sent: ToSend<Place>, waiting: number) => Promise<void>
}

/** Pauses before the arrival of a file is reported once more; then the user may ask for it. */
const pauses = [500, 2000] as const
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
const describeProblem = (error: unknown) => (error instanceof CallError ? error.msg : t('上传失败，请重试'))

/**
 * Repeats work that failed for reasons which pass.
 * @throws the last failure, and the signal's reason once cancelled
 */
const withRepeats = async (work: () => Promise<void>, signal: AbortSignal) => {
  for (let failures = 0; ; failures += 1) {
    try {
      await work()
      return
    } catch (error) {
      const pause = pauses[failures]
      if (pause === undefined || !isWorthRepeating(error)) throw error
      await sleep(pause)
      signal.throwIfAborted()
    }
  }
}

/** Files that are being uploaded, one after the other. */
export const useSending = <Place>({ path, onArrived }: Options<Place>) => {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const files = useRef(new Map<string, OnItsWay<Place>>())
  const waiting = useRef(new Set<string>())
  const queue = useRef(Promise.resolve())

  const change = (key: string, part: Partial<Sending>) =>
    setSending((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const remove = (key: string) => {
    files.current.delete(key)
    waiting.current.delete(key)
    setSending((all) => all.filter((each) => each.key !== key))
  }

  const send = async (key: string) => {
    const one = files.current.get(key)
    if (!one) return
    const { file, place } = one
    const { signal } = one.abort
    try {
      const metadata = { filename: file.name, biz: 'doc' }
      const id =
        one.id ?? (await sendInParts(path, file, { metadata, signal, onProgress: (sent) => change(key, { sent }) }))
      one.id = id
      waiting.current.delete(key)
      await withRepeats(() => onArrived(id, { file, place }, waiting.current.size), signal)
      remove(key)
    } catch (error) {
      waiting.current.delete(key)
      const repeatable = one.id !== undefined || isWorthRepeating(error)
      if (!signal.aborted) change(key, { problem: describeProblem(error), repeatable })
    }
  }
  const enqueue = (key: string) => {
    waiting.current.add(key)
    queue.current = queue.current.then(() => send(key))
  }
  return {
    sending,
    start(chosen: readonly ToSend<Place>[]) {
      const begun = chosen.map((each) => ({ key: freshId(), each }))
      const shown = begun.map(({ key, each: { file } }) => ({ key, name: file.name, size: file.size }))
      setSending((all) => [...all, ...shown.map((row) => ({ ...row, sent: 0, problem: '', repeatable: false }))])
      for (const { key, each } of begun) files.current.set(key, { ...each, abort: new AbortController() })
      for (const { key } of begun) enqueue(key)
    },
    /** Tries a refused file once more; one that has arrived is not sent again. */
    retry(key: string) {
      change(key, { problem: '' })
      enqueue(key)
    },
    /** Cancels a file on its way, or takes a refused one off the list. */
    dismiss(key: string) {
      files.current.get(key)?.abort.abort()
      remove(key)
    },
  }
}
