import type { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { Codes, Messages } from '../../communication/messages/index.ts'
import { type LoginUser, type NotifyFormerContacts, users } from '../../people/users/index.ts'
import { noteSelf } from './note-self.ts'
import type { PasswordCheck } from './password-check.ts'

type Scope = DetachedScope<Actor>
type Sending = InputOf<typeof securityContract.bindSend>['body']
type Binding = InputOf<typeof securityContract.bindConfirm>['body']

const kinds = {
  phone: { channel: 'sms', mask: maskedPhone, refusal: signInErrors.wrongSentCode },
  mail: { channel: 'mail', mask: maskedMail, refusal: signInErrors.wrongMailedCode },
} as const
/** Mail addresses are case-insensitive. */
const normalizeTarget = ({ type, target }: Pick<Sending, 'type' | 'target'>) =>
  type === 'mail' ? target.toLowerCase() : target
const toRecipient = (type: 'phone' | 'mail', target: string) =>
  type === 'phone' ? { phone: target } : { mail: target }
const toSubject = (holder: LoginUser, type: string, target: string) => ({ holder, contact: `${type}:${target}` })

/** Contacts of a user, bound only with a code that was sent there. */
type Ports = {
  database: Database
  codes: Codes
  messages: Messages
  notifyFormerContacts: NotifyFormerContacts
  checkPassword: PasswordCheck
}
export const createContacts = (ports: Ports) => {
  const { database, codes, messages, notifyFormerContacts, checkPassword } = ports
  return {
    /** Sends the code. Whether another account uses the target is revealed only after the code is entered. */
    async send(scope: Scope, body: Sending) {
      const { actor, origin } = scope
      const { channel, mask } = kinds[body.type]
      const target = normalizeTarget(body)
      noteSelf(scope, { after: { [body.type]: mask(target) } })
      const { companyId, userId } = actor
      const holder = await database.transact({ reach: 'platform' }, (db) => users.find(db, companyId, userId))
      return codes.send({
        purpose: 'bind',
        channel,
        to: toRecipient(body.type, target),
        subject: toSubject(orNotFound(holder), body.type, target),
        onlyIfKnown: false,
        companyId,
        ip: origin.ip,
      })
    },

    /**
     * Binds the verified contact and notifies the old phone or mail address.
     * @throws what the password check throws, the kind's error for a wrong code, and `taken` at the field `target`
     */
    async confirm(scope: Scope, body: Binding) {
      noteSelf(scope)
      const { actor } = scope
      const { companyId } = actor
      const { type } = body
      const { mask, refusal } = kinds[type]
      const target = normalizeTarget(body)
      const holder = await checkPassword(actor, body.password)
      await codes.redeem({
        purpose: 'bind',
        subject: toSubject(holder, type, target),
        uuid: body.uuid,
        code: body.code,
        refusal,
      })
      await scope.commit(async (db) => {
        await users.hold(db, actor)
        const user = orNotFound(await users.find(db, companyId, actor.userId))
        if (!(await users.bindContact(db, actor, type, target))) {
          const { taken } = securityErrors
          throw new AppError(taken, { errors: [{ field: 'target', msg: taken.msg }] })
        }
        const before = type === 'phone' ? user.phone : user.email
        if (before !== null && before !== target)
          await notifyFormerContacts(db, companyId, [{ userId: actor.userId, kind: type, former: before, to: target }])
        noteSelf(scope, { before: { [type]: mask(before) }, after: { [type]: mask(target) } })
      })
      messages.wake()
      return null
    },
  }
}
