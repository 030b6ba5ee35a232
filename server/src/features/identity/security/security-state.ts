import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import type { RequestScope } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import type { Passwords } from '../password-policies/index.ts'
import type { SessionService } from '../session/index.ts'
import { secondStepsRepository } from './second-steps.repository.ts'
import { hasSecondStep } from './second-steps.service.ts'

/**
 * Weight of each protection; the sum is 100. A second step outweighs everything else, since it stops a stolen password.
 */
const weights = { freshPassword: 20, phone: 15, mail: 15, secondStep: 35, recoveryCodes: 5, signInNotice: 10 } as const

/** How well an account is protected, 0 to 100. */
const toScore = (guards: Record<keyof typeof weights, boolean>): number =>
  Object.entries(weights).reduce(
    (sum, [guard, weight]) => sum + (guards[guard as keyof typeof weights] ? weight : 0),
    0,
  )

/** The caller's security settings and score. */
export const createSecurityState =
  ({ passwords, sessions }: { passwords: Passwords; sessions: SessionService }) =>
  async ({ db, actor }: RequestScope) => {
    const user = orNotFound(await users.find(db, actor.companyId, actor.userId))
    const on = await secondStepsRepository.guards(db, actor)
    const policy = await passwords.getPolicy(actor.companyId, db)
    const { expired, expiresInDays, remind } = passwords.getExpiry(policy, user.passwordTime)
    const score = toScore({
      freshPassword: !expired,
      phone: user.phone !== null,
      mail: user.email !== null,
      secondStep: hasSecondStep(on),
      recoveryCodes: on.recovery > 0,
      signInNotice: user.signInNotice,
    })
    return {
      score,
      policy,
      password: { time: user.passwordTime, expiresInDays, remind },
      phone: maskedPhone(user.phone),
      mail: maskedMail(user.email),
      ...on,
      loginNotice: user.signInNotice,
      sessions: await sessions.count(db, actor),
    }
  }
