import autocannon from 'autocannon'

export type Load = { perSecond: number; p50: number; p99: number; count: number }

/** Asks one address again and again. Throws when any answer was not 2xx. In: seconds and connections at once. */
export const hammer = async (url: string, token: string, connections: number, seconds: number): Promise<Load> => {
  const result = await autocannon({ url, connections, duration: seconds, headers: { token } })
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  const { total } = result.requests
  return { perSecond: total / result.duration, p50: result.latency.p50, p99: result.latency.p99, count: total }
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Runs a step again and again, each worker after its own last; for work that is more than one address. */
export const repeat = async (
  step: (worker: number) => Promise<unknown>,
  workers: number,
  seconds: number,
): Promise<Load> => {
  const began = performance.now()
  const end = began + seconds * 1000
  const times: number[] = []
  const work = async (worker: number) => {
    while (performance.now() < end) {
      const from = performance.now()
      await step(worker)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  times.sort((a, b) => a - b)
  const perSecond = times.length / ((performance.now() - began) / 1000)
  return { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99), count: times.length }
}
