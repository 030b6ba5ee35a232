import { setTimeout as sleep } from 'node:timers/promises'
import { cookieOf, signIn, type Tokens } from './calls.ts'
import { firstPage } from './list-against-yardsticks.ts'
import { slownessOf, warm } from './load.ts'
import { type Answer, inOwnTime } from './own-time.ts'
import { pace, paceBeside } from './pace.ts'
import { keepSignedIn, setCompanyShare } from './seed.ts'

/** Requests a second a company may make while this is measured, and what the noisy one and each of the quiet ones do. */
const share = 40
const quiet = { perSecond: 0.5 * share, connections: 8 }
const noisy = { perSecond: 20 * share, connections: 32 }
/** The same over so many connections that making each of them wait does not make it any less. */
const crowd = { ...noisy, connections: 1000 }
/** A neighbour that asks for all it may and no more. */
const within = { perSecond: share, connections: 32 }
/**
 * A slow end wants many answers: eight quiet companies give 160 a second. Many short turns, as the machine is faster in one
 * ten seconds than in the next.
 */
const rounds = 25
/** The noise begins so many seconds earlier: what it may ask at once after a pause is over by then, and its connections stand. */
const lead = 2
/** A node believes its parameters for a second. */
const believedMs = 1500

/** When the quiet companies ask: alone, beside a neighbour within its share, beside the noise, beside a crowd that makes it. */
const cases = ['calm', 'within', 'beside', 'crowd'] as const
type Which = (typeof cases)[number]
/**
 * The p99 of all rounds together, in ms: of one round it is the twentieth slowest answer or so, which says little. And how
 * many requests of the crowd were refused in the last of them.
 */
export type NoisyNeighbour = Record<Which, number> & { refused: number }
const mapped = <From, To>(from: Record<Which, From>, to: (each: From) => To) =>
  Object.fromEntries(cases.map((which) => [which, to(from[which])])) as Record<Which, To>
const p99Of = (answers: readonly Answer[]) => slownessOf(answers).p99
type Asked = { ownerUrl: string; base: string; seconds: number; quiet: readonly string[]; noisy: string }

/**
 * What a company that asks twenty times as often as it may does to others: their p99 without it and beside it, while whoever
 * makes the noise gives way; and beside the same company within its share, which tells the share from the excess.
 * In: the database's owner, the product, and somebody of each company.
 */
export const noisyNeighbour = async (asked: Asked): Promise<NoisyNeighbour> => {
  const url = asked.base + firstPage
  const [readers, crier] = [[] as Tokens[], await signIn(asked.base, asked.noisy)]
  for (const account of asked.quiet) readers.push(await signIn(asked.base, account))
  for (const { token } of [...readers, crier]) await warm(url, token, quiet.connections)
  await keepSignedIn(asked.ownerUrl)
  await setCompanyShare(asked.ownerUrl, share)
  await sleep(believedMs)
  const paced = ({ token }: Tokens, rate: typeof quiet) => ({
    url,
    headers: { token, cookie: cookieOf(token) },
    seconds: asked.seconds,
    ...rate,
  })
  const read = async () => {
    const heard = await Promise.all(readers.map((reader) => pace(paced(reader, quiet))))
    const refused = heard.reduce((sum, each) => sum + each.refused, 0)
    if (refused > 0) throw new Error(`安静的公司有 ${refused} 次请求被拒`)
    return heard.flatMap(({ answers }) => answers)
  }
  let refused = 0
  const readBeside = async (rate: typeof quiet) => {
    const noise = paceBeside({ ...paced(crier, rate), seconds: asked.seconds + lead, hangsUp: true })
    await sleep(lead * 1000)
    const answers = await read()
    refused = (await noise).refused
    // What still waits for its turn is none of the next one's.
    await sleep(believedMs)
    return answers
  }
  const reads: Record<Which, () => Promise<Answer[]>> = {
    calm: read,
    within: () => readBeside(within),
    beside: () => readBeside(noisy),
    crowd: () => readBeside(crowd),
  }
  const heard = mapped(reads, (): Answer[] => [])
  // Neither side has met such a pace so far, and half of what is slow in the first seconds is that alone.
  for (const which of cases) await reads[which]()
  for (let round = 0; round < rounds; round += 1) {
    const told: string[] = []
    for (const which of cases) {
      const { own } = await inOwnTime(reads[which], (answers) => answers)
      heard[which].push(...own)
      told.push(`${which} ${p99Of(own).toFixed(1)}`)
    }
    process.stdout.write(`吵闹的邻居 ${round + 1} / ${rounds}：p99 ms ${told.join('，')}\n`)
  }
  await setCompanyShare(asked.ownerUrl)
  await sleep(believedMs)
  return { ...mapped(heard, p99Of), refused }
}
