import { randomUUID } from 'node:crypto'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { median } from './measure.ts'

export type Timing = { count: number; knownMs: number; unknownMs: number; differenceMs: number; auc: number }

const attempt = async (base: string, account: string): Promise<number> => {
  const began = performance.now()
  const answer = await fetch(base + signInContract.verify.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: 'Wrong#Pass1' }),
  })
  const { code } = (await answer.json()) as { code: number }
  if (code !== signInErrors.wrongCredentials.code) throw new Error(`登录计时：${account} 应答 ${code}`)
  return performance.now() - began
}

/** Probability that a known account takes longer than an unknown one: 0.5 means indistinguishable. */
const areaUnderCurve = (known: readonly number[], unknown: readonly number[]) => {
  const wins = known.flatMap((a) => unknown.map((b) => (a > b ? 1 : a === b ? 0.5 : 0) as number))
  return wins.reduce((sum, each) => sum + each, 0) / wins.length
}

/**
 * Tries a wrong password for existing and missing accounts alternately, each account once: timing must not reveal which
 * accounts exist.
 */
export const signInTiming = async (base: string, accounts: readonly string[]): Promise<Timing> => {
  const known: number[] = []
  const unknown: number[] = []
  for (const account of accounts) {
    known.push(await attempt(base, account))
    unknown.push(await attempt(base, `nobody${randomUUID().slice(0, 8)}`))
  }
  const [knownMs, unknownMs] = [median(known), median(unknown)]
  const differenceMs = Math.abs(knownMs - unknownMs)
  return { count: accounts.length, knownMs, unknownMs, differenceMs, auc: areaUnderCurve(known, unknown) }
}
