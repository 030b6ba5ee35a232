import type { verifyBody } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type * as z from 'zod/mini'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { passwordMatches } from '../../../kernel/password-hash.ts'
import { AppError, type AuditNote, type DetachedScope } from '../../../kernel/scope.ts'
import { toNetwork } from '../../../kernel/to-network.ts'
import type { Codes } from '../../communication/messages/index.ts'
import type { UnknownAccount } from '../../people/users/index.ts'
import { canSignIn, type LoginUser, users } from '../../people/users/index.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { refusalMessages } from '../../tenancy/tenants/index.ts'
import type { Security } from '../security/index.ts'
import type { CaptchaService } from './captcha.service.ts'
import type { Queue, SignInGuard } from './sign-in.guard.ts'
import { signInRepository } from './sign-in.repository.ts'

type Body = z.output<typeof verifyBody>
type Scope = DetachedScope<null>
type Ports = {
  database: Database
  settings: Settings
  captchas: CaptchaService
  guard: SignInGuard
  codes: Codes
  security: Security
  unknownAccount: UnknownAccount
}

const platform = { reach: 'platform' } as const

/** Reasons for the sign-in log, hidden in the reply. */
const failureReason = (user: LoginUser | undefined, wrong: 'password' | 'code'): string => {
  if (!user) return 'unknown'
  if (refusalMessages[user.admission] !== undefined) return 'stopped'
  return user.status === 1 ? wrong : 'locked'
}
const noteOfUser = (user: LoginUser): AuditNote => ({
  actor: auditActor(user),
  entityId: user.id,
  entityName: user.name,
})

/** Refuses disabled users and closed companies, with the reason: the user has authenticated (codes 1003 and 1004). */
const refuseNotAdmitted = (user: LoginUser | undefined) => {
  if (user?.status === 0) throw new AppError(signInErrors.disabled)
  const msg = user?.status === 1 ? refusalMessages[user.admission] : undefined
  if (msg !== undefined) throw new AppError({ ...signInErrors.companyStopped, msg })
}

/** Sign-in methods. Each returns the authenticated user or refuses; the reason is only noted in the log. */
export const createFirstSteps = ({ database, settings, captchas, guard, codes, security, unknownAccount }: Ports) => {
  const toNote = (user: LoginUser | undefined, typed: string): AuditNote =>
    user ? noteOfUser(user) : { entityName: unknownAccount(typed) }
  /** Requires a captcha before sending a message, unless captchas are off. */
  const requireCaptcha = async (uuid: string | undefined, answer: string | undefined) => {
    if ((await settings.read()).captcha !== 'off') await checkCaptcha(uuid, answer)
  }
  const checkCaptcha = async (uuid: string | undefined, answer: string | undefined) => {
    // Committed on its own: a consumed captcha stays consumed whatever follows.
    const refusal = await database.transact(platform, (db) =>
      captchas.check(db, uuid, answer).catch((error: unknown) => error),
    )
    if (refusal) throw refusal
  }
  const noteFailure = (scope: Scope, user: LoginUser | undefined, wrong: 'password' | 'code', method: string) =>
    scope.note({ after: { method, reason: failureReason(user, wrong) } })

  /** Whether a user has signed in from the network before. */
  const isKnownAt = async (user: LoginUser | undefined, ip: string) => {
    if (!user) return false
    const addresses = await database.read(platform, (db) => signInRepository.listAddresses(db, user))
    return addresses.some((each) => toNetwork(each) === toNetwork(ip))
  }
  /** Unknown, wrong and locked accounts get the same reply, in words and in time. */
  const verifyPassword = async (scope: Scope, { account = '', password = '', uuid, captcha }: Body, queue: Queue) => {
    const { ip } = scope.origin
    const { captcha: mode, 'login.maxFail': maxFailures, ...values } = await settings.read()
    const most = {
      addressFailures: values['limits.failuresPerAddress'],
      accountFailures: values['limits.failuresPerAccount'],
    }
    const [found, user] = await database.transact(platform, (db) =>
      Promise.all([guard.readRisk(db, account, ip), users.findByAccount(db, account)]),
    )
    scope.note(toNote(user, account))
    await guard.assertAddress(ip, found, most, () => isKnownAt(user, ip))
    const risk = await guard.waitForTurn(found, queue, () =>
      database.transact(platform, (db) => guard.readRisk(db, account, ip)),
    )
    await guard.throttle(risk, most)
    if (guard.needsCaptcha(mode, risk, most)) await checkCaptcha(uuid, captcha)
    const matches = await passwordMatches(user?.passwordHash, password)
    if (matches && canSignIn(user)) {
      await guard.recordSuccess(account, ip, risk)
      return user
    }
    noteFailure(scope, user, 'password', 'password')
    if (matches) refuseNotAdmitted(user)
    const failed = await guard.recordFailure(account, ip, maxFailures)
    const needCaptcha = guard.needsCaptcha(mode, { ...risk, failed }, most)
    throw new AppError(signInErrors.wrongCredentials, { data: { needCaptcha } })
  }
  const passwordStep = (scope: Scope, body: Body) =>
    guard.runInQueue(body.account ?? '', scope.origin.ip, (line) => verifyPassword(scope, body, line))

  const assertMethodOn = (on: boolean, spec: ErrorSpec = signInErrors.methodOff) => {
    if (!on) throw new AppError(spec)
  }

  const smsStep = async (scope: Scope, { phone = '', uuid, code }: Body) => {
    assertMethodOn((await settings.read())['login.sms'])
    const user = await database.transact(platform, (db) => users.findByPhone(db, phone))
    scope.note({ ...toNote(user, phone), after: { method: 'sms', reason: failureReason(user, 'code') } })
    await codes.redeem({ purpose: 'login', subject: { holder: user, contact: `phone:${phone}` }, uuid, code })
    refuseNotAdmitted(user)
    if (!canSignIn(user)) throw new AppError(signInErrors.wrongSentCode)
    return user
  }

  const passkeyStep = async (scope: Scope, { uuid = '', assertion = {} }: Body) => {
    assertMethodOn((await settings.read())['login.passkey'])
    scope.note({ after: { method: 'passkey' } })
    const owner = await security.passkeyOwner(uuid, assertion)
    if (!owner) throw new AppError(signInErrors.wrongPasskey)
    const user = await database.transact(platform, (db) => users.find(db, owner.companyId, owner.userId))
    if (user) scope.note(noteOfUser(user))
    if (!canSignIn(user)) {
      noteFailure(scope, user, 'code', 'passkey')
      refuseNotAdmitted(user)
      throw new AppError(signInErrors.wrongPasskey)
    }
    return user
  }

  /** Refuses a user who has proved who they are and may not sign in, with the reason. */
  const admit = (scope: Scope, user: LoginUser, method: string) => {
    scope.note(noteOfUser(user))
    if (canSignIn(user)) return
    noteFailure(scope, user, 'code', method)
    refuseNotAdmitted(user)
    throw new AppError(signInErrors.disabled)
  }

  return { admit, password: passwordStep, sms: smsStep, passkey: passkeyStep, requireCaptcha }
}
