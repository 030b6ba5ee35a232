import { randomUUID } from 'node:crypto'
import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { type ImportCounts, importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { expect, vi } from 'vitest'
import { builtinId } from '../src/features/operations/excels/template.ts'
import type { Row, Sheet } from '../src/kernel/workbooks/workbook.ts'
import { buildCompany, buildUser } from './factories.ts'
import { filledWorkbook, toBytes } from './filled-workbook.ts'
import { createTestApp } from './harness.ts'
import { readWorkbook } from './read-workbook.ts'
import { sendFileTo } from './send-file.ts'

const { import: get, mapImport, checkImport, applyImport, importRows } = importsContract
const { ownJob, undoOwn, errors } = ownJobsContract
const templates = ['list', 'add', 'edit', 'delete', 'meta', 'run'].map((operation) => `sysExcels:${operation}`)
const ended: readonly string[] = ['done', 'failed', 'cancelled', 'undone']

// A test waits for several runs.
vi.setConfig({ testTimeout: 60_000 })

export const excelOf = builtinId

/** A product whose node runs imports, with calls in the name of one of its users. */
export const createImportStage = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const app = await createTestApp({ jobPollMs: 100, ...options })

  const signInNew = async (permissions: readonly string[], companyId?: string) => {
    const company = companyId ?? (await buildCompany(app, `导入公司${randomUUID()}`))
    const user = await buildUser(app, { companyId: company, permissions: [...templates, ...permissions] })
    return { companyId: company, token: await app.signIn(user), user }
  }

  /**
   * Sends a file for a template.
   * @returns the envelope
   */
  const send = (token: string, excelId: string, bytes: Uint8Array, name = '数据.xlsx') =>
    sendFileTo(app, `/api/sys/excels/${excelId}/import/v1`, token, { bytes, name })
  const upload = async (token: string, entity: string, sheets: readonly Sheet[]) => {
    const { data, code, msg } = await send(token, builtinId(entity), await toBytes(sheets))
    expect([code, msg]).toEqual([0, 'ok'])
    return String(data?.id)
  }
  const read = async (token: string, id: string) => {
    const { data } = await app.call(get, { params: { id } }, token)
    if (!data) throw new Error('no import')
    return data
  }
  const awaitEnd = (token: string, runId: string) =>
    vi.waitFor(
      async () => {
        const { data } = await app.call(ownJob, { params: { id: runId } }, token)
        expect(ended).toContain(data?.state)
        return data
      },
      { timeout: 60_000, interval: 50 },
    )

  const check = async (token: string, id: string) => {
    const { revision } = await read(token, id)
    const { data } = await app.call(checkImport, { params: { id }, body: { revision } }, token)
    const run = await awaitEnd(token, data?.id ?? '')
    return { run, ...(await read(token, id)) }
  }
  const readRows = async (token: string, id: string, query: object = {}) =>
    (await app.call(importRows, { params: { id }, query: { size: 100, ...query } }, token)).data ?? []
  /**
   * Starts the import as it was checked.
   * @returns its run's id
   */
  const start = async (token: string, id: string) => {
    const { revision, counts } = await read(token, id)
    const body = { revision, counts: counts as ImportCounts }
    const { data, code } = await app.call(applyImport, { params: { id }, body }, token)
    expect(code).toBe(0)
    return data?.id ?? ''
  }
  const apply = async (token: string, id: string) => {
    const runId = await start(token, id)
    const run = await awaitEnd(token, runId)
    return { run, runId, ...(await read(token, id)) }
  }
  const undo = async (token: string, runId: string) => {
    const { data, code } = await app.call(undoOwn, { params: { id: runId } }, token)
    expect(code).toBe(0)
    return awaitEnd(token, data?.id ?? '')
  }
  /** The workbook of errors of a run. */
  const readErrors = async (token: string, runId: string) => {
    const { data } = await app.call(errors, { params: { id: runId } }, token)
    const { rawPayload } = await app.server.inject({ method: 'GET', url: data?.url ?? '' })
    return { bytes: rawPayload, name: data?.name, sheets: await readWorkbook(rawPayload) }
  }
  /** The template's own workbook with rows filled in. */
  const filled = async (token: string, excelId: string, rows: readonly Row[]): Promise<Uint8Array> => {
    const { raw } = await app.call(excelsContract.file, { params: { id: excelId } }, token)
    return filledWorkbook(raw, rows)
  }
  const map = async (token: string, id: string, chosen: object) => {
    const { revision, sheet, mapping, mode, keys, atomic } = await read(token, id)
    const columns = mapping.filter(({ field }) => field !== '').map(({ column, field }) => ({ column, field }))
    const body = { revision, sheet, columns, mode, keys, atomic, ...chosen }
    return app.call(mapImport, { params: { id }, body }, token)
  }
  return { app, signInNew, send, upload, read, check, readRows, start, apply, undo, readErrors, filled, map, awaitEnd }
}
export type ImportStage = Awaited<ReturnType<typeof createImportStage>>
