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
/** Attempts of one account and address that wait for those ahead of them. */
const longestLine = 20
/** So many failures within an hour, from wherever: captcha for everybody who tries this account, and slower answers. */
const accountAlarm = 100
/** So many failures from one address, whatever the accounts: captcha for all who come from there. */
const addressAlarm = 50

/** The attempts of the same account and address that came earlier on this node and are not over. */
export type Line = { ahead: number; over: Promise<unknown> }
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

  const refusal = (seconds: number, cause = '密码错误次数过多') => {
    const { code } = signInErrors.tooManyFailures
    const msg = `${cause}，请 ${seconds} 秒后再试`
    return new AppError({ code, msg }, { data: { retryAfter: seconds, needCaptcha: true } })
  }
  /** By account and address; what an attempt costs is counted when it is over. */
  const lines = new Map<string, Line>()

  return {
    /** Lets one attempt be judged, behind those of the same account and address that came before it. */
    async attempt<T>(account: string, ip: string, judge: (line: Line) => Promise<T>): Promise<T> {
      const { pair } = keysOf(account, ip)
      const line = lines.get(pair) ?? { ahead: 0, over: Promise.resolve() }
      const own = judge(line)
      lines.set(pair, { ahead: line.ahead + 1, over: Promise.allSettled([line.over, own]) })
      try {
        return await own
      } finally {
        const { ahead, over } = lines.get(pair) ?? line
        if (ahead > 1) lines.set(pair, { ahead: ahead - 1, over })
        else lines.delete(pair)
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

    /**
     * The risk once the attempts ahead can no longer pass the limit: of many that come at once, all would find no failure yet.
     * In: the risk as it was read, and how to read it again. Throws `tooManyFailures` when too many wait already.
     */
    async inTurn(risk: Risk, { ahead, over }: Line, again: () => Promise<Risk>): Promise<Risk> {
      if (ahead === 0 || risk.failed + ahead < patience) return risk
      if (ahead > longestLine) throw refusal(1, '同时登录的请求过多')
      await over
      return again()
    },

    /** Refuses a pair that has to wait, and slows down every attempt at an account under attack. */
    async hold({ waitSeconds, accountFailed }: Risk): Promise<void> {
      if (waitSeconds > 0) throw refusal(waitSeconds)
      const beyond = accountFailed - accountAlarm
      if (beyond >= 0) await pause(Math.min(5, 1 + Math.floor(beyond / 50)) * 1000)
    },

    /** Whether somebody who stands like this has to solve a captcha. */
    wantsCaptcha: (mode: string, { failed, accountFailed, addressFailed }: Risk) =>
      mode === 'always' ||
      (mode === 'risk' && (failed >= riskyFailures || addressFailed >= addressAlarm)) ||
      accountFailed >= accountAlarm,

    /** Counts a failure. In: after how many the pair is refused for the rest of the window. Out: how many the pair has now. */
    async failed(account: string, ip: string, most: number): Promise<number> {
      const keys = keysOf(account, ip)
      const [{ points: now }] = await Promise.all([
        ofPair.add(keys.pair),
        ofAccount.take(keys.account),
        ofAddress.take(keys.address),
      ])
      if (now >= most) await waits.block(keys.pair, windowSeconds)
      else if (now >= patience) await waits.block(keys.pair, 2 ** (now - patience))
      return now
    },

    /** Success clears its own pair only. */
    async succeeded(account: string, ip: string, { failed }: Risk): Promise<void> {
      if (failed > 0) await ofPair.forget(keysOf(account, ip).pair)
    },
  }
}
