import type { passwordRecoveryContract } from '@atrium/contract/features/password-recovery/password-recovery.contract.ts'
import { passwordRecoveryErrors } from '@atrium/contract/features/password-recovery/password-recovery.errors.ts'
import type { portalSignInContract } from '@atrium/contract/features/portal-sign-in/portal-sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { auditActor } from '../../kernel/audit-actor.ts'
import type { Database } from '../../kernel/db/database.ts'
import { newToken } from '../../kernel/ids.ts'
import { AppError, type LooseScope } from '../../kernel/scope.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { wallClock } from '../../kernel/wall-clock.ts'
import type { Codes, Messages } from '../messages/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { Security } from '../security/index.ts'
import type { SessionService } from '../session/index.ts'
import { type KnownUser, type UnknownAccount, users } from '../users/index.ts'
import { createRecoveryTickets, type Find } from './recovery-tickets.service.ts'

/** A code lives five minutes; these five more make the ten that ASVS 6.5.5 allows. */
const proofSeconds = 300
const ticketSeconds = 600

type Ports = {
  database: Database
  secrets: Secrets
  codes: Codes
  messages: Messages
  passwords: Passwords
  sessions: SessionService
  security: Security
  unknownAccount: UnknownAccount
  proveHuman(uuid: string | undefined, answer: string | undefined): Promise<void>
}
type Scope = LooseScope<null>
type Send = InputOf<typeof passwordRecoveryContract.send>['body']
type Confirm = InputOf<typeof passwordRecoveryContract.confirm>['body']
type VerifySms = InputOf<typeof portalSignInContract.forgetPassVerifySms>['body']
type WithTicket = InputOf<typeof portalSignInContract.forgetPass>['body']
/** A code may have come by SMS or by mail; the answer is the same. */
const wrongCode = signInErrors.wrongMailedCode
type Redeemed = { subject: string; uuid: string; code: string }

export type PasswordRecovery = ReturnType<typeof createPasswordRecovery>

/** Where somebody is told what happened to his account. */
const reachOf = ({ phone, email }: KnownUser) =>
  phone
    ? ({ channel: 'sms', to: { phone } } as const)
    : email
      ? ({ channel: 'mail', to: { mail: email } } as const)
      : undefined

/**
 * A new password for whoever forgot his (threat T12). Whether there is an account is never told, in words or in time
 * (T11); second steps stay as they are and are asked for at the next sign-in, by every browser (ASVS 6.4.3).
 */
export const createPasswordRecovery = (ports: Ports) => {
  const { database, codes, messages, passwords, sessions, security, unknownAccount, proveHuman } = ports
  const tickets = createRecoveryTickets(ports)

  /** Says which account is meant; what stands for none is not kept. */
  const noteAccount = async (scope: Scope, account: string) => {
    const user = await database.transact({ reach: 'platform' }, (db) => users.findByAccount(db, account))
    scope.note(user ? { entityId: user.id, entityName: user.name } : { entityName: unknownAccount(account) })
  }

  /** Unknown and locked are refused like a wrong code: only whoever holds the right one could tell them apart. */
  const redeem = async (of: Redeemed, ticket: string, find: Find, seconds: number) => {
    await codes.redeem({ purpose: 'forget', ...of, refusal: wrongCode })
    const user = await tickets.issue(ticket, find, seconds)
    if (!user) throw new AppError(wrongCode)
    return user
  }

  /** Sets the password and ends every session. In: what to say when the ticket was used meanwhile. */
  const recover = async (scope: Scope, ticket: string, user: KnownUser, password: string, used: ErrorSpec) => {
    const { companyId, id: userId, account, name, passwordHash: currentHash } = user
    const owner = { companyId, userId }
    scope.note({ actor: auditActor(user), entityId: userId, entityName: name })
    const words = [account, name]
    const hash = await passwords.accept({ ...owner, currentHash, words, password, field: 'password' })
    await scope.commit(async (db) => {
      if (!(await tickets.use(db, ticket, user))) throw new AppError(used)
      await passwords.replace(db, owner, hash)
      const endedSessions = await sessions.endAll(db, owner, 'recovered')
      await security.trustedDevices.forgetAll(db, owner)
      const values = { time: wallClock(scope.origin.timeZone), ip: scope.origin.ip }
      const reach = reachOf(user)
      if (reach) await messages.enqueue(db, { companyId, template: 'passwordRecovered', ...reach, values })
      scope.note({ after: { endedSessions } })
    })
    sessions.forgetUser(userId)
    messages.wake()
    return null
  }

  return {
    /** Sends a code to an account's own phone or mail address. Out: the same for an account that does not exist. */
    async send(scope: Scope, { account, channel, captcha, uuid }: Send) {
      await noteAccount(scope, account)
      await proveHuman(uuid, captcha)
      const subject = `account:${account.toLowerCase()}`
      const { ip } = scope.origin
      return codes.send({ purpose: 'forget', channel, to: { account }, subject, onlyIfKnown: true, ip })
    },

    /** Throws `wrongMailedCode`, and what the company's policy refuses at `password`; then the code stays good. */
    async confirm(scope: Scope, { account, uuid, code, password }: Confirm) {
      await noteAccount(scope, account)
      const subject = `account:${account.toLowerCase()}`
      const ticket = `${uuid} ${code} ${subject}`
      const find: Find = (db) => users.findByAccount(db, account)
      const user =
        (await tickets.ownerOf(ticket)) ?? (await redeem({ subject, uuid, code }, ticket, find, proofSeconds))
      return recover(scope, ticket, user, password, wrongCode)
    },

    /** The portal's first half: a ticket for the code that was sent to a phone. Throws `wrongMailedCode`. */
    async verifySms(scope: Scope, { phone, uuid, code }: VerifySms) {
      const ticket = newToken()
      const subject = `phone:${phone}`
      const user = await redeem({ subject, uuid, code }, ticket, (db) => users.findByPhone(db, phone), ticketSeconds)
      scope.note({ actor: auditActor(user), entityId: user.id, entityName: user.name })
      return { ticket, expires: ticketSeconds }
    },

    /** The portal's second half. Throws `ticketExpired`, and what the company's policy refuses at `password`. */
    async recoverWithTicket(scope: Scope, { ticket, password }: WithTicket) {
      const user = await tickets.ownerOf(ticket)
      if (!user) throw new AppError(passwordRecoveryErrors.ticketExpired)
      return recover(scope, ticket, user, password, passwordRecoveryErrors.ticketExpired)
    },
  }
}
