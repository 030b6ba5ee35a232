import autocannon from 'autocannon'
import { toCookie } from './calls.ts'
import { percentileOf } from './percentile.ts'
import { type Answer, withoutStealTime } from './steal-time.ts'

export type Load = { perSecond: number; p50: number; p99: number; count: number }

/** Maximum number of requests per run. */
const maxRequests = 100_000
const warmUp = 20
const successPrefix = '{"code":0,'

/** p50 and p99 of the responses, in ms. */
export const percentilesOf = (answers: readonly Answer[]) => {
  const of = percentileOf(answers.map(({ took }) => took))
  return { p50: of(0.5), p99: of(0.99) }
}

export const toHeaders = (token: string) => ({ token, cookie: toCookie(token) })
const requestOptions = (url: string, token: string, connections: number) => ({
  url,
  connections,
  headers: toHeaders(token),
  verifyBody: (body: unknown) => String(body).startsWith(successPrefix),
})

/** Warms up both sides: compiles, connects and prepares statements. */
export const warm = async (url: string, token: string, connections: number) => {
  await autocannon({ ...requestOptions(url, token, connections), amount: connections * warmUp })
}

/**
 * Requests one URL repeatedly. Throws if any response is not 2xx or has an error code: refusals are fast and would
 * distort the results. `seconds`: duration.
 */
export const hammer = async (url: string, token: string, connections: number, seconds: number): Promise<Load> => {
  const answers: Answer[] = []
  const run = () =>
    autocannon({
      ...requestOptions(url, token, connections),
      duration: seconds,
      maxOverallRequests: maxRequests,
      setupClient: (client) =>
        client.on('response', (_status, _bytes, took) => answers.push({ at: performance.now(), took })),
    })
  const { result, own } = await withoutStealTime(run, () => answers)
  const { non2xx, errors, mismatches } = result
  if (non2xx + errors + mismatches > 0)
    throw new Error(`${url}：${non2xx} 次不是 2xx，${errors} 次出错，${mismatches} 次信封 code 不为 0`)
  const { total } = result.requests
  if (total === 0) throw new Error(`${url}：没有一次应答`)
  return { perSecond: total / result.duration, ...percentilesOf(own), count: total }
}

/**
 * Repeats a step in parallel workers, for work of more than one request.
 * @throws if any step fails
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
    while (performance.now() < end && answers.length < maxRequests) {
      const from = performance.now()
      try {
        await step(worker)
      } catch (error) {
        // This worker's token chain is broken; the others continue, so that all failures are counted.
        failures.push(error)
        return
      }
      const at = performance.now()
      answers.push({ at, took: at - from })
    }
  }
  const all = () => Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  const { own } = await withoutStealTime(all, () => answers)
  if (failures.length > 0)
    throw new Error(`${workers} 路中有 ${failures.length} 路失败：${String(failures[0])}`, { cause: failures[0] })
  const perSecond = answers.length / ((performance.now() - began) / 1000)
  return { perSecond, ...percentilesOf(own), count: answers.length }
}
