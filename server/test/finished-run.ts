import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { expect, vi } from 'vitest'
import type { TestApp } from './harness.ts'

const { ownJob, result } = ownJobsContract

/**
 * Waits for the end of a run that the caller has asked for.
 * @returns the run
 */
export const finishedRun = (app: TestApp, token: string, id: string, timeout = 10_000) =>
  vi.waitFor(
    async () => {
      const { data } = await app.call(ownJob, { params: { id } }, token)
      expect(data?.state).toBe('done')
      return data
    },
    { timeout, interval: 20 },
  )

/** The bytes of a finished run's result, and its name. */
export const readResult = async (app: TestApp, token: string, id: string) => {
  const { data } = await app.call(result, { params: { id } }, token)
  const { rawPayload, headers } = await app.server.inject({ method: 'GET', url: data?.url ?? '' })
  return { bytes: rawPayload, name: data?.name, type: headers['content-type'] }
}
