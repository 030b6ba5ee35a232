import { setTimeout as pause } from 'node:timers/promises'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { readCounters } from '../../../kernel/db/counter-status.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { AppError } from '../../../kernel/scope.ts'
import { digest } from '../../../kernel/secrets.ts'
import { toNetwork } from '../../../kernel/to-network.ts'

const minutes = (count: number) => count * 60
const windowSeconds = minutes(15)
/** Failures from which the `risk` policy requires a captcha. */
const captchaFailures = 3
/** Failures from which each one causes a wait that doubles. */
const backoffFailures = 5
/** Queued attempts per account and address. */
const maxQueueLength = 20
/** Failures from one address, for any account, from which the `risk` policy requires a captcha of everyone there. */
const addressAlarm = 50

/** Earlier unfinished attempts of the same account and address on this node. */
export type Queue = { ahead: number; settled: Promise<unknown> }
export type Risk = {
  failed: number
  accountFailed: number
  addressFailed: number
  addressSeconds: number
  waitSeconds: number
}
/** Failures of one address within a quarter of an hour, and of one account within an hour. */
export type GuardLimits = { addressFailures: number; accountFailures: number }
export type SignInGuard = ReturnType<typeof createSignInGuard>

/**
 * Rate limiting of failed sign-ins, counted by account and address together, by account and by address; unknown
 * accounts included. Only the pair is ever refused, and an address for those who never signed in from it, so that no one can lock another
 * user out from afar. No limit depends on whether captchas are on.
 */
export const createSignInGuard = (limits: Limits, servingNodes: () => number) => {
  const pairCounter = limits.counter({ name: 'signIn.failures', points: 1_000_000, seconds: windowSeconds })
  const waitCounter = limits.counter({ name: 'signIn.wait', points: 1, seconds: windowSeconds })
  const accountCounter = limits.counter({ name: 'signIn.account', points: 1_000_000, seconds: minutes(60) })
  const addressCounter = limits.counter({ name: 'signIn.address', points: 1_000_000, seconds: windowSeconds })

  const hashText = (text: string) => digest(text).toString('base64url')
  const toKeys = (account: string, ip: string) => {
    const name = account.toLowerCase()
    const network = toNetwork(ip)
    return { pair: hashText(`${name} ${network}`), account: hashText(name), address: hashText(network) }
  }

  const refusal = (seconds: number, cause = t('密码错误次数过多')) => {
    const { code } = signInErrors.tooManyFailures
    const msg = t('{cause}，请 {seconds} 秒后再试', { cause, seconds })
    return new AppError({ code, msg }, { data: { retryAfter: seconds, needCaptcha: true, cause } })
  }
  /** By account and address; failures are counted when an attempt ends, and other nodes may have as many under way. */
  const queues = new Map<string, Queue>()
  /** Unfinished attempts by address. */
  const unfinished = new Map<string, number>()
  const countUnfinished = (address: string, change: 1 | -1) => {
    const now = (unfinished.get(address) ?? 0) + change
    if (now > 0) unfinished.set(address, now)
    else unfinished.delete(address)
  }

  return {
    /** Runs one attempt behind earlier ones of the same account and address. */
    async runInQueue<T>(account: string, ip: string, run: (queue: Queue) => Promise<T>): Promise<T> {
      const { pair, address } = toKeys(account, ip)
      const queue = queues.get(pair) ?? { ahead: 0, settled: Promise.resolve() }
      countUnfinished(address, 1)
      const own = run(queue)
      queues.set(pair, { ahead: queue.ahead + 1, settled: Promise.allSettled([queue.settled, own]) })
      try {
        return await own
      } finally {
        countUnfinished(address, -1)
        const { ahead, settled } = queues.get(pair) ?? queue
        if (ahead > 1) queues.set(pair, { ahead: ahead - 1, settled })
        else queues.delete(pair)
      }
    },

    /** Counters of an account and an address, in one statement of the caller's transaction. */
    async readRisk(db: Db, account: string, ip: string): Promise<Risk> {
      const keys = toKeys(account, ip)
      const [pair, wait, byAccount, byAddress] = await readCounters(db, [
        pairCounter.toKey(keys.pair),
        waitCounter.toKey(keys.pair),
        accountCounter.toKey(keys.account),
        addressCounter.toKey(keys.address),
      ])
      return {
        failed: pair?.points ?? 0,
        waitSeconds: wait?.seconds ?? 0,
        accountFailed: byAccount?.points ?? 0,
        addressFailed: byAddress?.points ?? 0,
        addressSeconds: byAddress?.seconds ?? 0,
      }
    },

    /**
     * The risk once the attempts ahead can no longer pass the limit: parallel attempts would all read no failure yet.
     * Takes the risk as read, and how to read it again.
     * @throws `tooManyFailures` if too many are waiting
     */
    async waitForTurn(risk: Risk, { ahead, settled }: Queue, reread: () => Promise<Risk>): Promise<Risk> {
      if (ahead === 0 || risk.failed + (ahead + 1) * servingNodes() <= backoffFailures) return risk
      if (ahead > maxQueueLength) throw refusal(1, t('同时登录的请求过多'))
      await settled
      return reread()
    },

    /**
     * Refuses an address with too many failures, those included that unfinished attempts may become, unless the person is known
     * there: in an office, others go on.
     */
    async assertAddress(ip: string, risk: Risk, { addressFailures }: GuardLimits, isKnown: () => Promise<boolean>) {
      const { addressFailed, addressSeconds } = risk
      const others = (unfinished.get(hashText(toNetwork(ip))) ?? 1) - 1
      if (addressFailed + others * servingNodes() < addressFailures || (await isKnown())) return
      if (addressFailed < addressFailures) throw refusal(1, t('同时登录的请求过多'))
      throw refusal(addressSeconds, t('此网络登录失败次数过多'))
    },

    /** Refuses a pair that has to wait, and slows down attempts at an account under attack. */
    async throttle({ waitSeconds, accountFailed }: Risk, { accountFailures }: GuardLimits): Promise<void> {
      if (waitSeconds > 0) throw refusal(waitSeconds)
      const beyond = accountFailed - accountFailures
      if (beyond >= 0) await pause(Math.min(5, 1 + Math.floor(beyond / 50)) * 1000)
    },

    needsCaptcha: (mode: string, { failed, accountFailed, addressFailed }: Risk, { accountFailures }: GuardLimits) =>
      mode === 'always' ||
      (mode === 'risk' && (failed >= captchaFailures || addressFailed >= addressAlarm)) ||
      accountFailed >= accountFailures,

    /**
     * Counts a failure. Takes the count from which the pair is refused for the rest of the window.
     * @returns the pair's count
     */
    async recordFailure(account: string, ip: string, maxFailures: number): Promise<number> {
      const keys = toKeys(account, ip)
      const [{ points: now }] = await Promise.all([
        pairCounter.add(keys.pair),
        accountCounter.take(keys.account),
        addressCounter.take(keys.address),
      ])
      if (now >= maxFailures) await waitCounter.block(keys.pair, windowSeconds)
      else if (now >= backoffFailures) await waitCounter.block(keys.pair, 2 ** (now - backoffFailures))
      return now
    },

    /** Forgets the failures of an account, and those of it from these addresses. */
    async pardon(account: string, addresses: readonly string[]): Promise<void> {
      await accountCounter.forget(toKeys(account, '').account)
      for (const ip of addresses) {
        const { pair } = toKeys(account, ip)
        await pairCounter.forget(pair)
        await waitCounter.forget(pair)
      }
    },

    /** Success clears its own pair only. */
    async recordSuccess(account: string, ip: string, { failed }: Risk): Promise<void> {
      if (failed > 0) await pairCounter.forget(toKeys(account, ip).pair)
    },
  }
}
