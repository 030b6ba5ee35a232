import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { Bench } from './bench.ts'
import { hammer, warm } from './load.ts'
import { type Measured, measure, median, medianOf } from './measure.ts'
import { pgbench } from './pgbench.ts'

const rounds = 3
/** The list as the console requests it. */
export const firstPage = `${baseParametersContract.list.path}?page=1&size=10`
export type Comparison = {
  list: Measured
  bare: Measured
  /** Transactions per second; undefined if pgbench is not installed. */
  pgbench: number | undefined
  throughput: number
  p99: number
}

/** Measures a company's list in the product, behind the bare route and in pgbench, at a given concurrency. */
export const compareList = async (
  bench: Bench,
  caller: { company: string; token: string },
  at: number,
): Promise<Comparison> => {
  const { product, bare, folder, seconds, servingUrl } = bench
  const listUrl = product.url + firstPage
  const bareUrl = `${bare.url}/list/${caller.company}`
  await warm(listUrl, caller.token, at)
  await warm(bareUrl, '', at)
  const lists: Measured[] = []
  const bares: Measured[] = []
  const transactions: number[] = []
  // Alternating, so that changes of the machine's speed affect all equally.
  for (let round = 0; round < rounds; round += 1) {
    lists.push(await measure(product.pid, folder, () => hammer(listUrl, caller.token, at, seconds)))
    bares.push(await measure(bare.pid, folder, () => hammer(bareUrl, '', at, seconds)))
    const tps = pgbench(servingUrl, caller.company, folder, at, seconds)
    if (tps !== undefined) transactions.push(tps)
  }
  // Compares adjacent rounds first, so that a slow period affects both sides.
  const ratio = (key: 'perSecond' | 'p99') =>
    median(lists.map((list, round) => list[key] / (bares[round]?.[key] ?? Number.NaN)))
  return {
    list: medianOf(lists),
    bare: medianOf(bares),
    pgbench: transactions.length > 0 ? median(transactions) : undefined,
    throughput: ratio('perSecond'),
    p99: ratio('p99'),
  }
}
