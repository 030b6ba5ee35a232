import type { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { messages } from '@atrium/contract/kernel/fields.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { AppError, type DetachedScope } from '../../../kernel/scope.ts'
import type { Codes } from '../../communication/messages/index.ts'
import { users } from '../../people/users/index.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import type { Security } from '../security/index.ts'
import type { SignInService } from './sign-in.service.ts'

type Body = InputOf<typeof signInContract.send>['body']
type Ports = {
  database: Database
  settings: Settings
  codes: Codes
  security: Security
  signIn: SignInService
  requireCaptcha(uuid: string | undefined, answer: string | undefined): Promise<void>
}

/** Purpose of the code for each scene, and whether the phone must belong to an account. */
const purposes = {
  login: { purpose: 'login', onlyIfKnown: true },
  register: { purpose: 'register', onlyIfKnown: false },
  forget: { purpose: 'forget', onlyIfKnown: true },
} as const

export type SendCode = ReturnType<typeof createSendCode>

/** Sends a code by SMS: after a captcha, or for the second step to the user's own phone. */
export const createSendCode = ({ database, settings, codes, security, signIn, requireCaptcha }: Ports) => {
  const sendToOwnPhone = async ({ origin, note }: DetachedScope<null>) => {
    const user = await signIn.findOwner(origin)
    note({ actor: auditActor(user), entityId: user.id, entityName: user.name })
    return security.sendSecondCode(user, origin.ip)
  }

  const assertSceneOpen = async (scene: keyof typeof purposes) => {
    const values = await settings.read()
    if (scene === 'login' && !values['login.sms']) throw new AppError(signInErrors.methodOff)
    if (scene === 'register' && values['register.mode'] === 'closed') throw new AppError(signInErrors.methodOff)
  }

  return async (scope: DetachedScope<null>, { scene, phone, captcha, uuid }: Body) => {
    if (scene === 'second') return sendToOwnPhone(scope)
    const msg = messages.phoneRequired
    if (phone === undefined)
      throw new AppError({ code: kernelErrors.invalid.code, msg }, { errors: [{ field: 'phone', msg }] })
    await assertSceneOpen(scene)
    await requireCaptcha(uuid, captcha)
    const of = purposes[scene]
    const holder = of.onlyIfKnown
      ? await database.transact({ reach: 'platform' }, (db) => users.findByPhone(db, phone))
      : undefined
    const subject = { holder, contact: `phone:${phone}` }
    return codes.send({ ...of, channel: 'sms', to: { phone }, subject, ip: scope.origin.ip })
  }
}
