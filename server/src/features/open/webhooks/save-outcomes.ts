import { writeAudit } from '../../../kernel/db/audit-log.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { type LaterText, later, say } from '../../../kernel/texts/later-text.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { type Claimed, type Outcome, sendingRepository as repository } from './sending.repository.ts'
import { toHost } from './webhooks.service.ts'

const platform = { reach: 'platform' } as const
/** A webhook without a single success for so long is given up with a delivery. */
const deadAfterHours = 12
const gone = 410

type Stop = { reason: LaterText; afterHours: number }
/** Why a webhook is to be switched off; undefined if it goes on. */
const pickStop = ({ state, status, problem, claimed }: Outcome): Stop | undefined => {
  if (claimed.kind === 'test') return undefined
  if (status === gone) return { reason: later('接收方表示不再接收（410）'), afterHours: 0 }
  return state === 'failed'
    ? { reason: later('长时间未能送达：{problem}', { problem: later(problem) }), afterHours: deadAfterHours }
    : undefined
}

type Ports = {
  database: Pick<Database, 'transact'>
  messages: Pick<Messages, 'enqueue' | 'wake'>
  /** Has the next attempts made in time. */
  again(db: Db, seconds: number): Promise<void>
}
/** Saves outcomes of attempts. Those that come together are one transaction. */
export const createSaveOutcomes = ({ database, messages, again }: Ports) => {
  const stop = async (db: Db, claimed: Claimed, { reason, afterHours }: Stop) => {
    const notice = await repository.stop(db, claimed, say(reason), afterHours)
    if (!notice) return false
    const { companyId, webhookId } = claimed
    const host = toHost(notice.url)
    await writeAudit(db, {
      companyId,
      actor: null,
      sessionId: null,
      origin: { traceId: newTraceId(), ip: '', agent: '' },
      event: 'webhook.stopped',
      entityId: webhookId,
      entityName: host,
      after: { app: notice.app, address: host, reason: say(reason) },
      ok: true,
      code: 0,
      ms: 0,
    })
    if (notice.account !== null)
      await messages.enqueue(db, {
        companyId,
        channel: 'mail',
        template: 'webhookStopped',
        to: { account: notice.account },
        values: { company: notice.companyName, app: notice.app, host, reason },
      })
    return true
  }
  const saveAll = async (outcomes: readonly Outcome[]) => {
    const tried = outcomes.filter(({ state, claimed }) => state !== 'dropped' && claimed.kind !== 'test')
    const [failing, answering] = [
      tried.filter(({ problem }) => problem !== ''),
      tried.filter(({ problem }) => problem === ''),
    ]
    const ended = outcomes.filter(({ state, claimed }) => claimed.entityId !== null && state !== 'waiting')
    const waits = outcomes.filter(({ state }) => state === 'waiting').map(({ waitSeconds }) => waitSeconds)
    const stopped = await database.transact(platform, async (db) => {
      await repository.save(db, outcomes)
      if (ended.length > 0) await repository.release(db, ended)
      await repository.markHealth(db, failing, answering)
      let isAnyStopped = false
      for (const outcome of outcomes) {
        const why = pickStop(outcome)
        if (why && (await stop(db, outcome.claimed, why))) isAnyStopped = true
      }
      if (waits.length > 0) await again(db, Math.min(...waits))
      return isAnyStopped
    })
    if (stopped) messages.wake()
  }

  type Waiting = { outcome: Outcome; done: () => void; failed: (error: unknown) => void }
  let waiting: Waiting[] = []
  let saving = Promise.resolve()
  const saveWaiting = async () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      await saveAll(batch.map(({ outcome }) => outcome))
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }
  return (outcome: Outcome): Promise<void> =>
    new Promise((done, failed) => {
      waiting.push({ outcome, done, failed })
      // What arrives while a batch is saved is the next one.
      if (waiting.length === 1) saving = saving.then(saveWaiting)
    })
}
