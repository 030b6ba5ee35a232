import { endpoints } from '@atrium/contract/index.ts'
import { createTestApp } from '../harness.ts'
import { isThorough } from '../thorough.ts'
import { createGate } from './gate.ts'
import { isFirstOfItsKind } from './kinds.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { representativeStrings } from './representatives.ts'
import { createSamples } from './samples.ts'

/** The kernel parses every body in the same way, so the quick run tests one endpoint of each kind. */
export const bodyEndpoints = endpoints.filter(
  (endpoint) => endpoint.method !== 'GET' && (isThorough || isFirstOfItsKind(endpoint)),
)
export const bodyTexts = isThorough ? naughtyStrings : representativeStrings
/** Of thousands of rows and requests, on a machine that may be busy. */
export const stageTimeout = 180_000
/** A server, a sample of every endpoint and a gate that sends them. */
export const createStage = async () => {
  const app = await createTestApp()
  const samples = await createSamples(app, isThorough ? 14_000 : 200)
  // A token lasts ten minutes, these files longer on a slow machine.
  await app.sql(`update sessions set access_expires_at = now() + interval '1 hour'`)
  const gate = createGate(app.server)
  return { app, samples, gate }
}
