import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Answer } from './steal-time.ts'

export type Pace = {
  url: string
  headers: Record<string, string>
  perSecond: number
  connections: number
  seconds: number
  /** Abandons pending requests when its time is over. */
  abortsAtEnd?: boolean
}
/** The responses, and the number of refusals. */
export type PaceResult = { answers: Answer[]; refused: number }

const successPrefix = '{"code":0,'

const fetchBody = (url: string, headers: Pace['headers'], agent: Agent, signal?: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers, signal }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        body += piece
      })
      answer.once('end', () => resolve(body)).once('error', reject)
    })
    asked
      .once('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection while the request was on its way; it was not processed.
        if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(fetchBody(url, headers, agent, signal))
        else reject(error)
      })
      .end()
  })

/** Random due times of independent requests, in ms from the start. */
const randomDueTimes = (perSecond: number, seconds: number) =>
  Array.from({ length: perSecond * seconds }, () => Math.random() * seconds * 1000).sort((a, b) => a - b)

/**
 * Requests a URL at an average rate, independent of responses. Latency counts from the due time, so that waiting for a
 * free connection is included. Due times are random, since two regular senders would collide always or never. Requests
 * without a free connection are not created early: thousands of pending ones would slow the machine.
 */
export const sendAtRate = async ({
  url,
  headers,
  perSecond,
  connections,
  seconds,
  abortsAtEnd,
}: Pace): Promise<PaceResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const leaving = abortsAtEnd ? AbortSignal.timeout(seconds * 1000) : undefined
  if (leaving) setMaxListeners(0, leaving)
  const began = performance.now()
  const dues = randomDueTimes(perSecond, seconds).values()
  const answers: Answer[] = []
  let refused = 0
  const connection = async () => {
    for (const later of dues) {
      const due = began + later
      const wait = due - performance.now()
      if (wait > 0) await sleep(wait)
      const body = await fetchBody(url, headers, agent, leaving).catch((error: unknown) => {
        if (!leaving?.aborted) throw error
      })
      if (body === undefined) return
      const at = performance.now()
      answers.push({ at, took: at - due })
      if (!body.startsWith(successPrefix)) refused += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
  return { answers, refused }
}

/** Same in a thread with low priority, so that the simulated clients do not slow down those being measured. */
export const sendAtRateInThread = (workerData: Pace): Promise<PaceResult> =>
  new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData }).once('message', resolve).once('error', reject)
  })

if (!isMainThread) {
  // On Linux priorities are per thread; elsewhere this lowers the whole bench, which errs against the product.
  setPriority(constants.priority.PRIORITY_LOW)
  parentPort?.postMessage(await sendAtRate(workerData as Pace))
}
