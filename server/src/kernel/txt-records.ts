import { Resolver } from 'node:dns/promises'

const timeoutMs = 2000
const tries = 2
/** Altogether, however many servers there are to ask. */
const mostMs = 5000

/** Finds the TXT records of a name; none where there are none, and where nobody answers in time. */
export type TxtLookup = (name: string) => Promise<string[]>

/**
 * In: which DNS servers to ask (`address` or `address:port`); none: the system's. Nothing but a question for one name
 * ever goes out, and only to those servers: an answer is compared and never followed (threat C21).
 */
export const createTxtLookup =
  (servers: readonly string[]): TxtLookup =>
  async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    const giveUp = setTimeout(() => resolver.cancel(), mostMs)
    const records = await resolver.resolveTxt(name).catch((): string[][] => [])
    clearTimeout(giveUp)
    // A long text travels in pieces (RFC 7208, section 3.3).
    return records.map((pieces) => pieces.join(''))
  }
