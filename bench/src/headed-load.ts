import autocannon from 'autocannon'
import { type Load, percentilesOf } from './load.ts'
import { type Answer, withoutStealTime } from './steal-time.ts'

type HeadedLoad = {
  url: string
  /** Of each call in turn; the load ends with the last. */
  headers: readonly Record<string, string>[]
  connections: number
}

/**
 * Requests a URL once with each of these headers.
 * @returns the load, and how many answers were no 2xx
 */
export const sendEach = async ({ url, headers, connections }: HeadedLoad): Promise<Load & { refused: number }> => {
  let next = 0
  const answers: Answer[] = []
  const run = () =>
    autocannon({
      url,
      connections,
      amount: headers.length,
      requests: [{ setupRequest: (request) => ({ ...request, headers: headers[next++ % headers.length] ?? {} }) }],
      setupClient: (client) =>
        client.on('response', (_status, _bytes, took) => answers.push({ at: performance.now(), took })),
    })
  const { result, own } = await withoutStealTime(run, () => answers)
  if (result.errors > 0) throw new Error(`${url}：${result.errors} 次出错`)
  const { total } = result.requests
  return { perSecond: total / result.duration, ...percentilesOf(own), count: total, refused: result.non2xx }
}
