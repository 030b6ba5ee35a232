import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { expect } from 'vitest'

/** Each excused offender with the reason why it may offend. */
export type Excused = Readonly<Record<string, string>>

/** Fails on an offender that is not excused, and on an excuse that is no longer needed or gives no reason. */
export const expectOnly = (offenders: readonly string[], excused: Excused) => {
  expect([...new Set(offenders)].sort()).toEqual(Object.keys(excused).sort())
  for (const reason of Object.values(excused)) expect(reason.length).toBeGreaterThan(15)
}

/** Every endpoint of the catalogue. */
export const titleOf = ({ module, name }: Endpoint) => `${module}.${name}`
