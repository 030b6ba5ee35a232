import autocannon from 'autocannon'
import { cookieOf } from './calls.ts'
import { type Answer, inOwnTime } from './own-time.ts'
import { percentileOf } from './percentile.ts'

export type Load = { perSecond: number; p50: number; p99: number; count: number }

/** However fast the machine: no run asks more often than this. */
const most = 100_000
const warmUp = 20
const accepted = '{"code":0,'

/** Where the middle of the answers lies, and where their slowest hundredth begins, in ms. */
export const slownessOf = (answers: readonly Answer[]) => {
  const of = percentileOf(answers.map(({ took }) => took))
  return { p50: of(0.5), p99: of(0.99) }
}

const asking = (url: string, token: string, connections: number) => ({
  url,
  connections,
  headers: { token, cookie: cookieOf(token) },
  verifyBody: (body: unknown) => String(body).startsWith(accepted),
})

/** Lets both sides compile, connect and prepare before anything is counted. */
export const warm = async (url: string, token: string, connections: number) => {
  await autocannon({ ...asking(url, token, connections), amount: connections * warmUp })
}

/**
 * Asks one address again and again. Throws when any answer was not 2xx or its envelope refused: a refusal is quick, and
 * counted as an answer it would flatter the figures. In: connections at once, and seconds.
 */
export const hammer = async (url: string, token: string, connections: number, seconds: number): Promise<Load> => {
  const answers: Answer[] = []
  const run = () =>
    autocannon({
      ...asking(url, token, connections),
      duration: seconds,
      maxOverallRequests: most,
      setupClient: (client) =>
        client.on('response', (_status, _bytes, took) => answers.push({ at: performance.now(), took })),
    })
  const { result, own } = await inOwnTime(run, () => answers)
  const { non2xx, errors, mismatches } = result
  if (non2xx + errors + mismatches > 0)
    throw new Error(`${url}：${non2xx} 次不是 2xx，${errors} 次出错，${mismatches} 次信封 code 不为 0`)
  const { total } = result.requests
  if (total === 0) throw new Error(`${url}：没有一次应答`)
  return { perSecond: total / result.duration, ...slownessOf(own), count: total }
}

/**
 * Runs a step again and again, each worker after its own last; for work that is more than one address. Throws when any
 * step failed, with how many did.
 */
export const repeat = async (
  step: (worker: number) => Promise<unknown>,
  workers: number,
  seconds: number,
): Promise<Load> => {
  const began = performance.now()
  const end = began + seconds * 1000
  const answers: Answer[] = []
  const failures: unknown[] = []
  const work = async (worker: number) => {
    while (performance.now() < end && answers.length < most) {
      const from = performance.now()
      try {
        await step(worker)
      } catch (error) {
        // Its chain of tokens is broken; the others go on, so that the count says how bad it is.
        failures.push(error)
        return
      }
      const at = performance.now()
      answers.push({ at, took: at - from })
    }
  }
  const all = () => Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  const { own } = await inOwnTime(all, () => answers)
  if (failures.length > 0)
    throw new Error(`${workers} 路中有 ${failures.length} 路失败：${String(failures[0])}`, { cause: failures[0] })
  const perSecond = answers.length / ((performance.now() - began) / 1000)
  return { perSecond, ...slownessOf(own), count: answers.length }
}
