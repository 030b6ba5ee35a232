import { messagesErrors } from '@atrium/contract/features/communication/messages/messages.errors.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { readCounters } from '../../../kernel/db/counter-status.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Counter, Limits } from '../../../kernel/limits.ts'
import { AppError } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { toNetwork } from '../../../kernel/to-network.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { findSmsQuota, smsCounter } from '../../tenancy/tenants/index.ts'
import type { Channel } from './builtin-templates.ts'
import { type Recipient, recipientKey } from './recipients.ts'

export const pauseSeconds = 60
const hour = 3600
const day = 24 * hour
const maxPerHour = 5
const maxPerDay = 10
const maxPerAddress = 20
/** The rest stays for codes: without them no password is recovered. */
const bulkShare = 0.8

type CreateError = (seconds: number) => AppError
type Budget = { counter: Counter; key: string; limit: number; refusal: CreateError }
export type SendBudgets = ReturnType<typeof createSendBudgets>

const sentTooOften: CreateError = (seconds) => {
  const { code } = signInErrors.sentTooOften
  return new AppError(
    { code, msg: t('发送过于频繁，请 {seconds} 秒后再试', { seconds }) },
    { data: { retryAfter: seconds } },
  )
}
const sentTooMany: CreateError = () => new AppError(signInErrors.sentTooMany)
const quotaSpent: CreateError = () => {
  const { code } = signInErrors.sentTooMany
  return new AppError({ code, msg: t('公司今日短信发送数已达上限，请联系公司管理员') })
}
const budgetSpent: CreateError = () => new AppError(messagesErrors.budgetSpent)

const hashKey = (text: string) => digest(text).toString('base64url')

/** Creates a queue per key that runs one task at a time, in order. */
const createKeyedQueue = () => {
  const last = new Map<string, Promise<void>>()
  return async (key: string, work: () => Promise<void>): Promise<void> => {
    const current = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, current)
    try {
      await current
    } finally {
      if (last.get(key) === current) last.delete(key)
    }
  }
}

/**
 * Send budgets per target, IP address, tenant (SMS), company and platform, shared by all purposes. A window starts with
 * its first message. Call outside of transactions.
 */
export const createSendBudgets = (ports: { database: Database; limits: Limits; settings: Settings }) => {
  const { database, limits, settings } = ports
  // Limits are applied here because two of them are settings.
  const counter = (name: string, seconds: number) => limits.counter({ name, points: 1, seconds })
  const pauseCounter = counter('message.pause', pauseSeconds)
  const hourCounter = counter('message.hour', hour)
  const dayCounter = counter('message.day', day)
  const addressCounter = counter('message.address', hour)
  const companyCounter = counter('message.company', day)
  const platformCounter = counter('message.platform', day)
  const tenantCounter = counter(smsCounter, day)

  const targetBudgets = (to: Recipient): Budget[] => {
    const key = hashKey(recipientKey(to))
    return [
      { counter: pauseCounter, key, limit: 1, refusal: sentTooOften },
      { counter: hourCounter, key, limit: maxPerHour, refusal: sentTooOften },
      { counter: dayCounter, key, limit: maxPerDay, refusal: sentTooMany },
    ]
  }
  const addressBudget = (ip: string): Budget => ({
    counter: addressCounter,
    key: hashKey(toNetwork(ip)),
    limit: maxPerAddress,
    refusal: sentTooOften,
  })
  /** SMS quota of the plan; counted without a limit too, so that usage is visible. */
  const quotaBudgets = async (companyId: string, channel: Channel): Promise<Budget[]> => {
    if (channel !== 'sms') return []
    const quota = await database.transact({ reach: 'platform' }, (db) => findSmsQuota(db, companyId))
    if (!quota) return []
    const limit = quota.most ?? Number.POSITIVE_INFINITY
    return [{ counter: tenantCounter, key: quota.topId, limit, refusal: quotaSpent }]
  }
  const dailyBudgets = async (companyId: string, channel: Channel): Promise<Budget[]> => {
    const values = await settings.read()
    return [
      ...(await quotaBudgets(companyId, channel)),
      { counter: companyCounter, key: companyId, limit: values['message.companyDaily'], refusal: budgetSpent },
      { counter: platformCounter, key: '', limit: values['message.globalDaily'], refusal: budgetSpent },
    ]
  }

  /**
   * Checks all budgets before counting any: a refused call costs one read and does not use up shared budgets, not even
   * when others have spent them since. Among concurrent nodes the first counter admits one.
   */
  const spend = async (budgets: Budget[]): Promise<void> => {
    const keys = budgets.map((each) => each.counter.toKey(each.key))
    const counts = await database.transact({ reach: 'platform' }, (db) => readCounters(db, keys))
    budgets.forEach(({ limit, refusal }, at) => {
      const { points, seconds } = counts[at] ?? { points: 0, seconds: 0 }
      if (points >= limit) throw refusal(seconds)
    })
    for (const [at, { counter: counted, key, limit, refusal }] of budgets.entries()) {
      const { points, seconds } = await counted.add(key)
      if (points <= limit) continue
      for (const spent of budgets.slice(0, at + 1)) await spent.counter.giveBack(spent.key)
      throw refusal(seconds)
    }
  }

  // Concurrent requests for one target queue here instead of each holding a connection for the counter's row.
  const runInTurn = createKeyedQueue()

  return {
    /**
     * Spends for a requested message.
     * @throws `sentTooOften`, `sentTooMany` (of the target or its tenant), `budgetSpent`
     */
    forRequest: ({ to, ip, companyId, channel }: { to: Recipient; ip: string; companyId: string; channel: Channel }) =>
      runInTurn(recipientKey(to), async () =>
        spend([...targetBudgets(to), addressBudget(ip), ...(await dailyBudgets(companyId, channel))]),
      ),
    /**
     * Spends for one of many messages, from the part of each budget that codes need not.
     * @throws as `forNotice` does
     */
    forBulk: async (companyId: string, channel: Channel) => {
      const budgets = await dailyBudgets(companyId, channel)
      await spend(budgets.map((budget) => ({ ...budget, limit: Math.floor(budget.limit * bulkShare) })))
    },
    /**
     * Spends for a message the product sends by itself.
     * @throws `sentTooMany`, `budgetSpent`
     */
    forNotice: async (companyId: string, channel: Channel) => spend(await dailyBudgets(companyId, channel)),
    /**
     * Spends for the phone or mail address of an account, resolved at delivery.
     * @throws `sentTooOften`, `sentTooMany`
     */
    forTarget: (to: Recipient) => spend(targetBudgets(to)),
  }
}
