import autocannon from 'autocannon'
import { type Load, percentilesOf } from './load.ts'
import { type Answer, withoutStealTime } from './steal-time.ts'

/** Gets tokens of an application for a given number of seconds. Takes how the application names itself. */
export const hammerTokens = async (
  url: string,
  authorization: string,
  connections: number,
  seconds: number,
): Promise<Load> => {
  const answers: Answer[] = []
  const run = () =>
    autocannon({
      url,
      connections,
      duration: seconds,
      method: 'POST',
      body: 'grant_type=client_credentials',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      setupClient: (client) =>
        client.on('response', (_status, _bytes, took) => answers.push({ at: performance.now(), took })),
    })
  const { result, own } = await withoutStealTime(run, () => answers)
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`${url}：${result.errors + result.non2xx} 次出错`)
  const { total } = result.requests
  return { perSecond: total / result.duration, ...percentilesOf(own), count: total }
}
