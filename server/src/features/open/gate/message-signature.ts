import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { SignatureHeader } from '@atrium/contract/features/open/open-apis/gate-steps.ts'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import type { FastifyRequest } from 'fastify'
import { httpbis } from 'http-message-signatures'
import { type InnerList, isInnerList, parseDictionary, serializeInnerList, serializeItem } from 'structured-headers'
import { GateRefusal } from './gate-refusal.ts'
import { hasBody } from './read-body.ts'
import { appKeyShape, shapes } from './signature.ts'
import type { SignedCall } from './signed-call.ts'

/** The request line as it arrived. */
export type MessageParts = { path: string; query: string }

const digest = 'content-digest'
/** Components that may be signed; the log shows them, so that no header with a credential is among them. */
const coverable = new Set([
  '@method',
  '@authority',
  '@scheme',
  '@target-uri',
  '@request-target',
  '@path',
  '@query',
  digest,
  'content-type',
  'content-length',
  'date',
])
const parameters = new Set(['created', 'expires', 'nonce', 'keyid', 'alg', 'tag'])
const maxLength = 2000
const refuse = (detail: string) => new GateRefusal('format', gateErrors.refused, detail)

/** The one member of a dictionary; undefined for none, for several, and for a text that is no dictionary. */
const onlyMember = (header: string | string[] | undefined) => {
  if (typeof header !== 'string' || header.length > maxLength) return undefined
  try {
    const members = [...parseDictionary(header)]
    return members.length === 1 ? members[0] : undefined
  } catch {
    return undefined
  }
}
const readInput = (headers: IncomingHttpHeaders): { label: string; input: InnerList } | undefined => {
  const [label, input] = onlyMember(headers['signature-input']) ?? []
  return label !== undefined && input && isInnerList(input) ? { label, input } : undefined
}
/** The application that a signature names as its key. */
export const readKeyId = (headers: IncomingHttpHeaders): string | undefined => {
  const keyId = readInput(headers)?.input[1].get('keyid')
  return typeof keyId === 'string' && appKeyShape.test(keyId) ? keyId : undefined
}

/** Names of the covered components, which have no parameters and appear once. */
const readComponents = ([items]: InnerList): string[] => {
  const names = items.map(([name, { size }]) => (size === 0 && typeof name === 'string' ? name : ''))
  const wrong = names.find((name, at) => !coverable.has(name) || names.indexOf(name) < at)
  if (wrong !== undefined) throw refuse(fillSource('签名组件重复或不受支持'))
  return names
}
const assertCovered = (names: readonly string[], hasBody: boolean) => {
  const isTarget = names.includes('@target-uri') || (names.includes('@path') && names.includes('@query'))
  const missing = [
    ...['@method', '@authority'].filter((name) => !names.includes(name)),
    ...(isTarget ? [] : [fillSource('@target-uri（或 @path 与 @query）')]),
    ...(hasBody && !names.includes(digest) ? [digest] : []),
  ]
  if (missing.length > 0) throw refuse(fillSource('签名未覆盖 {missing}', { missing: listText(missing) }))
}
const readParameters = ([, values]: InnerList) => {
  const [created, nonce, expires] = [values.get('created'), values.get('nonce'), values.get('expires')]
  if ([...values.keys()].some((name) => !parameters.has(name))) throw refuse(fillSource('签名参数不受支持'))
  if (values.has('alg') && values.get('alg') !== 'hmac-sha256') throw refuse(fillSource('签名算法应为 hmac-sha256'))
  if (!Number.isInteger(created) || (expires !== undefined && !Number.isInteger(expires)))
    throw refuse(fillSource('签名参数 created、expires 应为以秒计的时间'))
  if (typeof nonce !== 'string' || !shapes.nonce.test(nonce))
    throw refuse(fillSource('签名参数 nonce 应为 16-64 位字母、数字、下划线或短横线'))
  if (expires !== undefined && Number(expires) * 1000 <= Date.now())
    throw new GateRefusal('clock', gateErrors.clock, fillSource('已超过签名参数 expires 的时间'))
  return { timestamp: Number(created) * 1000, nonce }
}
const readSign = (header: string | string[] | undefined, label: string): string => {
  const [name, member] = onlyMember(header) ?? []
  const bytes = member?.[0]
  if (name !== label || !(bytes instanceof ArrayBuffer) || bytes.byteLength !== 32)
    throw refuse(fillSource('应有且仅有一个签名，Signature 与 Signature-Input 的名称一致'))
  return Buffer.from(bytes).toString('base64')
}

const defaultPorts: Readonly<Record<string, string>> = { http: ':80', https: ':443' }
/** Values of the components, from the bytes of the request line: a parsed address would be another one. */
const createComponentReader = (
  { method, protocol, host, headers }: FastifyRequest,
  { path, query }: MessageParts,
  target: string,
) => {
  const port = defaultPorts[protocol] ?? ''
  const lower = host.toLowerCase()
  const authority = lower.endsWith(port) ? lower.slice(0, lower.length - port.length) : lower
  const derived: Readonly<Record<string, string>> = {
    '@method': method,
    '@authority': authority,
    '@scheme': protocol,
    '@path': path,
    '@query': `?${query}`,
    '@request-target': target,
    '@target-uri': `${protocol}://${authority}${target}`,
  }
  return (name: string): string => {
    const value = derived[name] ?? headers[name]
    if (typeof value !== 'string') throw refuse(fillSource('缺少请求头 {name}', { name }))
    return value.trim()
  }
}
const hashes = { 'sha-256': 'sha256', 'sha-512': 'sha512' } as const
/** Whether a body has all digests that are known of it, of which there is one (RFC 9530). */
const isDigestOf = (header: string | string[] | undefined, body: Buffer): boolean => {
  if (typeof header !== 'string' || header.length > maxLength) return false
  try {
    const known = [...parseDictionary(header)].filter(([name]) => Object.hasOwn(hashes, name))
    return (
      known.length > 0 &&
      known.every(([name, [value]]) => {
        const wanted = createHash(hashes[name as keyof typeof hashes])
          .update(body)
          .digest()
        return (
          value instanceof ArrayBuffer &&
          value.byteLength === wanted.length &&
          timingSafeEqual(Buffer.from(value), wanted)
        )
      })
    )
  } catch {
    return false
  }
}

/**
 * Reads the signature of a call after RFC 9421, of which there is exactly one. The library writes the signature base;
 * what must be covered, and the values, are the gate's own.
 * @throws `GateRefusal` at the step `format` or `clock`
 */
export const readMessageSignature = (request: FastifyRequest, parts: MessageParts): SignedCall => {
  const { headers, raw } = request
  const { label, input } = readInput(headers) ?? {}
  if (label === undefined || !input) throw refuse(fillSource('应有且仅有一个签名'))
  if (Object.values(SignatureHeader).some((name) => name in headers))
    throw refuse(fillSource('两种签名方式不可同时使用'))
  const names = readComponents(input)
  assertCovered(names, hasBody(headers))
  const readComponent = createComponentReader(request, parts, raw.url ?? '')
  const fields = names.map((name) => serializeItem([name, new Map()]))
  const base = httpbis.createSignatureBase(
    { fields, componentParser: (name) => [readComponent(name)] },
    { method: request.method, url: '', headers: {} },
  )
  const text = httpbis.formatSignatureBase([...base, ['"@signature-params"', [serializeInnerList(input)]]])
  return {
    ...readParameters(input),
    sign: readSign(headers.signature, label),
    toCanonical: () => text,
    assertBody(body) {
      if (body.length > 0 && !names.includes(digest)) throw refuse(fillSource('签名未覆盖 {digest}', { digest }))
      if (names.includes(digest) && !isDigestOf(headers[digest], body))
        throw new GateRefusal('signature', gateErrors.refused, fillSource('请求体与 Content-Digest 不符'))
    },
  }
}
