import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Answer } from './own-time.ts'

export type Pace = {
  url: string
  headers: Record<string, string>
  perSecond: number
  connections: number
  seconds: number
  /** Does not wait for what is unanswered when its time is over. */
  hangsUp?: boolean
}
/** The answers, and how many of them refused. */
export type Paced = { answers: Answer[]; refused: number }

const accepted = '{"code":0,'

const answerOf = (url: string, headers: Pace['headers'], agent: Agent, signal?: AbortSignal): Promise<string> =>
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
        // The server let go of an idle connection while the request was on its way: it was heard by nobody.
        if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(answerOf(url, headers, agent, signal))
        else reject(error)
      })
      .end()
  })

/** When so many requests of people who know nothing of each other fall due, in ms from the beginning. */
const duesOf = (perSecond: number, seconds: number) =>
  Array.from({ length: perSecond * seconds }, () => Math.random() * seconds * 1000).sort((a, b) => a - b)

/**
 * Asks one address so many times a second on average, whether or not answers come: how long one took is counted from when
 * it was due, so that waiting for a free connection is not left out. At random, since two that ask evenly meet always or
 * never. What no connection is free for is not made before its turn: thousands of requests in waiting would cost the machine
 * more than what is measured.
 */
export const pace = async ({ url, headers, perSecond, connections, seconds, hangsUp }: Pace): Promise<Paced> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const leaving = hangsUp ? AbortSignal.timeout(seconds * 1000) : undefined
  if (leaving) setMaxListeners(0, leaving)
  const began = performance.now()
  const dues = duesOf(perSecond, seconds).values()
  const answers: Answer[] = []
  let refused = 0
  const connection = async () => {
    for (const later of dues) {
      const due = began + later
      const wait = due - performance.now()
      if (wait > 0) await sleep(wait)
      const body = await answerOf(url, headers, agent, leaving).catch((error: unknown) => {
        if (!leaving?.aborted) throw error
      })
      if (body === undefined) return
      const at = performance.now()
      answers.push({ at, took: at - due })
      if (!body.startsWith(accepted)) refused += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  agent.destroy()
  return { answers, refused }
}

/**
 * The same in a thread of its own that gives way to all others: those whom it plays would not take this machine's time away
 * from those who are measured.
 */
export const paceBeside = (workerData: Pace): Promise<Paced> =>
  new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData }).once('message', resolve).once('error', reject)
  })

if (!isMainThread) {
  // Linux gives every thread a priority of its own; elsewhere it is the whole bench's, which errs against the product.
  setPriority(constants.priority.PRIORITY_LOW)
  parentPort?.postMessage(await pace(workerData as Pace))
}
