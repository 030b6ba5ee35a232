import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isDue } from '../due-endpoints.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { findLeaks } from '../leaks/find-leaks.ts'
import { isThorough } from '../thorough.ts'
import { createGate } from './gate.ts'
import { hostileJson, hostileStrings, seed } from './hostile-values.ts'
import { isFirstOfItsAccess, isFirstOfItsKind, nonStreamEndpoints } from './kinds.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { isAccepted, listParameters, type Parameter, schemaKey } from './parameters.ts'
import { createSamples } from './samples.ts'
import { buildShot, headerSets, shotWith, shotWithHeaders } from './shots.ts'

const title = ({ module, name }: Endpoint) => `${module}.${name}`

/** Codes of requests refused before they reach the handler. */
const admissionCodes = new Set([100, 101, 400, 401, 403, 415, 429])
const featureRefusals: Readonly<Record<string, readonly number[]>> = {
  // The service refuses unknown refresh tokens itself, with an admission code.
  'sysConsole.refresh': [101],
  'frontSignIn.refreshToken': [101],
}

/**
 * Endpoints that verify a password or another proof. They accept five or ten failures in a quarter of an hour, because
 * comparison is slow; the code behind it has its own tests.
 */
const passwordEndpoints = new Set([
  'sysSecurity.changePassword',
  'sysSecurity.bindConfirm',
  'sysSecurity.recoveryCodes',
  'sysSecurity.prove',
  'frontSignIn.pass',
  'frontSignIn.confirm',
])

/**
 * Values the contract's schema accepts are all sent. Refused values get the kernel's uniform answer, so only this many
 * are sent, fewer in the quick run where an earlier parameter has the same schema.
 */
const refusedValues = isThorough ? { first: 100, again: 100 } : { first: 6, again: 1 }
/** Values sent to every endpoint of what the kernel reads in the same way, beside the first endpoint of each kind. */
const kernelValues = isThorough ? 20 : 1
const isSentEveryHeader = isThorough ? isFirstOfItsKind : isFirstOfItsAccess
/** Picks `count` items spread evenly over a list. Different offsets pick different items. */
const pickEvenly = <T>(all: readonly T[], count: number, offset: number): T[] => {
  const step = all.length / Math.min(count, all.length)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, n) => all[(offset + Math.floor(n * step)) % all.length] as T,
  )
}
const selectValues = <T>(all: readonly T[], accepts: (value: T) => boolean, refusals: number, offset: number): T[] => {
  const { accepted = [], refused = [] } = Object.groupBy(all, (value) => (accepts(value) ? 'accepted' : 'refused'))
  return [...accepted, ...pickEvenly(refused, refusals, offset)]
}

/** `HOSTILE_EVERY=20` tests every twentieth endpoint. */
const endpointStep = Number(process.env.HOSTILE_EVERY ?? 1)
const dueEndpoints = nonStreamEndpoints.filter(isDue)
const schemas = dueEndpoints.flatMap((endpoint) =>
  listParameters(endpoint).map((at) => [schemaKey(endpoint, at), endpoint] as const),
)
const firstBySchema = new Map(schemas.toReversed())
const isFirstOfItsSchema = (endpoint: Endpoint, at: Parameter) =>
  firstBySchema.get(schemaKey(endpoint, at)) === endpoint

/** Tests one of `shareCount` shares of the endpoints, so that files running side by side divide the catalogue. */
export const tryEndpoints = (share: number, shareCount: number): void => {
  // A thousand requests on a machine that may be busy; the gate bounds each of them.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 })
  let app: TestApp
  let samples: Awaited<ReturnType<typeof createSamples>>
  let gate: ReturnType<typeof createGate>
  let valueCount = 0
  beforeAll(async () => {
    app = await createTestApp()
    samples = await createSamples(app, isThorough ? 14_000 : 2400)
    // A token lasts ten minutes, this file longer on a slow machine.
    await app.sql(`update sessions set access_expires_at = now() + interval '1 hour'`)
    gate = createGate(app.server)
  })
  afterAll(() => {
    const { sent, slowestMs } = gate.figures()
    const repeated = isThorough ? `, HOSTILE_SEED=${seed} repeats them` : ''
    process.stdout.write(
      `hostile inputs: ${valueCount} values in ${sent} requests, slowest answer ${slowestMs} ms${repeated}\n`,
    )
  })

  const tested = dueEndpoints.filter((_, at) => at % shareCount === share).filter((_, at) => at % endpointStep === 0)
  describe.each(tested.map((endpoint) => [title(endpoint), endpoint] as const))('%s', (_, endpoint) => {
    const isRateLimited = passwordEndpoints.has(title(endpoint))
    const send = async (shots: Parameters<typeof gate.volley>[0]) => {
      const before = gate.codes.get(429) ?? 0
      await gate.volley(shots)
      if (isRateLimited) gate.codes.set(429, before)
    }
    const offset = nonStreamEndpoints.indexOf(endpoint)
    const sampleFor = (n: number, at?: Parameter) => samples.buildSample(endpoint)(n, at)

    it('is reached by its sample (if not, add one to samples.ts)', async () => {
      const probe = createGate(app.server)
      await probe.volley([buildShot(endpoint, sampleFor(-1), samples.picture)])
      const refusals = [...probe.codes.keys()].filter(
        (code) => admissionCodes.has(code) && !(isRateLimited && code === 429),
      )
      expect(refusals).toEqual(featureRefusals[title(endpoint)] ?? [])
    })
    it('handles hostile parameters', async () => {
      for (const at of listParameters(endpoint)) {
        const all = at.part === 'body' ? hostileJson : hostileStrings
        valueCount += all.length
        const validSample = sampleFor(-1, at)
        const refusals = refusedValues[isFirstOfItsSchema(endpoint, at) ? 'first' : 'again']
        const hostile = selectValues(all, (value) => isAccepted(endpoint, validSample, at, value), refusals, offset)
        await send(hostile.map((value, n) => shotWith(endpoint, sampleFor(n, at), samples.picture, at, value)))
      }
      expect(gate.takeFaults()).toEqual([])
    })
    it('handles hostile headers', async () => {
      for (const names of headerSets(endpoint)) {
        const hostile = isSentEveryHeader(endpoint) ? hostileStrings : pickEvenly(hostileStrings, kernelValues, offset)
        const shots = hostile.map((value, n) => shotWithHeaders(endpoint, sampleFor(n), samples.picture, names, value))
        valueCount += shots.length * names.length
        await send(shots)
      }
      expect(gate.takeFaults()).toEqual([])
    })
    it('handles hostile parameters without a token', async () => {
      // Non-public endpoints refuse before they read anything; public ones were tested without a token above.
      const sendsAllStrings = isThorough && endpoint.access.kind === 'public'
      const hostile = sendsAllStrings ? naughtyStrings : pickEvenly(hostileStrings, kernelValues, offset)
      const shots = listParameters(endpoint).flatMap((at) =>
        hostile.map((value, n) => {
          const { token: _token, ...anonymous } = sampleFor(n, at)
          return shotWith(endpoint, anonymous, samples.picture, at, value)
        }),
      )
      valueCount += shots.length
      await send(shots)
      expect(gate.takeFaults()).toEqual([])
    })
  })

  describe('the catalogue as a whole', () => {
    it('was mostly reached, not refused by rate limits', () => {
      const rateLimited = gate.codes.get(429) ?? 0
      expect(rateLimited / gate.figures().sent).toBeLessThan(0.05)
    })
    it('leaves no secret or contact where it does not belong', async () => expect(await findLeaks(app.sql)).toEqual([]))
  })
}
