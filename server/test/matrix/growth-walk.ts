import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { Code, Header } from '@atrium/contract/kernel/envelope.ts'
import type { InjectOptions } from 'fastify'
import { createTestApp, type TestApp } from '../harness.ts'
import type { Sample } from '../hostile/sample.ts'
import { createSamples } from '../hostile/samples.ts'
import { buildShot } from '../hostile/shots.ts'
import { type GrowthCase, growthCases } from './growth-cases.ts'
import type { Caller } from './growth-cast.ts'
import { createForgetting, createGrowthStage } from './growth-stage.ts'

const sessionEnds: readonly number[] = [Code.tokenExpired, Code.sessionInvalid, 401]
type Answer = { code: number; data?: { confirmToken?: string; current?: { version: number } } }

/** Sends requests as the console does: an impact is confirmed, an older version repeated on the newer one. */
const createSend = ({ server }: Pick<TestApp, 'server'>, picture: Uint8Array) => {
  const sendOnce = async (endpoint: Endpoint, sample: Sample, headers: Record<string, string>): Promise<Answer> => {
    const { description: _, endpointPath: __, ...shot } = buildShot(endpoint, sample, picture, headers)
    const payload = endpoint.method === 'DELETE' && sample.body !== undefined ? { payload: sample.body } : {}
    const response = await server.inject({ ...shot, ...payload } as InjectOptions)
    const isEnvelope = String(response.headers['content-type']).startsWith('application/json')
    return isEnvelope ? response.json() : { code: response.statusCode === 200 ? 0 : response.statusCode }
  }
  return async (endpoint: Endpoint, sample: Sample): Promise<number> => {
    let sent = sample
    let answer = await sendOnce(endpoint, sent, {})
    const version = answer.code === 409 ? answer.data?.current?.version : undefined
    if (version !== undefined) {
      sent = { ...sample, body: { ...sample.body, version } }
      answer = await sendOnce(endpoint, sent, {})
    }
    const confirm = answer.code === Code.moreInput ? answer.data?.confirmToken : undefined
    if (confirm !== undefined) answer = await sendOnce(endpoint, sent, { [Header.confirm]: confirm })
    return answer.code
  }
}

/** Walks callers over endpoints, each with one foreign id at a time. */
export const createGrowthWalk = async () => {
  const { announcements, forget } = createForgetting()
  const app = await createTestApp({ process: ['api'], announcements })
  const samples = await createSamples(app, 60)
  const send = createSend(app, samples.picture)
  const stage = await createGrowthStage(app, forget)

  const run = async (endpoint: Endpoint, caller: Caller, { title, sample }: GrowthCase): Promise<string[]> => {
    const sendAs = () => send(endpoint, { ...sample, token: caller.token })
    let code = await sendAs()
    if (sessionEnds.includes(code)) {
      caller.token = await caller.signIn()
      code = await sendAs()
    }
    if (code !== 0) return []
    return (await stage.settle(caller)).map((fault) => `as ${caller.title}, ${title}: ${fault}`)
  }
  return {
    cast: stage.cast,
    seenByCaller: stage.seenByCaller,
    /** Faults of an endpoint. Takes which of its cases run. */
    async findFaults(endpoint: Endpoint, choose: (cases: readonly GrowthCase[]) => readonly GrowthCase[]) {
      const found: string[] = []
      for (const caller of stage.cast.callers) {
        const cases = growthCases(endpoint, samples.buildSample(endpoint)(0, undefined), { cast: stage.cast, caller })
        for (const each of choose(cases)) found.push(...(await run(endpoint, caller, each)))
        found.push(...(await stage.settle(caller)).map((fault) => `as ${caller.title}, refused: ${fault}`))
      }
      return found
    },
  }
}
