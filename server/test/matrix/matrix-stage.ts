import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { watchingRoutes } from '../architecture/served-routes.ts'
import { createTestApp } from '../harness.ts'
import { createSamples, type Sample } from '../hostile/samples.ts'
import { createPlanter } from './planted-rows.ts'
import { createSender } from './sender.ts'
import { createCallers } from './stage.ts'

/** A server with every kind of caller and sound requests for every endpoint; one for the whole file. */
export const arrange = async () => {
  const { built: app, routes } = await watchingRoutes(createTestApp)
  const samples = await createSamples(app, 500)
  const callers = await createCallers(app)
  // On a slow machine the file takes longer than a token lives.
  await app.sql(`update sessions set access_expires_at = now() + interval '2 hours' where access_expires_at > now()`)
  const planter = await createPlanter(app)
  const send = createSender(app, samples.picture)
  let calls = 0
  /** A sound request; each one new, since some use up what they name. */
  const soundOf = (endpoint: Endpoint): Sample => samples.sampleOf(endpoint)(calls++, undefined)
  return { app, routes, ...callers, planter, send, soundOf }
}
export type Arranged = Awaited<ReturnType<typeof arrange>>
