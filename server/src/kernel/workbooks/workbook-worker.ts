import { parentPort, workerData } from 'node:worker_threads'
import type { Limits } from './limits.ts'
import { openSource } from './open-source.ts'
import type { SheetRemarks, SheetRow } from './read-sheet.ts'
import type { SheetInfo, Source } from './read-xlsx.ts'
import { type Place, type Reason, Refusal } from './refusal.ts'

// Runs in worker threads (open-workbook.ts); imports no more of the product than it needs.

export type WorkerInput = { readonly path: string; readonly limits: Limits }
/** `open`, the rows of a sheet from the first one, or the next batch of them. */
export type Request = 'open' | 'next' | { readonly sheet: number }
export type Reply =
  | { readonly sheets: readonly SheetInfo[] }
  | Batch
  | { readonly refused: Reason; readonly place: Place }
  | { readonly failed: string }

/** Rows, or what is said of the sheet behind its last one. */
type Batch = { readonly rows: SheetRow[] } | { readonly rows: undefined; readonly remarks: SheetRemarks | undefined }
type Read = Batch | { error: unknown }
const { path, limits } = workerData as WorkerInput
let source: Source | undefined
let rows: ReturnType<Source['rows']> | undefined
/** The batch behind the last one sent: read while that one is used. */
let ahead: Promise<Read> | undefined
let sheetName = ''

const read = async (from: ReturnType<Source['rows']>): Promise<Read> => {
  try {
    const next = await from.next()
    return next.done ? { rows: undefined, remarks: next.value ?? undefined } : { rows: next.value }
  } catch (error) {
    return { error }
  }
}

const openSheet = async (at: number): Promise<Reply> => {
  await ahead
  await rows?.return(undefined)
  sheetName = source?.sheets[at]?.name ?? ''
  rows = source?.rows(at)
  ahead = undefined
  return nextRows()
}
const nextRows = async (): Promise<Reply> => {
  if (!rows) return { rows: undefined, remarks: undefined }
  const batch = await (ahead ?? read(rows))
  if ('error' in batch) throw batch.error
  ahead = batch.rows && read(rows)
  return batch
}

const answer = async (request: Request): Promise<Reply> => {
  if (typeof request === 'object') return openSheet(request.sheet)
  if (request === 'next') return nextRows()
  source = await openSource(path, limits)
  return { sheets: source.sheets }
}

const refusedReply = ({ reason, place }: Refusal): Reply => ({
  refused: reason,
  place: sheetName === '' ? place : { sheet: sheetName, ...place },
})

const failedReply = (error: unknown): Reply => {
  if (error instanceof Refusal) return refusedReply(error)
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
const send = (reply: Reply) => parentPort?.postMessage(reply)
parentPort?.on('message', (request: Request) =>
  answer(request)
    .then(send)
    .catch((error: unknown) => send(failedReply(error))),
)
