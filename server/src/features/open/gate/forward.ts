import { lookup as lookUp } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { gateErrors } from '@atrium/contract/features/open/open-apps/gate.errors.ts'
import { AppError } from '../../../kernel/scope.ts'
import { isAllowedTarget } from '../open-apis/index.ts'
import { readBody } from './read-body.ts'

export type Forwarded = { method: string; url: URL; headers: Readonly<Record<string, string>>; body: Buffer }
export type ForwardedReply = { status: number; type: string; body: Buffer }
export type Forward = (call: Forwarded) => Promise<ForwardedReply>
type Address = { address: string; family: number }

const timeoutMs = 15_000
const maxReplyBytes = 5 * 1024 * 1024
const unreachable = () => new AppError(gateErrors.unreachable)

/**
 * All addresses of a host, if each may be called: a name with one forbidden address could lead there in its next answer.
 */
const addressesOf = async (host: string, allowedNetworks: readonly string[]): Promise<Address[]> => {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookUp(host, { all: true })
  if (found.length === 0 || !found.every(({ address }) => isAllowedTarget(address, allowedNetworks)))
    throw unreachable()
  return found
}
/** Connects to the addresses that were checked, not to what the name leads to by then. */
const pinnedTo =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, [...addresses])
    else done(null, first?.address ?? '', first?.family)
  }

const send = (call: Forwarded, addresses: readonly Address[]) =>
  new Promise<IncomingMessage>((done, failed) => {
    const { protocol, hostname } = call.url
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(call.url, {
      ...{ method: call.method, lookup: pinnedTo(addresses), signal: AbortSignal.timeout(timeoutMs), agent: false },
      headers: { ...call.headers, ...(call.body.length > 0 && { 'content-length': call.body.length }) },
      ...(protocol === 'https:' && !isIP(host) && { servername: host }),
    })
    request.on('response', done).on('error', failed).end(call.body)
  })

/**
 * Forwards calls to business systems. Redirects are answers like others and not followed; of the reply's headers only the
 * content type is passed on. In: the networks that are allowed beside public addresses. Throws `unreachable`.
 */
export const createForward =
  (allowedNetworks: readonly string[]): Forward =>
  async (call) => {
    try {
      const host = call.url.hostname.replace(/^\[(.*)\]$/, '$1')
      const reply = await send(call, await addressesOf(host, allowedNetworks))
      const body = await readBody(reply, maxReplyBytes).finally(() => reply.destroy())
      return {
        status: reply.statusCode ?? 502,
        type: reply.headers['content-type'] ?? 'application/octet-stream',
        body,
      }
    } catch {
      throw unreachable()
    }
  }
