import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import type { Bench } from './bench.ts'
import { hammer, warm } from './load.ts'
import { type Measured, measured, median, middle } from './measured.ts'
import { pgbench } from './pgbench.ts'

const rounds = 3
/** The list as the console opens it. */
export const firstPage = `${baseParametersContract.list.path}?page=1&size=10`
export type Compared = {
  list: Measured
  bare: Measured
  /** Transactions a second; undefined where pgbench is not installed. */
  pgbench: number | undefined
  throughput: number
  p99: number
}

/** One company's list through the whole product, beside the bare route and pgbench. In: whose list, and how many ask at once. */
export const listAgainstYardsticks = async (
  bench: Bench,
  whose: { company: string; token: string },
  at: number,
): Promise<Compared> => {
  const { product, bare, folder, seconds, servingUrl } = bench
  const listUrl = product.url + firstPage
  const bareUrl = `${bare.url}/list/${whose.company}`
  await warm(listUrl, whose.token, at)
  await warm(bareUrl, '', at)
  const lists: Measured[] = []
  const bares: Measured[] = []
  const transactions: number[] = []
  // In turn, so that a machine that grows slower or faster does so for all.
  for (let round = 0; round < rounds; round += 1) {
    lists.push(await measured(product.pid, folder, () => hammer(listUrl, whose.token, at, seconds)))
    bares.push(await measured(bare.pid, folder, () => hammer(bareUrl, '', at, seconds)))
    const tps = pgbench(servingUrl, whose.company, folder, at, seconds)
    if (tps !== undefined) transactions.push(tps)
  }
  // Neighbours in time are compared with each other first, so that a slow minute weighs on both sides.
  const ratio = (key: 'perSecond' | 'p99') =>
    median(lists.map((list, round) => list[key] / (bares[round]?.[key] ?? Number.NaN)))
  return {
    list: middle(lists),
    bare: middle(bares),
    pgbench: transactions.length > 0 ? median(transactions) : undefined,
    throughput: ratio('perSecond'),
    p99: ratio('p99'),
  }
}
