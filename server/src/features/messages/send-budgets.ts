import { messagesErrors } from '@atrium/contract/features/messages/messages.errors.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { Database } from '../../kernel/db/database.ts'
import { limitStandings } from '../../kernel/db/limit-standings.ts'
import type { Counter, Limits } from '../../kernel/limits.ts'
import { AppError } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'
import type { Settings } from '../base-parameters/index.ts'
import { smsCounter, smsQuotaOf } from '../companies/index.ts'
import type { Channel } from './builtin-templates.ts'
import { nameOf, type Recipient } from './recipients.ts'

export const pauseSeconds = 60
const hour = 3600
const day = 24 * hour
const perHour = 5
const perDay = 10
const perAddress = 20

type Refusal = (seconds: number) => AppError
type Budget = { counter: Counter; key: string; most: number; refusal: Refusal }
export type SendBudgets = ReturnType<typeof createSendBudgets>

const tooOften: Refusal = (seconds) => {
  const { code } = signInErrors.sentTooOften
  return new AppError({ code, msg: `发送过于频繁，请${seconds}秒后再试` }, { data: { retryAfter: seconds } })
}
const tooMany: Refusal = () => new AppError(signInErrors.sentTooMany)
const quotaSpent: Refusal = () => {
  const { code } = signInErrors.sentTooMany
  return new AppError({ code, msg: '企业今日短信发送数已达上限，请联系企业管理员' })
}
const spent: Refusal = () => new AppError(messagesErrors.budgetSpent)

const hashed = (text: string) => digest(text).toString('base64url')

/** Makes the function that does work in turn: one at a time for each key, in the order of asking. */
const createTurns = () => {
  const last = new Map<string, Promise<void>>()
  return async (key: string, work: () => Promise<void>): Promise<void> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

/**
 * What may be sent (threat T8): to one target, from one address, for one tenant (SMS), one company and altogether; the same counters for all
 * purposes. A window begins with the first message in it. Never inside a transaction.
 */
export const createSendBudgets = (ports: { database: Database; limits: Limits; settings: Settings }) => {
  const { database, limits, settings } = ports
  // How many are too many is decided here: two of the figures are settings.
  const counter = (name: string, seconds: number) => limits.counter({ name, points: 1, seconds })
  const ofPause = counter('message.pause', pauseSeconds)
  const ofHour = counter('message.hour', hour)
  const ofDay = counter('message.day', day)
  const ofAddress = counter('message.address', hour)
  const ofCompany = counter('message.company', day)
  const ofPlatform = counter('message.platform', day)
  const ofTenant = counter(smsCounter, day)

  const target = (to: Recipient): Budget[] => {
    const key = hashed(nameOf(to))
    return [
      { counter: ofPause, key, most: 1, refusal: tooOften },
      { counter: ofHour, key, most: perHour, refusal: tooOften },
      { counter: ofDay, key, most: perDay, refusal: tooMany },
    ]
  }
  const address = (ip: string): Budget => ({
    counter: ofAddress,
    key: hashed(ip),
    most: perAddress,
    refusal: tooOften,
  })
  /** SMS are what a plan allows; they are counted without a limit too, so that people see how many. */
  const ofQuota = async (companyId: string, channel: Channel): Promise<Budget[]> => {
    if (channel !== 'sms') return []
    const quota = await database.transact({ reach: 'platform' }, (db) => smsQuotaOf(db, companyId))
    if (!quota) return []
    const most = quota.most ?? Number.POSITIVE_INFINITY
    return [{ counter: ofTenant, key: quota.topId, most, refusal: quotaSpent }]
  }
  const daily = async (companyId: string, channel: Channel): Promise<Budget[]> => {
    const values = await settings.read()
    return [
      ...(await ofQuota(companyId, channel)),
      { counter: ofCompany, key: companyId, most: values['message.companyDaily'], refusal: spent },
      { counter: ofPlatform, key: '', most: values['message.globalDaily'], refusal: spent },
    ]
  }

  /**
   * Looks at all before it counts any: whoever is refused costs one read, and cannot use up what belongs to another. Of
   * several nodes that have looked at once, the first counter lets one through.
   */
  const spend = async (budgets: Budget[]): Promise<void> => {
    const keys = budgets.map((each) => each.counter.keyOf(each.key))
    const standings = await database.transact({ reach: 'platform' }, (db) => limitStandings(db, keys))
    budgets.forEach(({ most, refusal }, at) => {
      const { points, seconds } = standings[at] ?? { points: 0, seconds: 0 }
      if (points >= most) throw refusal(seconds)
    })
    for (const { counter: counted, key, most, refusal } of budgets) {
      const { points, seconds } = await counted.add(key)
      if (points > most) throw refusal(seconds)
    }
  }

  // A thousand that ask for one target at once queue here, and not for the counter's row with a connection each.
  const inTurn = createTurns()

  return {
    /** Before anything is sent because somebody asked. Throws `sentTooOften`, `sentTooMany` (of him, or of his tenant), `budgetSpent`. */
    forAsking: ({ to, ip, companyId, channel }: { to: Recipient; ip: string; companyId: string; channel: Channel }) =>
      inTurn(nameOf(to), async () => spend([...target(to), address(ip), ...(await daily(companyId, channel))])),
    /** For what the product sends by itself. Throws `sentTooMany`, `budgetSpent`. */
    forNotice: async (companyId: string, channel: Channel) => spend(await daily(companyId, channel)),
    /** For the phone or mail address behind an account, found out at delivery. Throws `sentTooOften`, `sentTooMany`. */
    forTarget: (to: Recipient) => spend(target(to)),
  }
}
