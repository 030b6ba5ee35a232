import { setTimeout as sleep } from 'node:timers/promises'
import { cookieOf, signIn, type Tokens } from './calls.ts'
import { startServer } from './child.ts'
import { firstPage } from './list-against-yardsticks.ts'
import { warm } from './load.ts'
import { median } from './measured.ts'
import { pace, paceBeside } from './pace.ts'
import { setCompanyShare } from './seed.ts'

/** Requests a second a company may make while this is measured, and what each of the two does. */
const share = 40
const quiet = { perSecond: 0.5 * share, connections: 8 }
const noisy = { perSecond: 20 * share, connections: 32 }
/** The same over so many connections that making each of them wait does not make it any less. */
const crowd = { ...noisy, connections: 1000 }
/** A neighbour that asks for all it may and no more. */
const within = { perSecond: share, connections: 32 }
const rounds = 5
/** Twenty answers a second: a slow end wants some of them. */
const longer = 4
/** The noise begins so many seconds earlier: what it may ask at once after a pause is over by then. */
const lead = 1
/** A node believes its parameters for a second. */
const believedMs = 1500

/** The quiet company's p99: alone, with the noise at a bare server of this machine, beside a neighbour within its share, beside the noise, beside a crowd that makes it. */
type Round = { calm: number; elsewhere: number; within: number; beside: number; crowd: number; refused: number }
/** `ratio`: beside the noise to the noise elsewhere; `excess`: to the neighbour within its share; `crowded`: beside the crowd to that. */
export type NoisyNeighbour = Round & { ratio: number; excess: number; crowded: number }
type Asked = { ownerUrl: string; base: string; seconds: number; quiet: string; noisy: string }

/**
 * What a company that asks twenty times as often as it may does to another: that one's p99 beside it, over its p99 while a
 * bare server of the same machine hears the same noise, so that what making the noise costs is not counted; and over
 * its p99 beside the same company within its share, which is what asking for more does. In: the
 * database's owner, the product, and somebody of each company.
 */
export const noisyNeighbour = async (asked: Asked): Promise<NoisyNeighbour> => {
  const url = asked.base + firstPage
  const bare = await startServer('bench/src/bare-refusal.ts', {}, '/')
  const [reader, crier] = [await signIn(asked.base, asked.quiet), await signIn(asked.base, asked.noisy)]
  await warm(url, reader.token, quiet.connections)
  await warm(url, crier.token, quiet.connections)
  await setCompanyShare(asked.ownerUrl, share)
  await sleep(believedMs)
  const paced = ({ token }: Tokens, rate: typeof quiet, address = url) => ({
    url: address,
    headers: { token, cookie: cookieOf(token) },
    seconds: longer * asked.seconds,
    ...rate,
  })
  const read = async () => {
    const { p99, refused } = await pace(paced(reader, quiet))
    if (refused > 0) throw new Error(`安静的公司有 ${refused} 次请求被拒`)
    return p99
  }
  const readBeside = async (address: string, rate = noisy) => {
    const noise = paceBeside({ ...paced(crier, rate, address), seconds: longer * asked.seconds + lead, hangsUp: true })
    await sleep(lead * 1000)
    const found = [await read(), await noise] as const
    // What still waits for its turn is none of the next one's.
    await sleep(believedMs)
    return found
  }
  const found: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    const calm = await read()
    const [elsewhere] = await readBeside(bare.url)
    const [alike] = await readBeside(url, within)
    const [beside] = await readBeside(url)
    const [crowded, { refused }] = await readBeside(url, crowd)
    found.push({ calm, elsewhere, within: alike, beside, crowd: crowded, refused })
  }
  await bare.stop()
  await setCompanyShare(asked.ownerUrl)
  await sleep(believedMs)
  const middle = (key: keyof Round) => median(found.map((each) => each[key]))
  return {
    calm: middle('calm'),
    elsewhere: middle('elsewhere'),
    within: middle('within'),
    beside: middle('beside'),
    crowd: middle('crowd'),
    refused: middle('refused'),
    ratio: middle('beside') / middle('elsewhere'),
    excess: middle('beside') / middle('within'),
    crowded: middle('crowd') / middle('within'),
  }
}
