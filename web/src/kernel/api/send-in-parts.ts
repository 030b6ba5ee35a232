import { CallError, isOutage } from './call-error.ts'
import { type PartRequest, sendPart } from './send-part.ts'

/** A part arrives within the server's request timeout even on a slow connection. */
const partBytes = 4 * 1024 * 1024
const pauses = [200, 1000, 3000, 5000, 10_000] as const
/** Conflicts and locks: another request of the same upload is being ended. And a rate that allows more later. */
const repeatable: readonly number[] = [409, 423, 429]
/** A large file is being checked and stored: the server asks to come back, and lets each request wait for that. */
const locked = 423
const mostWaits = 90
const waitMs = 1000

type Options = {
  metadata: Readonly<Record<string, string>>
  onProgress: (sent: number) => void
  /** Cancels the upload: the server forgets what it has. */
  signal: AbortSignal
}

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))
/** Whether what failed may succeed a little later. */
export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof CallError && (isOutage(error) || repeatable.includes(error.code))

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const metadataHeader = (metadata: Options['metadata']) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(',')

/** Sends the file from an offset on, part by part. `onOffset` hears what the server has. */
const sendFrom = async (url: string, file: File, start: number, options: Options, onOffset: (has: number) => void) => {
  const { onProgress, signal } = options
  for (let offset = start; offset < file.size; ) {
    const at = offset
    const request: PartRequest = {
      method: 'PATCH',
      url,
      signal,
      body: file.slice(offset, offset + partBytes),
      headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      onProgress: (sent) => onProgress(at + sent),
    }
    offset = Number((await sendPart(request))('Upload-Offset'))
    onOffset(offset)
    onProgress(offset)
  }
}

/** Sends the whole file, after each broken part from what the server has then. */
const sendAll = async (url: string, file: File, options: Options) => {
  let offset = 0
  let waits = 0
  for (let failures = 0; offset < file.size; ) {
    try {
      if (failures + waits > 0)
        offset = Number((await sendPart({ method: 'HEAD', url, signal: options.signal }))('Upload-Offset'))
      await sendFrom(url, file, offset, options, (has) => {
        offset = has
        failures = 0
        waits = 0
      })
    } catch (error) {
      const isWaiting = error instanceof CallError && error.code === locked && waits < mostWaits
      const pause = isWaiting ? waitMs : pauses[failures]
      if (pause === undefined || !isWorthRepeating(error)) throw error
      if (isWaiting) waits += 1
      else failures += 1
      await sleep(pause)
      options.signal.throwIfAborted()
    }
  }
}

/**
 * Uploads a file in parts (tus 1.0), going on after a lost connection. Takes the address of the uploads.
 * @returns the file's id
 * @throws `CallError`, and the signal's reason once cancelled
 */
export const sendInParts = async (path: string, file: File, options: Options): Promise<string> => {
  const { metadata, signal } = options
  const headers = { 'Upload-Length': String(file.size), 'Upload-Metadata': metadataHeader(metadata) }
  // Not aborted: without its address, what has begun could not be cancelled.
  const url = (await sendPart({ method: 'POST', url: path, headers }))('Location')
  try {
    signal.throwIfAborted()
    await sendAll(url, file, options)
  } catch (error) {
    // What has arrived counts for the company's storage until it expires.
    await sendPart({ method: 'DELETE', url }).catch(() => undefined)
    throw error
  }
  return url.split('/').at(-1) ?? ''
}
