import { Worker } from 'node:worker_threads'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { workbookErrors } from '@atrium/contract/kernel/workbook-errors.ts'
import { AppError } from '../scope.ts'
import { threadFile } from '../thread-file.ts'
import { defaultLimits, type Limits } from './limits.ts'
import type { SheetRemarks, SheetRow } from './read-sheet.ts'
import type { SheetInfo } from './read-xlsx.ts'
import type { Place, Reason } from './refusal.ts'
import type { Reply, Request, WorkerInput } from './workbook-worker.ts'

const sentence = (reason: Reason, { sheet, row, column, limit }: Place) => {
  const cell = row && (column ? t('第 {row} 行第 {column} 列', { row, column }) : t('第 {row} 行', { row }))
  const sheetText = sheet && t('工作表“{sheet}”', { sheet })
  const place = sheetText && cell ? t('{sheet}{cell}', { sheet: sheetText, cell }) : sheetText || cell
  const msg = t(workbookErrors[reason].msg)
  const limited = limit ? t('{msg}（上限 {limit}）', { msg, limit }) : msg
  return place ? labelledText(place, limited) : limited
}

/** A file that is not read. Its message is for the user, and names the place. */
export class WorkbookRefused extends AppError {
  readonly reason: Reason
  readonly place: Place
  constructor(reason: Reason, place: Place = {}) {
    super({ code: workbookErrors[reason].code, msg: sentence(reason, place) })
    this.reason = reason
    this.place = place
  }
}

const workerFile = threadFile(import.meta.dirname, 'workbook-worker')

/** A thread with a memory limit of its own. What it runs out of is the file's fault. */
const startThread = (path: string, limits: Limits) => {
  const worker = new Worker(workerFile, {
    workerData: { path, limits } satisfies WorkerInput,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
    name: 'workbook',
  })
  let waitedMs = 0
  let settle: ((reply: Reply | Error) => void) | undefined
  let ended: Error | undefined
  const end = (error: Error) => {
    ended ??= error
    settle?.(ended)
  }
  worker.on('message', (reply: Reply) => settle?.(reply))
  worker.on('error', (error: Error & { code?: string }) =>
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkbookRefused('contentTooLarge') : error),
  )
  worker.on('exit', () => end(new Error('the thread that reads a workbook has ended')))
  // Waiting for the caller is no work.
  worker.unref()
  const wait = (request: Request): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      const began = performance.now()
      const timer = setTimeout(() => {
        end(new WorkbookRefused('tooSlow'))
        worker.terminate().catch(() => undefined)
      }, limits.workMs - waitedMs)
      worker.ref()
      settle = (reply) => {
        settle = undefined
        worker.unref()
        clearTimeout(timer)
        waitedMs += performance.now() - began
        if (reply instanceof Error) reject(reply)
        else resolve(reply)
      }
      worker.postMessage(request)
    })
  return { wait, stop: () => worker.terminate() }
}

/** Throws what the thread reports. */
const ask = async ({ wait }: ReturnType<typeof startThread>, request: Request) => {
  const reply = await wait(request)
  if ('refused' in reply) throw new WorkbookRefused(reply.refused, reply.place)
  if ('failed' in reply) throw new Error(`a workbook could not be read: ${reply.failed}`)
  return reply
}

/** A workbook or CSV file that is open. One sheet is read at a time. */
export type OpenWorkbook = {
  /** A CSV file has one, without a name. */
  readonly sheets: readonly SheetInfo[]
  /**
   * Rows of a sheet in batches, by its place among the sheets. Merged cells have their value at the first cell. Asking
   * for the rows of another sheet ends these.
   * @throws WorkbookRefused
   */
  readonly rows: (sheet: number) => AsyncGenerator<readonly SheetRow[]>
  /** What the sheet whose rows were read to the end shows otherwise than they say. */
  readonly remarks: () => SheetRemarks
  /** Ends the thread; must be called. */
  readonly close: () => Promise<void>
}

/**
 * Opens a file of a user, in a thread of its own with limits on memory and time. Takes the path of a file that stays
 * until it is closed. The content decides between zip and CSV. The next batch is read while the last one is used.
 * @throws WorkbookRefused for what is no workbook, is damaged, or goes beyond the limits
 */
export const openWorkbook = async (path: string, limits: Partial<Limits> = {}): Promise<OpenWorkbook> => {
  const thread = startThread(path, { ...defaultLimits, ...limits })
  const close = async () => void (await thread.stop())
  try {
    const opened = await ask(thread, 'open')
    let remarks: SheetRemarks | undefined
    return {
      sheets: 'sheets' in opened ? opened.sheets : [],
      rows: async function* (sheet) {
        for (let request: Request = { sheet }; ; request = 'next') {
          const reply = await ask(thread, request)
          if (!('rows' in reply)) return
          if (!reply.rows) {
            remarks = reply.remarks
            return
          }
          yield reply.rows
        }
      },
      remarks: () => remarks ?? { merged: [], zeroPadded: 0 },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
