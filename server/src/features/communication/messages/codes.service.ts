import { randomInt, randomUUID } from 'node:crypto'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { AppError } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { type Channel, codeLifeSeconds } from './builtin-templates.ts'
import { type CodeBinding, codesRepository as repository } from './codes.repository.ts'
import type { Messages } from './messages.service.ts'
import type { Recipient } from './recipients.ts'
import { createSendBudgets, pauseSeconds } from './send-budgets.ts'

const maxGuesses = 5
const minutes = codeLifeSeconds / 60
const platform = { reach: 'platform' } as const

/**
 * What a code proves; it is valid for nothing else, and ends with the proofs of its holder (decision 109). No one holds
 * one that goes to a contact without an account.
 */
export type CodeSubject = {
  holder: { readonly id: string; readonly proofEpoch: number } | undefined
  /** Like `phone:13800000000`. */
  contact: string
}
export type Purpose = 'login' | 'second' | 'register' | 'forget' | 'bind'
type SendRequest = {
  purpose: Purpose
  channel: Channel
  to: Recipient
  subject: CodeSubject
  /** Delivery drops the message if the recipient is unknown. */
  onlyIfKnown: boolean
  /** Company whose budget is used; the platform's own before a user is known. */
  companyId?: string
  ip: string
}
type RedeemRequest = {
  purpose: Purpose
  /** With the present holder. */
  subject: CodeSubject
  uuid: string | undefined
  code: string | undefined
  /** Error for a wrong code; `wrongSentCode` by default. Differs where the code may not have come by SMS. */
  refusal?: ErrorSpec
}

/** Codes that prove control of a phone or mail address: six digits, five minutes, five guesses, one use. */
export type Codes = {
  /**
   * Spends the budgets and enqueues a code. Does not look up where it goes, so that known and unknown contacts cost and
   * answer the same.
   * @throws `sentTooOften`, `sentTooMany`, `budgetSpent`
   */
  send(of: SendRequest): Promise<{ uuid: string; msg: string; retryAfter: number }>
  /**
   * Uses up the code in its own transaction, so that a wrong guess stays counted.
   * @throws `refusal`
   */
  redeem(of: RedeemRequest): Promise<void>
  /**
   * Checks the code like `redeem` but keeps it until `spend`, so that another refusal does not cost the user a code.
   * Correct answers count as guesses too, because each may reveal whether a name is in use.
   * @throws `refusal`
   */
  prove(of: RedeemRequest): Promise<void>
  /**
   * Uses up a proven code in the caller's transaction.
   * @throws `refusal` if it was used meanwhile
   */
  spend(db: Db, of: RedeemRequest): Promise<void>
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
  const toText = ({ holder, contact }: CodeSubject) =>
    `${holder ? `user:${holder.id} ${holder.proofEpoch}` : 'nobody'} ${contact}`
  const codeBinding = (purpose: Purpose, subject: CodeSubject): CodeBinding => {
    const text = `${purpose} ${toText(subject)}`
    return {
      purpose,
      subjectDigest: secrets.sign('code.subject', text),
      knownDigests: secrets.signatures('code.subject', text),
    }
  }
  const toCodeText = (id: string, purpose: Purpose, subject: CodeSubject, code: string) =>
    `${id} ${purpose} ${toText(subject)} ${code}`

  /** Counts wrong guesses and throws `refusal`; `onCorrect` decides what happens to a correct code. */
  const checkCode = async (
    { purpose, subject, uuid, code, refusal = signInErrors.wrongSentCode }: RedeemRequest,
    onCorrect: (db: Db, id: string) => Promise<unknown>,
  ) => {
    const isCorrectGuess = (id: string, guess: string) =>
      database.transact(platform, async (db) => {
        const stored = await repository.lock(db, id, codeBinding(purpose, subject))
        if (!stored?.live || stored.guesses >= maxGuesses) return false
        const isCorrect = secrets.isSigned('code', toCodeText(id, purpose, subject, guess), stored.codeHash)
        if (isCorrect) await onCorrect(db, id)
        else if (stored.guesses + 1 >= maxGuesses) await repository.remove(db, id)
        else await repository.countGuess(db, id)
        return isCorrect
      })
    if (uuid === undefined || code === undefined || !(await isCorrectGuess(uuid, code))) throw new AppError(refusal)
  }

  return {
    async send({ purpose, channel, to, subject, onlyIfKnown, companyId = platformCompany, ip }) {
      await budgets.forRequest({ to, ip, companyId, channel })
      const id = randomUUID()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const codeHash = secrets.sign('code', toCodeText(id, purpose, subject, code))
      const values = { code, minutes: String(minutes) }
      await database.transact(platform, async (db) => {
        await repository.replace(db, { id, ...codeBinding(purpose, subject), codeHash, seconds: codeLifeSeconds })
        await messages.enqueue(db, { companyId, channel, template: 'code', to, onlyIfKnown, values, byReader: true })
      })
      messages.wake()
      const msg =
        purpose === 'forget' ? t('如果账号存在，验证码已发送') : t('验证码已发送，{minutes} 分钟内有效', { minutes })
      return { uuid: id, msg, retryAfter: pauseSeconds }
    },

    redeem: (of) => checkCode(of, (db, id) => repository.remove(db, id)),
    prove: (of) => checkCode(of, (db, id) => repository.countGuess(db, id)),

    async spend(db, { purpose, subject, uuid, refusal = signInErrors.wrongSentCode }) {
      const stored = uuid === undefined ? undefined : await repository.lock(db, uuid, codeBinding(purpose, subject))
      if (uuid === undefined || !stored) throw new AppError(refusal)
      await repository.remove(db, uuid)
    },
  }
}
