import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { defineTrigger } from '../../../kernel/jobs/define-job.ts'
import { fireTrigger } from '../../../kernel/jobs/enqueue-job.ts'
import type { FindCaller } from '../../../kernel/jobs/run-callers.ts'
import { createWorkerPool, type InFlight } from '../../../kernel/worker-pool.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { createAttempt } from './attempt-delivery.ts'
import { type Claim, claimDeliveries, type DeliveryQueue, type Hook } from './claim-deliveries.repository.ts'
import { createPayloads, type PayloadPorts } from './payloads.ts'
import { createSaveOutcomes } from './save-outcomes.ts'
import { createSendDelivery } from './send-delivery.ts'
import type { Claimed } from './sending.repository.ts'

const platform = { reach: 'platform' } as const
/** Named by the trigger of the database as well. */
const queue = { name: 'webhooks.send' } as const
/**
 * Places of a node. Webhooks whose last attempt failed have their own, one each: those that hang take none of the others'.
 * No company takes all, however many webhooks it has.
 */
const queues: readonly { queue: DeliveryQueue; places: number; perCompany: number; perHook: number }[] = [
  { queue: 'healthy', places: 256, perCompany: 160, perHook: 16 },
  { queue: 'failing', places: 32, perCompany: 8, perHook: 1 },
]
const maxExpected = 50_000
const underWay = ({ item: { companyId, webhookId }, many }: InFlight<Claimed>) => ({ companyId, webhookId, many })
const toKey = (companyId: string, event: string) => `${companyId} ${event}`

export type SendingPorts = Pick<BasePorts, 'database' | 'secrets' | 'openTargetNetworks' | 'wakeJob' | 'onError'> & {
  findCaller: FindCaller
  events: PayloadPorts['events']
  log: PayloadPorts['log']
  messages: Pick<Messages, 'enqueue' | 'wake'>
}

/** Sends what webhooks are to receive. */
export const createSending = (ports: SendingPorts) => {
  const { database, secrets, openTargetNetworks, messages, wakeJob, onError } = ports
  /** Events that have been sent before: their commits wake the sender of this node; others wait for the queue. */
  const expected = createCache<string, true>(maxExpected)
  const request = (db: Db, delaySeconds = 0) => fireTrigger(db, queue, delaySeconds)
  const { send, close } = createSendDelivery(openTargetNetworks)
  const attempt = createAttempt({ secrets, prepare: createPayloads(ports), send })
  const save = createSaveOutcomes({ database, messages, again: request })
  const work = async (claimed: Claimed) => save(await attempt(claimed))

  const expect = (companyId: string, events: readonly string[]) => {
    for (const event of events) expected.set(toKey(companyId, event), true)
  }
  /** Claims from some webhooks after others, beginning where the last claim was full. */
  const createClaim = () => {
    let after: Hook | undefined
    return async (claim: Claim) => {
      const found: Claimed[] = []
      for (let rounds = after ? 2 : 1; rounds > 0; ) {
        const taken = found.map(({ companyId, webhookId }) => ({ companyId, webhookId, many: 1 }))
        const rest = { ...claim, limit: claim.limit - found.length, busy: [...claim.busy, ...taken] }
        const { claimed, held, next } = await database.transact(platform, (db) => claimDeliveries(db, rest, after))
        found.push(...claimed)
        // What is held back may have hidden others.
        if (claimed.length === 0 && held > 0) continue
        after = next
        if (found.length === claim.limit) break
        if (!next) rounds -= 1
      }
      return found
    }
  }
  const claimIn = ({ queue, perCompany, perHook }: (typeof queues)[number]) => {
    const claimAll = createClaim()
    return async (limit: number, busy: readonly InFlight<Claimed>[]) => {
      const claimed = await claimAll({ queue, limit, perCompany, perHook, busy: busy.map(underWay) })
      for (const { companyId, event } of claimed) expect(companyId, [event])
      return claimed
    }
  }
  const senders = queues.map((each) =>
    createWorkerPool({ places: each.places, toKey: ({ webhookId }) => webhookId, claim: claimIn(each), work, onError }),
  )
  const wake = () => wakeJob(queue.name)
  database.onAudited((written) => {
    if (expected.size > 0 && written.some(({ companyId, event }) => expected.has(toKey(companyId, event)))) wake()
  })

  const trigger = defineTrigger({
    ...queue,
    title: '发送 Webhook',
    // For what a dead node had begun.
    schedule: { everyMinutes: 1 },
    run: async () => void (await Promise.all(senders.map(({ fill }) => fill()))),
    async drain() {
      await Promise.all(senders.map(({ drain }) => drain()))
      close()
    },
  })
  return { trigger, wake, request, expect }
}
