import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Limits } from '../../kernel/limits.ts'
import { AppError } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { Settings } from '../base-parameters/index.ts'
import { type Channel, codeLifeSeconds } from './builtin-templates.ts'
import { type Bound, codesRepository as repository } from './codes.repository.ts'
import type { Messages } from './messages.service.ts'
import type { Recipient } from './recipients.ts'
import { createSendBudgets, pauseSeconds } from './send-budgets.ts'

const maxGuesses = 5
const minutes = codeLifeSeconds / 60
const platform = { reach: 'platform' } as const

export type Purpose = 'login' | 'second' | 'register' | 'forget' | 'bind'
type Sending = {
  purpose: Purpose
  channel: Channel
  to: Recipient
  /** What the code proves; it is worth nothing for any other. */
  subject: string
  /** Delivery drops it unless somebody is there. */
  onlyIfKnown: boolean
  /** Whose budget it is; the platform's own when nobody is known yet. */
  companyId?: string
  ip: string
}
type Redeeming = {
  purpose: Purpose
  subject: string
  uuid: string | undefined
  code: string | undefined
  /** What a wrong code is told; `wrongSentCode` unless it may have come otherwise than by SMS. */
  refusal?: ErrorSpec
}

/** Codes that prove a phone or mail address (threat T8): six digits, five minutes, five guesses, one use. */
export type Codes = {
  /**
   * Spends the budgets, and puts a code and its message in place. Whether anybody has the target is not looked at: known
   * and unknown cost and answer the same. Throws `sentTooOften`, `sentTooMany`, `budgetSpent`.
   */
  send(of: Sending): Promise<{ uuid: string; msg: string; retryAfter: number }>
  /** Uses the code up in a transaction of its own, so that a wrong guess stays counted. Throws `refusal`. */
  redeem(of: Redeeming): Promise<void>
  /**
   * Judges the code as `redeem` does and keeps it until `spend`, so that a refusal for another reason costs nobody a code.
   * Right answers are counted like guesses: a code says no more often what is taken. Throws `refusal`.
   */
  prove(of: Redeeming): Promise<void>
  /** Uses up a code that was proved, in the caller's transaction. Throws `refusal` when it was used meanwhile. */
  spend(db: Db, of: Redeeming): Promise<void>
}

type Ports = {
  database: Database
  limits: Limits
  secrets: Secrets
  settings: Settings
  messages: Messages
  platformCompany: string
}

export const createCodes = ({ database, limits, secrets, settings, messages, platformCompany }: Ports): Codes => {
  const budgets = createSendBudgets({ database, limits, settings })
  const bound = (purpose: Purpose, subject: string): Bound => ({
    purpose,
    subjectDigest: secrets.sign('code.subject', `${purpose} ${subject}`),
  })
  const hashOf = (id: string, purpose: Purpose, subject: string, code: string) =>
    secrets.sign('code', `${id} ${purpose} ${subject} ${code}`)

  /** Counts a wrong guess and throws `refusal`; what a right one does to the code is the caller's to say. */
  const judge = async (
    { purpose, subject, uuid, code, refusal = signInErrors.wrongSentCode }: Redeeming,
    onRight: (db: Db, id: string) => Promise<unknown>,
  ) => {
    const isRight = (id: string, guess: string) =>
      database.transact(platform, async (db) => {
        const held = await repository.hold(db, id, bound(purpose, subject))
        if (!held?.live || held.guesses >= maxGuesses) return false
        const right = timingSafeEqual(held.codeHash, hashOf(id, purpose, subject, guess))
        if (right) await onRight(db, id)
        else if (held.guesses + 1 >= maxGuesses) await repository.remove(db, id)
        else await repository.countGuess(db, id)
        return right
      })
    if (uuid === undefined || code === undefined || !(await isRight(uuid, code))) throw new AppError(refusal)
  }

  return {
    async send({ purpose, channel, to, subject, onlyIfKnown, companyId = platformCompany, ip }) {
      await budgets.forAsking({ to, ip, companyId, channel })
      const id = randomUUID()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const codeHash = hashOf(id, purpose, subject, code)
      const values = { code, minutes: String(minutes) }
      await database.transact(platform, async (db) => {
        await repository.replace(db, { id, ...bound(purpose, subject), codeHash, seconds: codeLifeSeconds })
        await messages.enqueue(db, { companyId, channel, template: 'code', to, onlyIfKnown, values })
      })
      messages.wake()
      const msg = purpose === 'forget' ? '如果账号存在，验证码已发送' : `验证码已发送，${minutes} 分钟内有效`
      return { uuid: id, msg, retryAfter: pauseSeconds }
    },

    redeem: (of) => judge(of, (db, id) => repository.remove(db, id)),
    prove: (of) => judge(of, (db, id) => repository.countGuess(db, id)),

    async spend(db, { purpose, subject, uuid, refusal = signInErrors.wrongSentCode }) {
      const held = uuid === undefined ? undefined : await repository.hold(db, uuid, bound(purpose, subject))
      if (uuid === undefined || !held) throw new AppError(refusal)
      await repository.remove(db, uuid)
    },
  }
}
