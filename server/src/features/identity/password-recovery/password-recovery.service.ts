import type { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { passwordRecoveryErrors } from '@atrium/contract/features/identity/password-recovery/password-recovery.errors.ts'
import type { portalSignInContract } from '@atrium/contract/features/identity/portal-sign-in/portal-sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { newToken } from '../../../kernel/ids.ts'
import { AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import type { Codes, Messages } from '../../communication/messages/index.ts'
import { canSignIn, type LoginUser, type UnknownAccount, users } from '../../people/users/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { Security } from '../security/index.ts'
import type { SessionService } from '../session/index.ts'
import { createRecoveryTickets } from './recovery-tickets.service.ts'

/** A code lives five minutes; together with these five they make the ten that ASVS 6.5.5 allows. */
const confirmTicketSeconds = 300
const portalTicketSeconds = 600

type Ports = {
  database: Database
  secrets: Secrets
  codes: Codes
  messages: Messages
  passwords: Passwords
  sessions: SessionService
  security: Security
  unknownAccount: UnknownAccount
  requireCaptcha(uuid: string | undefined, answer: string | undefined): Promise<void>
}
type Scope = DetachedScope<null>
type Send = InputOf<typeof passwordRecoveryContract.send>['body']
type Confirm = InputOf<typeof passwordRecoveryContract.confirm>['body']
type VerifySms = InputOf<typeof portalSignInContract.forgetPassVerifySms>['body']
type WithTicket = InputOf<typeof portalSignInContract.forgetPass>['body']
/** Codes may come by SMS or mail; the message is the same. */
const wrongCode = signInErrors.wrongMailedCode
type SentCode = { contact: string; uuid: string; code: string }
/** Finds the user by what was typed. */
type FindUser = (db: Db) => Promise<LoginUser | undefined>

export type PasswordRecovery = ReturnType<typeof createPasswordRecovery>

/** Recipient of account notices: the phone, else the mail address. */
const pickRecipient = ({ phone, email }: LoginUser) =>
  phone
    ? ({ channel: 'sms', to: { phone } } as const)
    : email
      ? ({ channel: 'mail', to: { mail: email } } as const)
      : undefined

/**
 * Password recovery. Neither messages nor timing reveal whether an account exists. Second steps stay and are required
 * at the next sign-in in every browser (ASVS 6.4.3).
 */
export const createPasswordRecovery = (ports: Ports) => {
  const { database, codes, messages, passwords, sessions, security, unknownAccount, requireCaptcha } = ports
  const tickets = createRecoveryTickets(ports)

  const find = (by: FindUser) => database.transact({ reach: 'platform' }, by)

  /** Notes the account; unknown ones are recorded without the typed text. */
  const noteAccount = async (scope: Scope, account: string) => {
    const user = await find((db) => users.findByAccount(db, account))
    scope.note(user ? { entityId: user.id, entityName: user.name } : { entityName: unknownAccount(account) })
    return user
  }

  /** Unknown and locked accounts are refused like a wrong code, so that only the right code could distinguish them. */
  const redeemCode = async (
    { contact, ...sentCode }: SentCode,
    ticket: string,
    user: LoginUser | undefined,
    seconds: number,
  ) => {
    await codes.redeem({ purpose: 'forget', subject: { holder: user, contact }, ...sentCode, refusal: wrongCode })
    if (!canSignIn(user)) throw new AppError(wrongCode)
    await tickets.issue(ticket, user, seconds)
    return user
  }

  /** Sets the password and ends every session. Takes the error if the ticket was used meanwhile. */
  const recover = async (scope: Scope, ticket: string, user: LoginUser, password: string, usedRefusal: ErrorSpec) => {
    const { companyId, id: userId, account, name, passwordHash: currentHash } = user
    const owner = { companyId, userId }
    scope.note({ actor: auditActor(user), entityId: userId, entityName: name })
    const words = [account, name]
    const hash = await passwords.validateAndHash({ ...owner, currentHash, words, password, field: 'password' })
    await scope.commit(async (db) => {
      if (!(await tickets.consume(db, ticket, user))) throw new AppError(usedRefusal)
      await passwords.replace(db, owner, hash)
      const endedSessions = await sessions.endAll(db, owner, 'recovered')
      await security.trustedDevices.forgetAll(db, owner)
      const values = { time: wallClock(scope.origin.timeZone), ip: scope.origin.ip }
      const recipient = pickRecipient(user)
      const message = { companyId, template: 'passwordRecovered', values, byReader: true } as const
      if (recipient) await messages.enqueue(db, { ...message, ...recipient })
      scope.note({ after: { endedSessions } })
    })
    sessions.forgetUser(userId)
    messages.wake()
    return null
  }

  return {
    /** Sends a code to the account's own phone or mail address. The reply is the same for unknown accounts. */
    async send(scope: Scope, { account, channel, captcha, uuid }: Send) {
      const holder = await noteAccount(scope, account)
      await requireCaptcha(uuid, captcha)
      const subject = { holder, contact: `account:${account.toLowerCase()}` }
      const { ip } = scope.origin
      return codes.send({ purpose: 'forget', channel, to: { account }, subject, onlyIfKnown: true, ip })
    },

    /** Throws `wrongMailedCode`, and policy violations at `password`; after those the code stays valid. */
    async confirm(scope: Scope, { account, uuid, code, password }: Confirm) {
      const found = await noteAccount(scope, account)
      const contact = `account:${account.toLowerCase()}`
      const ticket = `${uuid} ${code} ${contact}`
      const user =
        (await tickets.findOwner(ticket)) ??
        (await redeemCode({ contact, uuid, code }, ticket, found, confirmTicketSeconds))
      return recover(scope, ticket, user, password, wrongCode)
    },

    /**
     * The portal's first step: exchanges the code sent to a phone for a ticket.
     * @throws `wrongMailedCode`
     */
    async verifySms(scope: Scope, { phone, uuid, code }: VerifySms) {
      const ticket = newToken()
      const contact = `phone:${phone}`
      const found = await find((db) => users.findByPhone(db, phone))
      const user = await redeemCode({ contact, uuid, code }, ticket, found, portalTicketSeconds)
      scope.note({ actor: auditActor(user), entityId: user.id, entityName: user.name })
      return { ticket, expires: portalTicketSeconds }
    },

    /**
     * The portal's second step.
     * @throws `ticketExpired`, and policy violations at `password`
     */
    async recoverWithTicket(scope: Scope, { ticket, password }: WithTicket) {
      const user = await tickets.findOwner(ticket)
      if (!user) throw new AppError(passwordRecoveryErrors.ticketExpired)
      return recover(scope, ticket, user, password, passwordRecoveryErrors.ticketExpired)
    },
  }
}
