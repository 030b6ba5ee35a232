import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { dictionaryQueryContract } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import type { Bench } from './bench.ts'
import { refresh, signIn, type Tokens } from './calls.ts'
import { hammer, repeat, warm } from './load.ts'
import { type Measured, measure } from './measure.ts'

export type Workload = 'grants' | 'loginInfo' | 'dictionaries' | 'areas' | 'refresh' | 'signIn'
const warmSeconds = 0.5

/** Workloads without a baseline, measured at a given concurrency. */
export const measureWorkloads = async (bench: Bench, at: number): Promise<Record<Workload, Measured>> => {
  const { product, folder, seconds, accounts, readerToken, rotating } = bench
  const read = async (path: string) => {
    await warm(product.url + path, readerToken, at)
    return measure(product.pid, folder, () => hammer(product.url + path, readerToken, at, seconds))
  }
  const chained = async (step: (worker: number) => Promise<unknown>) => {
    await repeat(step, at, warmSeconds)
    return measure(product.pid, folder, () => repeat(step, at, seconds))
  }
  const refreshOne = async (worker: number) => {
    rotating[worker] = await refresh(product.url, rotating[worker] as Tokens)
  }
  return {
    grants: await read(sessionContract.grants.path),
    loginInfo: await read(sessionContract.loginInfo.path),
    dictionaries: await read(`${dictionaryQueryContract.query.path}?groups=industry,companySize,orgKind,sex`),
    areas: await read(`${areasContract.list.path}?search=xihuqu`),
    refresh: await chained(refreshOne),
    // A different account per worker: the limits count by account and address.
    signIn: await chained((worker) => signIn(product.url, accounts[worker] ?? '')),
  }
}
