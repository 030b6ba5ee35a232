import type { Bench } from './bench.ts'
import { signIn } from './calls.ts'
import { firstPage } from './compare-list.ts'
import { hammer, repeat } from './load.ts'

const readers = 8
const signInWorkers = 16

export type Storm = { calm: number; stormy: number; ratio: number; signInsPerSecond: number }

/** Measures the effect of many sign-ins on list readers: p99 during the storm compared with p99 alone. */
export const signInStorm = async ({ product, seconds, accounts, readerToken }: Bench): Promise<Storm> => {
  const url = product.url + firstPage
  const read = () => hammer(url, readerToken, readers, seconds)
  const calm = await read()
  const [stormy, storm] = await Promise.all([
    read(),
    repeat((worker) => signIn(product.url, accounts[worker] ?? ''), signInWorkers, seconds),
  ])
  return { calm: calm.p99, stormy: stormy.p99, ratio: stormy.p99 / calm.p99, signInsPerSecond: storm.perSecond }
}
