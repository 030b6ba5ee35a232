import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { SignatureHeader } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import { GateRefusal } from './gate-refusal.ts'

/** What a caller signs with. */
export type Signature = { timestamp: string; nonce: string; sign: string }

export const shapes = {
  timestamp: /^\d{13}$/,
  nonce: /^[A-Za-z0-9_-]{16,64}$/,
  // 32 bytes in the one way to write them: the last letter has no bits to spare.
  sign: /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/,
} as const
export const appKeyShape = /^ak_[0-9a-f]{24}$/

/** A header that was sent once; Node joins repeated ones with a comma, which no shape admits. */
const read = (headers: IncomingHttpHeaders, name: string, shape: RegExp): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' && shape.test(value) ? value : undefined
}
/** The application that a call names; undefined without a key of the right shape. */
export const readAppKey = (headers: IncomingHttpHeaders): string | undefined =>
  read(headers, SignatureHeader.appKey, appKeyShape)
/** Throws `GateRefusal` unless all headers of a signature are there, each once and in its shape. */
export const readSignature = (headers: IncomingHttpHeaders): Signature => {
  const timestamp = read(headers, SignatureHeader.timestamp, shapes.timestamp)
  const nonce = read(headers, SignatureHeader.nonce, shapes.nonce)
  const sign = read(headers, SignatureHeader.sign, shapes.sign)
  if (timestamp && nonce && sign) return { timestamp, nonce, sign }
  const names = Object.values(SignatureHeader).map((name) =>
    name.replace(/(^|-)([a-z])/g, (letters) => letters.toUpperCase()),
  )
  throw new GateRefusal(
    'format',
    gateErrors.refused,
    fillSource('缺少请求头或格式有误，应有 {names}', { names: listText(names) }),
  )
}

const takeName = (pair: string) => pair.split('=', 1)[0] ?? ''
/**
 * The query as it is signed: pairs as they were sent, sorted by their encoded names. Values of one name keep their
 * order, which may matter to the receiver.
 */
const sortedQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => ({ pair, name: takeName(pair) }))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
    .map(({ pair }) => pair)
    .join('&')

export const sha256 = (body: Buffer): string => hash('sha256', body)

export type SignedRequest = { method: string; path: string; query: string; bodyHash: string }
/** The text that a caller signs, from the bytes of the request line and the body as they arrived. */
export const toCanonical = (
  { method, path, query, bodyHash }: SignedRequest,
  { timestamp, nonce }: Pick<Signature, 'timestamp' | 'nonce'>,
): string => [method, path, sortedQuery(query), bodyHash, timestamp, nonce].join('\n')

/** Whether a text is signed with the secret. Takes the same time for every signature of the right shape. */
export const isSignedWith = (secret: string, canonical: string, sign: string): boolean =>
  timingSafeEqual(createHmac('sha256', secret).update(canonical).digest(), Buffer.from(sign, 'base64'))
