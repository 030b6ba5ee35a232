import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from './calls.ts'
import { firstPage } from './list-against-yardsticks.ts'
import { pace, warm } from './load.ts'
import { median } from './measured.ts'
import { setCompanyShare } from './seed.ts'

/** Requests a second a company may make while this is measured, and what each of the two does. */
const share = 100
// What is asked so often a second comes in bursts: two of them may fall into one second.
const quiet = { perSecond: 0.4 * share, connections: 8, refusable: false }
const noisy = { perSecond: 20 * share, connections: 32, refusable: true }
const rounds = 3
/** A node believes its parameters for a second. */
const believedMs = 1500

export type NoisyNeighbour = { calm: number; beside: number; ratio: number; asked: number; refused: number }
type Asked = { ownerUrl: string; base: string; seconds: number; quiet: string; noisy: string }

/**
 * What a company that asks twenty times as often as it may does to another: that one's p99 beside it, over its p99 alone.
 * In: the database's owner, the product, and somebody of each company.
 */
export const noisyNeighbour = async (asked: Asked): Promise<NoisyNeighbour> => {
  const url = asked.base + firstPage
  const [reader, crier] = [await signIn(asked.base, asked.quiet), await signIn(asked.base, asked.noisy)]
  await warm(url, reader.token, quiet.connections)
  await warm(url, crier.token, quiet.connections)
  await setCompanyShare(asked.ownerUrl, share)
  await sleep(believedMs)
  const read = () => pace(url, reader.token, { ...quiet, seconds: 2 * asked.seconds })
  const found: NoisyNeighbour[] = []
  for (let round = 0; round < rounds; round += 1) {
    const calm = await read()
    const [beside, noise] = await Promise.all([
      read(),
      pace(url, crier.token, { ...noisy, seconds: 2 * asked.seconds }),
    ])
    const { asked: tried, refused } = noise
    found.push({ calm: calm.p99, beside: beside.p99, ratio: beside.p99 / calm.p99, asked: tried, refused })
  }
  await setCompanyShare(asked.ownerUrl)
  await sleep(believedMs)
  const of = (key: keyof NoisyNeighbour) => median(found.map((each) => each[key]))
  return { calm: of('calm'), beside: of('beside'), ratio: of('ratio'), asked: of('asked'), refused: of('refused') }
}
