import { endpoints } from '@atrium/contract/index.ts'
import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { Code, Header } from '@atrium/contract/kernel/envelope.ts'
import { isAccepted } from '@atrium/server/test/hostile/parameters.ts'
import { createSamples } from '@atrium/server/test/hostile/samples.ts'
import { buildShot } from '@atrium/server/test/hostile/shots.ts'
import { listTextFields, type TextField } from '@atrium/server/test/hostile/text-fields.ts'
import { fit, type Marked } from './script-marks.ts'
import type { ScriptStage } from './script-stage.ts'

type Samples = Awaited<ReturnType<typeof createSamples>>
type Sample = ReturnType<ReturnType<Samples['buildSample']>>
/** How many texts were stored, by place (`sysPosts.create name`). */
type Stored = Map<string, number>

const toTitle = ({ module, name }: Endpoint) => `${module}.${name}`
/** Calls that end sessions, or take proofs and few attempts. */
const leftOut = /\.(logout|refresh|refreshToken|accessToken|changePassword|pass|recoveryCodes|prove)$/
const textEndpoints: readonly Endpoint[] = endpoints.filter(
  (endpoint) =>
    isMutation(endpoint) &&
    endpoint.wire === undefined &&
    !leftOut.test(toTitle(endpoint)) &&
    listTextFields(endpoint).length > 0,
)

/** Calls at once: more only wait for each other's rows. */
const together = 6
/** A place that takes none of the first texts, takes none. */
const trials = 12

const inTurns = async <T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> => {
  const pending = [...all].reverse()
  const one = async () => {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) await run(next)
  }
  await Promise.all(Array.from({ length: together }, one))
}

/** Stores texts by the endpoints, in every place that takes them. Takes the stage, and what to store. */
export const createSeed = async (stage: ScriptStage, payloads: readonly Marked[]) => {
  const { buildSample, picture } = await createSamples(stage.app, 40 + 10 * payloads.length)
  // A token lasts ten minutes, a thorough seed longer.
  await stage.sql(`update sessions set access_expires_at = now() + interval '3 hours'`)
  const stored: Stored = new Map()
  // Samples make their accounts and codes of it.
  let calls = 0

  /** Sends a request, and again with the confirmation that it asks for. */
  const send = async (endpoint: Endpoint, sample: Sample) => {
    const { method, url, headers, payload, remoteAddress } = buildShot(endpoint, sample, picture)
    const request = {
      method,
      url,
      payload: payload as string,
      headers: headers as Record<string, string>,
      ...(remoteAddress !== undefined && { remoteAddress }),
    }
    const first = await stage.send(request)
    const { confirmToken } = (first.data ?? {}) as { confirmToken?: string }
    if (first.code !== Code.moreInput || confirmToken === undefined) return first
    return stage.send({ ...request, headers: { ...request.headers, [Header.confirm]: confirmToken } })
  }

  const storeIn = async (endpoint: Endpoint, fields: readonly TextField[], marked: Marked): Promise<boolean> => {
    calls += 1
    const sample = buildSample(endpoint)(0, { part: 'body', path: [`t${calls}`] })
    const body = fields.reduce((into, { put, max }) => put(into, fit(marked, max)), sample.body ?? {})
    const { code } = await send(endpoint, { ...sample, body })
    for (const { title } of code === 0 ? fields : []) {
      const place = `${toTitle(endpoint)} ${title}`
      stored.set(place, (stored.get(place) ?? 0) + 1)
    }
    return code === 0
  }

  /** Stores each text in all places of an endpoint at once, or one by one where they are not accepted together. */
  const seedEndpoint = async (endpoint: Endpoint, texts: readonly Marked[]) => {
    const places = listTextFields(endpoint).map((field) => ({ field, done: 0, failed: 0 }))
    const plain = buildSample(endpoint)(0, { part: 'body', path: ['t'] }).body ?? {}
    const takes = (marked: Marked, { put, max }: TextField) => {
      const body = put(plain, fit(marked, max))
      const name = Object.keys(body)[0] ?? ''
      return isAccepted(endpoint, { body }, { part: 'body', path: [name] }, body[name])
    }
    const tryAt = async (marked: Marked, at: typeof places) => {
      const isDone = await storeIn(
        endpoint,
        at.map(({ field }) => field),
        marked,
      )
      for (const place of at) place[isDone ? 'done' : 'failed'] += 1
      return isDone
    }
    await inTurns(texts, async (marked) => {
      const open = places.filter(({ field, done, failed }) => (done > 0 || failed < trials) && takes(marked, field))
      if (open.length === 0 || (await tryAt(marked, open)) || open.length === 1) return
      for (const place of open) await tryAt(marked, [place])
    })
  }
  return {
    stored,
    /** Stores all payloads by what creates, and a quarter of them by each call that changes: these write the same places. */
    async seedAll() {
      for (const [at, endpoint] of textEndpoints.entries())
        await seedEndpoint(
          endpoint,
          endpoint.method === 'POST' ? payloads : payloads.filter((_, n) => n % 4 === at % 4),
        )
    },
  }
}
