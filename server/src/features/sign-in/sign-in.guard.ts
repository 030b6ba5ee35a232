import { setTimeout as pause } from 'node:timers/promises'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { limitStandings } from '../../kernel/db/limit-standings.ts'
import type { Limits } from '../../kernel/limits.ts'
import { AppError } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'

const minutes = (count: number) => count * 60
const windowSeconds = minutes(15)
/** From this many failures on, the `risk` policy asks for a captcha. */
const riskyFailures = 3
/** From this many failures on, each costs a wait that doubles. */
const patience = 5
/** So many failures within an hour, from wherever: captcha for everybody who tries this account, and slower answers. */
const accountAlarm = 100
/** So many failures from one address, whatever the accounts: captcha for all who come from there. */
const addressAlarm = 50

export type Risk = { failed: number; accountFailed: number; addressFailed: number; waitSeconds: number }
export type SignInGuard = ReturnType<typeof createSignInGuard>

/**
 * What wrong passwords cost (threat T9): counted by account and address together, by account and by address; for
 * accounts that do not exist as well. Only the pair is ever refused, so that nobody can lock another out from afar.
 */
export const createSignInGuard = (limits: Limits) => {
  const ofPair = limits.counter({ name: 'signIn.failures', points: 1_000_000, seconds: windowSeconds })
  const waits = limits.counter({ name: 'signIn.wait', points: 1, seconds: windowSeconds })
  const ofAccount = limits.counter({ name: 'signIn.account', points: 1_000_000, seconds: minutes(60) })
  const ofAddress = limits.counter({ name: 'signIn.address', points: 1_000_000, seconds: windowSeconds })

  const hashed = (text: string) => digest(text).toString('base64url')
  const keysOf = (account: string, ip: string) => {
    const name = account.toLowerCase()
    return { pair: hashed(`${name} ${ip}`), account: hashed(name), address: hashed(ip) }
  }

  const refusal = (seconds: number) => {
    const { code } = signInErrors.tooManyFailures
    const msg = `密码错误次数过多，请 ${seconds} 秒后再试`
    return new AppError({ code, msg }, { data: { retryAfter: seconds, needCaptcha: true } })
  }
  /** How many are being judged just now, by account and address; what they cost is counted only afterwards. */
  const underWay = new Map<string, number>()

  return {
    /**
     * Lets one attempt be judged. In: the judgement, which is told how many of the same account and address are ahead of
     * it on this node; for many who come at once would all find that nobody has failed yet.
     */
    async attempt<T>(account: string, ip: string, judge: (ahead: number) => Promise<T>): Promise<T> {
      const { pair } = keysOf(account, ip)
      const ahead = underWay.get(pair) ?? 0
      underWay.set(pair, ahead + 1)
      try {
        return await judge(ahead)
      } finally {
        const left = (underWay.get(pair) ?? 1) - 1
        if (left > 0) underWay.set(pair, left)
        else underWay.delete(pair)
      }
    },

    /** How an account and an address stand, in one statement of the transaction at hand. */
    async risk(db: Db, account: string, ip: string): Promise<Risk> {
      const keys = keysOf(account, ip)
      const [pair, wait, byAccount, byAddress] = await limitStandings(db, [
        ofPair.keyOf(keys.pair),
        waits.keyOf(keys.pair),
        ofAccount.keyOf(keys.account),
        ofAddress.keyOf(keys.address),
      ])
      return {
        failed: pair?.points ?? 0,
        waitSeconds: wait?.seconds ?? 0,
        accountFailed: byAccount?.points ?? 0,
        addressFailed: byAddress?.points ?? 0,
      }
    },

    /** Refuses whoever has to wait, for his own failures or for those that the attempts ahead may become; slows down everybody who tries an account that is under attack. */
    async hold({ failed, waitSeconds, accountFailed }: Risk, ahead: number): Promise<void> {
      if (waitSeconds > 0) throw refusal(waitSeconds)
      if (ahead > 0 && failed + ahead >= patience) throw refusal(1)
      const beyond = accountFailed - accountAlarm
      if (beyond >= 0) await pause(Math.min(5, 1 + Math.floor(beyond / 50)) * 1000)
    },

    /** Whether somebody who stands like this has to solve a captcha. */
    wantsCaptcha: (mode: string, { failed, accountFailed, addressFailed }: Risk) =>
      mode === 'always' ||
      (mode === 'risk' && (failed >= riskyFailures || addressFailed >= addressAlarm)) ||
      accountFailed >= accountAlarm,

    /** Counts a failure. In: how it stood before, and after how many the pair is refused for the rest of the window. */
    async failed(account: string, ip: string, { failed }: Risk, most: number): Promise<void> {
      const keys = keysOf(account, ip)
      const now = failed + 1
      await Promise.all([ofPair.take(keys.pair), ofAccount.take(keys.account), ofAddress.take(keys.address)])
      if (now >= most) await waits.block(keys.pair, windowSeconds)
      else if (now >= patience) await waits.block(keys.pair, 2 ** (now - patience))
    },

    /** Success clears its own pair only. */
    async succeeded(account: string, ip: string, { failed }: Risk): Promise<void> {
      if (failed > 0) await ofPair.forget(keysOf(account, ip).pair)
    },
  }
}
