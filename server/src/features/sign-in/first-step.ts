import type { verifyBody } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import type * as z from 'zod/mini'
import { auditActor } from '../../kernel/audit-actor.ts'
import type { Database } from '../../kernel/db/database.ts'
import { AppError, type AuditNote, type LooseScope } from '../../kernel/scope.ts'
import type { Settings } from '../base-parameters/index.ts'
import { closedDoors } from '../companies/index.ts'
import type { Codes } from '../messages/index.ts'
import type { Security } from '../security/index.ts'
import type { UnknownAccount } from '../users/index.ts'
import { type KnownUser, mayEnter, passwordMatches, users } from '../users/index.ts'
import type { CaptchaService } from './captcha.service.ts'
import type { Line, SignInGuard } from './sign-in.guard.ts'

type Body = z.output<typeof verifyBody>
type Scope = LooseScope<null>
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

/** What the answer hides, the sign-in log may know. */
const reasonFor = (user: KnownUser | undefined, wrong: 'password' | 'code'): string => {
  if (!user) return 'unknown'
  if (closedDoors[user.door] !== undefined) return 'stopped'
  return user.status === 1 ? wrong : 'locked'
}
const noteOfUser = (user: KnownUser): AuditNote => ({
  actor: auditActor(user),
  entityId: user.id,
  entityName: user.name,
})

/**
 * Somebody who was disabled, or is in order and his company is not: since he has proved himself he may know why he cannot come
 * in (wire §18, 1003 and 1004).
 */
const refuseClosed = (user: KnownUser | undefined) => {
  if (user?.status === 0) throw new AppError(signInErrors.disabled)
  const msg = user?.status === 1 ? closedDoors[user.door] : undefined
  if (msg !== undefined) throw new AppError({ ...signInErrors.companyStopped, msg })
}

/** The ways in. Each gives the person who proved himself, or refuses; what it refuses for is noted, never told. */
export const createFirstSteps = ({ database, settings, captchas, guard, codes, security, unknownAccount }: Ports) => {
  const noteOf = (user: KnownUser | undefined, typed: string): AuditNote =>
    user ? noteOfUser(user) : { entityName: unknownAccount(typed) }
  /** A stranger who wants something sent solves a captcha, unless captchas are off. */
  const proveHuman = async (uuid: string | undefined, answer: string | undefined) => {
    if ((await settings.read()).captcha !== 'off') await solve(uuid, answer)
  }
  const solve = async (uuid: string | undefined, answer: string | undefined) => {
    // The check commits by itself: a consumed captcha stays consumed whatever follows.
    const refusal = await database.transact(platform, (db) =>
      captchas.check(db, uuid, answer).catch((error: unknown) => error),
    )
    if (refusal) throw refusal
  }
  const refuse = (scope: Scope, user: KnownUser | undefined, wrong: 'password' | 'code', method: string) =>
    scope.note({ after: { method, reason: reasonFor(user, wrong) } })

  /** Unknown, wrong and locked are answered alike, in words and in time (threats T10, T11). */
  const judgePassword = async (scope: Scope, { account = '', password = '', uuid, captcha }: Body, line: Line) => {
    const { ip } = scope.origin
    const { captcha: mode, 'login.maxFail': most } = await settings.read()
    const [found, user] = await database.transact(platform, (db) =>
      Promise.all([guard.risk(db, account, ip), users.findByAccount(db, account)]),
    )
    scope.note(noteOf(user, account))
    const risk = await guard.inTurn(found, line, () => database.transact(platform, (db) => guard.risk(db, account, ip)))
    await guard.hold(risk)
    if (guard.wantsCaptcha(mode, risk)) await solve(uuid, captcha)
    const matches = await passwordMatches(user?.passwordHash, password)
    if (matches && mayEnter(user)) {
      await guard.succeeded(account, ip, risk)
      return user
    }
    refuse(scope, user, 'password', 'password')
    if (matches) refuseClosed(user)
    const failed = await guard.failed(account, ip, most)
    const needCaptcha = guard.wantsCaptcha(mode, { ...risk, failed })
    throw new AppError(signInErrors.wrongCredentials, { data: { needCaptcha } })
  }
  const byPassword = (scope: Scope, body: Body) =>
    guard.attempt(body.account ?? '', scope.origin.ip, (line) => judgePassword(scope, body, line))

  const refuseMethod = (on: boolean, spec: ErrorSpec = signInErrors.methodOff) => {
    if (!on) throw new AppError(spec)
  }

  const bySms = async (scope: Scope, { phone = '', uuid, code }: Body) => {
    refuseMethod((await settings.read())['login.sms'])
    const user = await database.transact(platform, (db) => users.findByPhone(db, phone))
    scope.note({ ...noteOf(user, phone), after: { method: 'sms', reason: reasonFor(user, 'code') } })
    await codes.redeem({ purpose: 'login', subject: `phone:${phone}`, uuid, code })
    refuseClosed(user)
    if (!mayEnter(user)) throw new AppError(signInErrors.wrongSentCode)
    return user
  }

  const byPasskey = async (scope: Scope, { uuid = '', assertion = {} }: Body) => {
    refuseMethod((await settings.read())['login.passkey'])
    scope.note({ after: { method: 'passkey' } })
    const owner = await security.passkeyOwner(uuid, assertion)
    if (!owner) throw new AppError(signInErrors.wrongPasskey)
    const user = await database.transact(platform, (db) => users.find(db, owner.companyId, owner.userId))
    if (user) scope.note(noteOfUser(user))
    if (!mayEnter(user)) {
      refuse(scope, user, 'code', 'passkey')
      refuseClosed(user)
      throw new AppError(signInErrors.wrongPasskey)
    }
    return user
  }

  return { password: byPassword, sms: bySms, passkey: byPasskey, proveHuman }
}
