import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { percentile } from './percentile.ts'

export type Pace = {
  url: string
  headers: Record<string, string>
  perSecond: number
  connections: number
  seconds: number
  /** Does not wait for what is unanswered when its time is over. */
  hangsUp?: boolean
}
export type Paced = { p50: number; p99: number; asked: number; refused: number }

const accepted = '{"code":0,'

const answerOf = (url: string, headers: Pace['headers'], agent: Agent, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers, signal }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        body += piece
      })
      answer.once('end', () => resolve(body)).once('error', reject)
    })
    asked.once('error', reject).end()
  })

/**
 * Asks one address so many times a second, evenly, whether or not answers come: how long one took is counted from when it
 * was due, so that waiting for a free connection is not left out. Out: in ms, and how many were asked and refused.
 */
export const pace = async ({ url, headers, perSecond, connections, seconds, hangsUp }: Pace): Promise<Paced> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const leaving = new AbortController()
  setMaxListeners(0, leaving.signal)
  const began = performance.now()
  const times: number[] = []
  let refused = 0
  const ask = async (due: number) => {
    const body = await answerOf(url, headers, agent, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    if (body === undefined) return
    times.push(performance.now() - due)
    if (!body.startsWith(accepted)) refused += 1
  }
  const asked: Promise<void>[] = []
  const all = perSecond * seconds
  for (let nth = 0; nth < all; nth += 1) {
    const due = began + (nth * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    asked.push(ask(due))
  }
  if (hangsUp) leaving.abort()
  await Promise.all(asked)
  agent.destroy()
  times.sort((a, b) => a - b)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), asked: all, refused }
}

/** The same in a thread of its own, so that those who measure are not kept from it. */
export const paceBeside = (workerData: Pace): Promise<Paced> =>
  new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData }).once('message', resolve).once('error', reject)
  })

if (!isMainThread) parentPort?.postMessage(await pace(workerData as Pace))
