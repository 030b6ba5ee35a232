import { systemSettingsContract } from '@atrium/contract/features/system-settings/system-settings.contract.ts'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness.ts'

const callers = 60
/** Longer than the settings are believed, so that they run out while every connection is in use. */
const forMs = 2500

// A handler that asks for a second connection while it holds one starves itself once all are held: each waits for the other.
it('answers more callers than it has connections, also while what it remembers of the settings runs out', async () => {
  const app = await createTestApp()
  const until = performance.now() + forMs
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
