import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportDetails } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { builtinId } from '@atrium/server/src/features/operations/excels/template.ts'
import { toCookie } from './calls.ts'

const pollMs = 50
const ended = ['done', 'failed', 'cancelled', 'undone']
type Run = { state: string; ok: number; failed: number; skipped: number }

/** Calls of a user who imports a file. */
export const createImportCalls = (url: string, token: string) => {
  const headers = { token, cookie: toCookie(token) }
  const send = async (method: string, path: string, body?: object | FormData): Promise<unknown> => {
    const isForm = body instanceof FormData
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown }
    if (code !== 0) throw new Error(`${path}：${code} ${msg}`)
    return data
  }
  const at = (path: string, id: string) => path.replace(':id', id)
  /**
   * Waits for a run.
   * @returns how long it took from its call
   */
  const waitFor = async (began: number, runId: string) => {
    for (;;) {
      const run = (await send('GET', at(ownJobsContract.ownJob.path, runId))) as Run
      if (ended.includes(run.state)) return { ...run, ms: performance.now() - began }
      await sleep(pollMs)
    }
  }
  const start = async (method: string, path: string, body?: object) => {
    const began = performance.now()
    const { id } = (await send(method, path, body)) as { id: string }
    return { id, ...(await waitFor(began, id)) }
  }
  const read = async (id: string) => (await send('GET', at(importsContract.import.path, id))) as ImportDetails

  return {
    async upload(file: string, entity: string): Promise<string> {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(await readFile(file))]), '标尺.xlsx')
      const path = at(importsContract.uploadImport.path, builtinId(entity))
      return ((await send('POST', path, form)) as { id: string }).id
    },
    async check(id: string) {
      const { revision } = await read(id)
      const run = await start('POST', at(importsContract.checkImport.path, id), { revision })
      return { ...run, counts: (await read(id)).counts }
    },
    async apply(id: string) {
      const { revision, counts } = await read(id)
      return start('POST', at(importsContract.applyImport.path, id), { revision, counts })
    },
    undo: (runId: string) => start(ownJobsContract.undoOwn.method, at(ownJobsContract.undoOwn.path, runId)),
  }
}
