import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../harness.ts'
import { findLeaks } from '../leaks/find-leaks.ts'
import { isThorough } from '../thorough.ts'
import { createGate } from './gate.ts'
import { hostileJson, hostileStrings, seed } from './hostile-values.ts'
import { answering, isFirstOfItsDoor, isFirstOfItsKind } from './kinds.ts'
import { naughtyStrings } from './naughty-strings.ts'
import { isTaken, type Parameter, parametersOf, spelledSchema } from './parameters.ts'
import { createSamples } from './samples.ts'
import { headerSets, shotOf, shotWith, shotWithHeaders } from './shots.ts'

const title = ({ module, name }: Endpoint) => `${module}.${name}`

/** What a caller without the right parts is told; anything else came from behind the door. */
const atTheDoor = new Set([100, 101, 400, 401, 403, 415, 429])
const stopped: Readonly<Record<string, readonly number[]>> = {
  // A refresh token that we never issued is the service's own refusal, with the code that doors use.
  'sysConsole.refresh': [101],
  'frontSignIn.refreshToken': [101],
}

/**
 * Where a person's own password or another proof is asked for, ten wrong ones in a quarter of an hour get through, or five: a
 * comparison is slow on purpose, and what comes after it is tried by its own tests.
 */
const asksForPassword = new Set([
  'sysSecurity.changePassword',
  'sysSecurity.bindConfirm',
  'sysSecurity.recoveryCodes',
  'sysSecurity.prove',
  'frontSignIn.pass',
  'frontSignIn.confirm',
])

/**
 * The contract's schema judges each value: what it takes goes to the handler. What it refuses is answered by the kernel in
 * one way whatever the endpoint: of that, so many are sent, and in the quick run fewer where the schema was met before.
 */
const refusedSent = isThorough ? { first: 100, again: 100 } : { first: 6, again: 1 }
/** How much of what the kernel reads in one way is sent to every endpoint, beside the first of each kind. */
const kernelsSent = isThorough ? 20 : 1
const isSentEveryHeader = isThorough ? isFirstOfItsKind : isFirstOfItsDoor
/** Some of a list, spread over it. In: where to begin, so that different endpoints get different ones. */
const some = <T>(all: readonly T[], count: number, begin: number): T[] => {
  const step = all.length / Math.min(count, all.length)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, n) => all[(begin + Math.floor(n * step)) % all.length] as T,
  )
}
const worthSending = <T>(all: readonly T[], taken: (value: T) => boolean, refusals: number, begin: number): T[] => {
  const { through = [], refused = [] } = Object.groupBy(all, (value) => (taken(value) ? 'through' : 'refused'))
  return [...through, ...some(refused, refusals, begin)]
}

/** `HOSTILE_EVERY=20` tries every twentieth endpoint alone. */
const every = Number(process.env.HOSTILE_EVERY ?? 1)
const schemas = answering.flatMap((endpoint) =>
  parametersOf(endpoint).map((at) => [spelledSchema(endpoint, at), endpoint] as const),
)
const firstWith = new Map(schemas.toReversed())
const isFirstWith = (endpoint: Endpoint, at: Parameter) => firstWith.get(spelledSchema(endpoint, at)) === endpoint

/**
 * Tries every so many-th endpoint, so that files that run side by side share the catalogue. In: which of the shares, and
 * how many there are.
 */
export const tryEndpoints = (share: number, shares: number): void => {
  // A machine that is busy elsewhere may take its time over a thousand requests; the gate bounds each of them.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
  let app: TestApp
  let samples: Awaited<ReturnType<typeof createSamples>>
  let gate: ReturnType<typeof createGate>
  let inputs = 0
  beforeAll(async () => {
    app = await createTestApp()
    samples = await createSamples(app, isThorough ? 14_000 : 2400)
    // A token lasts ten minutes; on a slow machine all of this lasts longer.
    await app.sql(`update sessions set access_expires_at = now() + interval '1 hour'`)
    gate = createGate(app.server)
  })
  afterAll(() => {
    const { sent, slowestMs } = gate.figures()
    const repeated = isThorough ? `, HOSTILE_SEED=${seed} repeats them` : ''
    process.stdout.write(
      `hostile inputs: ${inputs} values in ${sent} requests, slowest answer ${slowestMs} ms${repeated}\n`,
    )
  })

  const tried = answering.filter((_, at) => at % shares === share).filter((_, at) => at % every === 0)
  describe.each(tried.map((endpoint) => [title(endpoint), endpoint] as const))('%s', (_, endpoint) => {
    const shielded = asksForPassword.has(title(endpoint))
    const fire = async (shots: Parameters<typeof gate.volley>[0]) => {
      const before = gate.codes.get(429) ?? 0
      await gate.volley(shots)
      if (shielded) gate.codes.set(429, before)
    }
    const turn = answering.indexOf(endpoint)
    const sampleFor = (n: number, at?: Parameter) => samples.sampleOf(endpoint)(n, at)

    it('is really reached by its sample (else give it one in samples.ts)', async () => {
      const probe = createGate(app.server)
      await probe.volley([shotOf(endpoint, sampleFor(-1), samples.picture)])
      const refusals = [...probe.codes.keys()].filter((code) => atTheDoor.has(code) && !(shielded && code === 429))
      expect(refusals).toEqual(stopped[title(endpoint)] ?? [])
    })
    it('takes hostile parameters', async () => {
      for (const at of parametersOf(endpoint)) {
        const all = at.part === 'body' ? hostileJson : hostileStrings
        inputs += all.length
        const sound = sampleFor(-1, at)
        const refusals = refusedSent[isFirstWith(endpoint, at) ? 'first' : 'again']
        const hostile = worthSending(all, (value) => isTaken(endpoint, sound, at, value), refusals, turn)
        await fire(hostile.map((value, n) => shotWith(endpoint, sampleFor(n, at), samples.picture, at, value)))
      }
      expect(gate.takeFaults()).toEqual([])
    })
    it('takes hostile headers', async () => {
      for (const names of headerSets(endpoint)) {
        const hostile = isSentEveryHeader(endpoint) ? hostileStrings : some(hostileStrings, kernelsSent, turn)
        const shots = hostile.map((value, n) => shotWithHeaders(endpoint, sampleFor(n), samples.picture, names, value))
        inputs += shots.length * names.length
        await fire(shots)
      }
      expect(gate.takeFaults()).toEqual([])
    })
    it('takes hostile parameters from nobody', async () => {
      // Where nobody comes in, the door answers before anything is read; what is public was tried without a token above.
      const isTriedWhole = isThorough && endpoint.access.kind === 'public'
      const hostile = isTriedWhole ? naughtyStrings : some(hostileStrings, kernelsSent, turn)
      const shots = parametersOf(endpoint).flatMap((at) =>
        hostile.map((value, n) => {
          const { token: _token, ...anonymous } = sampleFor(n, at)
          return shotWith(endpoint, anonymous, samples.picture, at, value)
        }),
      )
      inputs += shots.length
      await fire(shots)
      expect(gate.takeFaults()).toEqual([])
    })
  })

  describe('the catalogue as a whole', () => {
    it('was mostly reached: limits and doors did not shield it', () => {
      const refusedForTempo = gate.codes.get(429) ?? 0
      expect(refusedForTempo / gate.figures().sent).toBeLessThan(0.05)
    })
    it('leaves no secret or contact where it does not belong', async () => expect(await findLeaks(app.sql)).toEqual([]))
  })
}
