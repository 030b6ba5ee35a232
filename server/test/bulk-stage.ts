import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { expect } from 'vitest'
import { finishedRun } from './finished-run.ts'
import type { TestApp } from './harness.ts'
import { eventually } from './messaging.ts'

const { create, get, rows, apply, createAcross, applyAcross } = bulkContract
const { ownJob, undoOwn } = ownJobsContract
type Selected = { ids: string[] } | { filter: Record<string, unknown> }

/**
 * Operations on many rows, as a caller asks for them. Takes what the rows are, and whether they are of all companies.
 */
export const bulkCaller = (app: TestApp, token: string, entity = 'user', across = false) => {
  const calls = across ? { create: createAcross, apply: applyAcross } : { create, apply }
  const check = (operation: string, selected: Selected, input: Record<string, unknown> = {}) =>
    app.call(calls.create, { body: { entity, operation, input, ...selected } }, token)
  const details = async (id: string) => {
    const { data, msg } = await app.call(get, { params: { id } }, token)
    if (!data) throw new Error(msg)
    return data
  }
  return {
    check,
    details,
    /** The same, for what must be accepted. */
    async checked(operation: string, selected: Selected, input: Record<string, unknown> = {}) {
      const { data, msg } = await check(operation, selected, input)
      if (!data) throw new Error(msg)
      return data
    },
    apply: (id: string) => app.call(calls.apply, { params: { id } }, token),
    /** What becomes of each row, and why. */
    async readRows(id: string, query: Record<string, unknown> = {}) {
      const { data = [] } = await app.call(rows, { params: { id }, query: { size: 100, ...query } }, token)
      return new Map(data.map((row) => [row.id, row]))
    },
    /** Waits for the end of a run of many rows. */
    finished: (runId: string | null) => finishedRun(app, token, runId ?? '', 60_000),
    /** Takes a run back, and waits until that is done. */
    async undo(runId: string | null) {
      const { data, msg } = await app.call(undoOwn, { params: { id: runId ?? '' } }, token)
      if (!data) throw new Error(msg)
      await finishedRun(app, token, data.id, 60_000)
      return data.id
    },
    becomes: (runId: string | null, expected: object) =>
      eventually(async () => {
        const { data } = await app.call(ownJob, { params: { id: runId ?? '' } }, token)
        expect(data).toMatchObject(expected)
      }),
  }
}
