import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness.ts'

const callers = 60
/** Longer than the cache TTL of the settings, so that they expire while every connection is in use. */
const durationMs = 2500

// A handler that requests a second connection while it holds one deadlocks when the pool is exhausted.
it('serves more callers than connections, also while its cached settings expire', async () => {
  const app = await createTestApp()
  const until = performance.now() + durationMs
  const statuses = new Map<number, number>()
  const caller = async () => {
    while (performance.now() < until) {
      const { status } = await app.call(systemSettingsContract.subject, {})
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  expect([...statuses.keys()]).toEqual([200])
})
