import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { expect } from 'vitest'

/** Excused offenders with the reason for each. */
export type Excused = Readonly<Record<string, string>>

/** Fails on an offender without an excuse, on an excuse no longer needed and on an excuse without a reason. */
export const expectOnly = (offenders: readonly string[], excused: Excused) => {
  expect([...new Set(offenders)].sort()).toEqual(Object.keys(excused).sort())
  for (const reason of Object.values(excused)) expect(reason.length).toBeGreaterThan(15)
}

/** Title of an endpoint: `module.name`. */
export const toTitle = ({ module, name }: Endpoint) => `${module}.${name}`
