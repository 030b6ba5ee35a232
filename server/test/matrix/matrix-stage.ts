import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { recordRoutes } from '../architecture/served-routes.ts'
import { createTestApp } from '../harness.ts'
import type { Sample } from '../hostile/sample.ts'
import { createSamples } from '../hostile/samples.ts'
import { createCallers } from './create-callers.ts'
import { createPlanter } from './planted-rows.ts'
import { createSender } from './sender.ts'

/** A server with every kind of caller and a valid request for every endpoint, shared by the file. */
export const createMatrixStage = async () => {
  const { built: app, routes } = await recordRoutes(createTestApp)
  const samples = await createSamples(app, 500)
  const callers = await createCallers(app)
  // On a slow machine the file takes longer than a token lives.
  await app.sql(`update sessions set access_expires_at = now() + interval '2 hours' where access_expires_at > now()`)
  const planter = await createPlanter(app)
  const send = createSender(app, samples.picture)
  let callCount = 0
  /** A new valid request, since some use up their rows. */
  const validSampleFor = (endpoint: Endpoint): Sample => samples.buildSample(endpoint)(callCount++, undefined)
  return { app, routes, ...callers, planter, send, validSampleFor }
}
export type MatrixStage = Awaited<ReturnType<typeof createMatrixStage>>
