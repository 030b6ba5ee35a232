import type { KeyObject } from 'node:crypto'
import { createCache } from '../../../kernel/cache.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { PreparePayload } from './payloads.ts'
import type { SendDelivery } from './send-delivery.ts'
import type { Claimed, Outcome } from './sending.repository.ts'
import { signedHeaders, toSigningKey } from './sign-delivery.ts'

/** Seconds until the next attempt after each failed one; none after the last. */
const pauses = [60, 300, 1800, 7200, 43_200]
/** Pauses are longer by up to a fifth, so that what failed together does not come back together. */
const jitter = () => 1 + Math.random() / 5
const maxKeys = 5000
const nothing = { status: null, ms: null, request: '', answer: '', waitSeconds: 0 } as const

const retryOrFail = ({ tries, kind }: Claimed) => {
  const pause = pauses[tries - 1]
  // People see at once whether a test arrives.
  if (pause === undefined || kind === 'test') return { state: 'failed', waitSeconds: 0 } as const
  return { state: 'waiting', waitSeconds: Math.round(pause * jitter()) } as const
}

type Ports = { secrets: Pick<Secrets, 'unseal'>; prepare: PreparePayload; send: SendDelivery }
/** Creates the function that makes one attempt: what is sent, its signatures, and the outcome. */
export const createAttempt = ({ secrets, prepare, send }: Ports) => {
  /** By sealed secrets: what is claimed names those that are valid. */
  const keys = createCache<string, KeyObject>(maxKeys)
  const getKey = (sealed: string) => {
    const key = keys.get(sealed) ?? toSigningKey(secrets.unseal(sealed))
    keys.set(sealed, key)
    return key
  }
  return async (claimed: Claimed): Promise<Outcome> => {
    const prepared = await prepare(claimed)
    if ('refusal' in prepared) return { claimed, state: 'dropped', problem: prepared.refusal, ...nothing }
    const { body } = prepared
    const signed = { id: `evt_${claimed.eventId}`, seconds: Math.floor(Date.now() / 1000), body }
    const headers = signedHeaders(signed, claimed.secrets.map(getKey))
    const answer = await send({ url: claimed.url, headers, body })
    const next = answer.problem === '' ? ({ state: 'sent', waitSeconds: 0 } as const) : retryOrFail(claimed)
    return { claimed, ...next, ...answer, request: body }
  }
}
