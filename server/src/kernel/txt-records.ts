import { Resolver } from 'node:dns/promises'

const timeoutMs = 2000
const tries = 2
/** Limit for all servers together. */
const totalTimeoutMs = 5000

/** Finds the TXT records of a name; empty if there are none or no server answers in time. */
export type TxtLookup = (name: string) => Promise<string[]>

/**
 * Sends only queries for one name to these servers; an answer is compared and never followed. Takes DNS servers to
 * query (`address` or `address:port`); empty: the system's.
 */
export const createTxtLookup =
  (servers: readonly string[]): TxtLookup =>
  async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), totalTimeoutMs)
    const records = await resolver.resolveTxt(name).catch((): string[][] => [])
    clearTimeout(timer)
    // Long texts are split into several strings (RFC 7208 §3.3).
    return records.map((pieces) => pieces.join(''))
  }
