import type { Bench } from './bench.ts'
import { signIn } from './calls.ts'
import { firstPage } from './list-against-yardsticks.ts'
import { hammer, repeat } from './load.ts'

const readers = 8
const stormers = 16

export type Storm = { calm: number; stormy: number; ratio: number; signInsPerSecond: number }

/** What a storm of sign-ins does to those who are only reading a list: their p99 beside it, over their p99 alone. */
export const signInStorm = async ({ product, seconds, accounts, readerToken }: Bench): Promise<Storm> => {
  const url = product.url + firstPage
  const read = () => hammer(url, readerToken, readers, seconds)
  const calm = await read()
  const [stormy, storm] = await Promise.all([
    read(),
    repeat((worker) => signIn(product.url, accounts[worker] ?? ''), stormers, seconds),
  ])
  return { calm: calm.p99, stormy: stormy.p99, ratio: stormy.p99 / calm.p99, signInsPerSecond: storm.perSecond }
}
