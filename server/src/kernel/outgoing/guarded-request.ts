import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedTarget } from './allowed-targets.ts'
import { lookUpAddresses } from './look-up-addresses.ts'

export type GuardedCall = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Buffer
  timeoutMs: number
  /** Keeps connections open for further calls; none by default. */
  agent?: Agent
}

/** Nothing was connected to: the address is not public. */
export class AddressRefused extends Error {}
const refused = () => new AddressRefused('the address is not public')

/**
 * Looks a name up and answers with all its addresses, if each may be called: a name with one forbidden address could lead
 * there in its next answer. A connection goes to what was checked, not to what the name leads to by then.
 */
const guardedLookup =
  (allowedNetworks: readonly string[]): LookupFunction =>
  (host, options, done) => {
    lookUpAddresses(host).then(
      (found) => {
        const [first] = found
        const areAllowed = found.every((address) => isAllowedTarget(address, allowedNetworks))
        if (first === undefined || !areAllowed) done(refused(), '', 0)
        else if (options.all)
          done(
            null,
            found.map((address) => ({ address, family: isIP(address) })),
          )
        else done(null, first, isIP(first))
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    )
  }

/**
 * Calls an address that people have entered. Redirects are answers like others and not followed. Takes the networks
 * that are allowed beside public addresses.
 * @returns the answer, whose body is still to be read
 * @throws for a refused address, a failed connection, and after the time limit, which covers the body too
 */
export const requestGuarded = (
  { method, url, headers, body, timeoutMs, agent }: GuardedCall,
  allowedNetworks: readonly string[],
): Promise<IncomingMessage> =>
  new Promise((done, failed) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const isTls = url.protocol === 'https:'
    if (!isTls && url.protocol !== 'http:') return failed(refused())
    // An address is connected to without a look-up.
    if (isIP(host) !== 0 && !isAllowedTarget(host, allowedNetworks)) return failed(refused())
    // AbortSignal.timeout would go on after the answer, and cost as much again.
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    const request = (isTls ? requestHttps : requestHttp)(url, {
      method,
      lookup: guardedLookup(allowedNetworks),
      signal: limit.signal,
      agent: agent ?? false,
      headers: { ...headers, ...(body.length > 0 && { 'content-length': body.length }) },
      ...(isTls && isIP(host) === 0 && { servername: host }),
    })
    request
      .on('response', done)
      .on('error', failed)
      .on('close', () => clearTimeout(timer))
      .end(body)
  })
