import type { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import { wallClock } from '../../../kernel/wall-clock.ts'
import type { Messages } from '../../communication/messages/index.ts'
import { users } from '../../people/users/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { SessionService } from '../session/index.ts'
import { noteSelf } from './note-self.ts'
import type { PasswordCheck } from './password-check.ts'

type Body = InputOf<typeof securityContract.changePassword>['body']
type Ports = { messages: Messages; passwords: Passwords; sessions: SessionService; checkPassword: PasswordCheck }

/**
 * Creates the handler that changes the caller's password: ends their other sessions and notifies them (ASVS 7.4.3). It
 * throws what the password check throws at `oldPass`, and policy violations at `newPass`.
 */
export const createPasswordChange =
  ({ messages, passwords, sessions, checkPassword }: Ports) =>
  async (scope: DetachedScope<Actor>, { oldPass, newPass }: Body) => {
    noteSelf(scope)
    const { actor, origin } = scope
    const { companyId, userId, sessionId } = actor
    const { account, name, companyName, passwordHash, phone, email } = await checkPassword(actor, oldPass, 'oldPass')
    const hash = await passwords.validateAndHash({
      companyId,
      userId,
      currentHash: passwordHash,
      words: [account, name, companyName],
      password: newPass,
      field: 'newPass',
    })
    const reached = phone
      ? ({ channel: 'sms', to: { phone } } as const)
      : email
        ? ({ channel: 'mail', to: { mail: email } } as const)
        : undefined
    await scope.commit(async (db) => {
      await users.hold(db, actor)
      // Of two changes that started from the same old password, the second fails.
      if ((await users.find(db, companyId, userId))?.passwordHash !== passwordHash)
        throw new AppError(securityErrors.wrongPassword, {
          errors: [{ field: 'oldPass', msg: securityErrors.wrongPassword.msg }],
        })
      await passwords.replace(db, actor, hash)
      const ended = await sessions.endAll(db, actor, 'password', sessionId)
      const values = { time: wallClock(origin.timeZone), ip: origin.ip }
      if (reached)
        await messages.enqueue(db, { companyId, template: 'passwordChanged', ...reached, values, byReader: true })
      noteSelf(scope, { after: { endedSessions: ended } })
    })
    sessions.forgetUser(userId)
    messages.wake()
    return null
  }
