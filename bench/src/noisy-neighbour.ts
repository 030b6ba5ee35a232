import { setTimeout as sleep } from 'node:timers/promises'
import { signIn, type Tokens, toCookie } from './calls.ts'
import { firstPage } from './compare-list.ts'
import { percentilesOf, warm } from './load.ts'
import { sendAtRate, sendAtRateInThread } from './pace.ts'
import { extendAccessTokens, setCompanyShare } from './seed.ts'
import { type Answer, withoutStealTime } from './steal-time.ts'

/** Requests per second allowed to a company during this measurement, and the rates of the quiet and noisy ones. */
const share = 40
const quiet = { perSecond: 0.5 * share, connections: 8 }
const noisy = { perSecond: 20 * share, connections: 32 }
/** The noisy rate over so many connections that delaying them does not reduce it. */
const crowd = { ...noisy, connections: 1000 }
/** A neighbour at exactly its allowed rate. */
const within = { perSecond: share, connections: 32 }
/**
 * A p99 needs many responses: eight quiet companies give 160 a second. Many short rounds, as the machine's speed varies
 * over ten seconds.
 */
const rounds = 25
/** The noise starts this many seconds earlier: by then its initial burst is over and its connections are open. */
const leadSeconds = 2
/** Nodes cache parameters for a second. */
const cacheTtlMs = 1500

/**
 * The quiet companies alone, beside a neighbour within its share, beside a noisy one, and beside a noisy one with many
 * connections.
 */
const cases = ['calm', 'within', 'beside', 'crowd'] as const
type Case = (typeof cases)[number]
/**
 * p99 over all rounds, in ms; within one round it is only about the twentieth slowest response. `refused`: refused
 * requests of the crowd in the last round.
 */
export type NoisyNeighbour = Record<Case, number> & { refused: number }
const mapCases = <From, To>(from: Record<Case, From>, to: (each: From) => To) =>
  Object.fromEntries(cases.map((which) => [which, to(from[which])])) as Record<Case, To>
const measureP99 = (answers: readonly Answer[]) => percentilesOf(answers).p99
type NoisyNeighbourOptions = {
  ownerUrl: string
  base: string
  seconds: number
  quiet: readonly string[]
  noisy: string
}

/**
 * Measures how a company at twenty times its allowed rate affects others: their p99 alone, beside it, and beside the
 * same company within its share, which separates the effect of the excess. Takes the database's owner, the product, and
 * an account of each company.
 */
export const measureNoisyNeighbour = async (options: NoisyNeighbourOptions): Promise<NoisyNeighbour> => {
  const url = options.base + firstPage
  const [readers, noisyTokens] = [[] as Tokens[], await signIn(options.base, options.noisy)]
  for (const account of options.quiet) readers.push(await signIn(options.base, account))
  for (const { token } of [...readers, noisyTokens]) await warm(url, token, quiet.connections)
  await extendAccessTokens(options.ownerUrl)
  await setCompanyShare(options.ownerUrl, share)
  await sleep(cacheTtlMs)
  const paceOptions = ({ token }: Tokens, rate: typeof quiet) => ({
    url,
    headers: { token, cookie: toCookie(token) },
    seconds: options.seconds,
    ...rate,
  })
  const read = async () => {
    const results = await Promise.all(readers.map((reader) => sendAtRate(paceOptions(reader, quiet))))
    const refused = results.reduce((sum, each) => sum + each.refused, 0)
    if (refused > 0) throw new Error(`安静的公司有 ${refused} 次请求被拒`)
    return results.flatMap(({ answers }) => answers)
  }
  let refused = 0
  const readBeside = async (rate: typeof quiet) => {
    const noise = sendAtRateInThread({
      ...paceOptions(noisyTokens, rate),
      seconds: options.seconds + leadSeconds,
      abortsAtEnd: true,
    })
    await sleep(leadSeconds * 1000)
    const answers = await read()
    refused = (await noise).refused
    // Lets queued requests finish before the next case.
    await sleep(cacheTtlMs)
    return answers
  }
  const reads: Record<Case, () => Promise<Answer[]>> = {
    calm: read,
    within: () => readBeside(within),
    beside: () => readBeside(noisy),
    crowd: () => readBeside(crowd),
  }
  const heard = mapCases(reads, (): Answer[] => [])
  // Warm-up round: the first seconds at this rate are slower on both sides.
  for (const which of cases) await reads[which]()
  for (let round = 0; round < rounds; round += 1) {
    const roundResults: string[] = []
    for (const which of cases) {
      const { own } = await withoutStealTime(reads[which], (answers) => answers)
      heard[which].push(...own)
      roundResults.push(`${which} ${measureP99(own).toFixed(1)}`)
    }
    process.stdout.write(`吵闹的邻居 ${round + 1} / ${rounds}：p99 ms ${roundResults.join('，')}\n`)
  }
  await setCompanyShare(options.ownerUrl)
  await sleep(cacheTtlMs)
  return { ...mapCases(heard, measureP99), refused }
}
