import type { verifyBody } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { newPassword as newPasswordField } from '@atrium/contract/kernel/fields.ts'
import type * as z from 'zod/mini'
import type { Database } from '../../kernel/db/database.ts'
import type { Authentication } from '../../kernel/http/admit.ts'
import { newToken } from '../../kernel/ids.ts'
import type { Limits } from '../../kernel/limits.ts'
import { AppError, type LooseScope, type TemporaryActor } from '../../kernel/scope.ts'
import { digest } from '../../kernel/secrets.ts'
import type { Settings } from '../base-parameters/index.ts'
import type { SessionService } from '../session/index.ts'
import { hashPassword, passwordMatches, users } from '../users/index.ts'
import type { CaptchaService } from './captcha.service.ts'
import { signInRepository } from './sign-in.repository.ts'

const attemptSeconds = 300
/** From this many wrong passwords on, the `risk` policy asks for a captcha. */
const riskyFailures = 3
/** Temporary tokens look different, so that no look-up ever takes one for a session's token. */
const temporaryPrefix = 't_'
const platform = { reach: 'platform' } as const

type Ports = {
  database: Database
  limits: Limits
  settings: Settings
  sessions: SessionService
  captchas: CaptchaService
}
export type SignInService = ReturnType<typeof createSignInService>

export const createSignInService = ({ database, limits, settings, sessions, captchas }: Ports) => {
  // Counted by account and address together, so that nobody can lock another out from afar (threat T9).
  const failures = limits.counter({ name: 'signIn.failures', points: 1000, seconds: 15 * 60 })

  const refuseTooMany = async (failed: number) => {
    const { 'login.maxFail': most } = await settings.read()
    if (failed >= most)
      throw new AppError(signInErrors.tooManyFailures, { data: { retryAfter: 15 * 60, needCaptcha: true } })
  }
  const checkCaptcha = async (failed: number, body: z.output<typeof verifyBody>) => {
    const { captcha: mode } = await settings.read()
    if (mode === 'off' || (mode === 'risk' && failed < riskyFailures)) return
    // The check commits by itself: a consumed captcha stays consumed whatever follows.
    const refusal = await database.transact(platform, (db) =>
      captchas.check(db, body.uuid, body.captcha).catch((error: unknown) => error),
    )
    if (refusal) throw refusal
  }
  const refusePassword = ({ code, msg }: ErrorSpec) =>
    new AppError({ code, msg }, { errors: [{ field: 'newPassword', msg }] })
  /** The hash of the password that replaces a first one, once it has been judged. */
  const changedPassword = async (password: string | undefined, currentHash: string): Promise<string> => {
    if (password === undefined) throw new AppError(signInErrors.changePassword, { data: { next: 'changePassword' } })
    const { 'password.maxLen': longest } = await settings.read()
    const parsed = newPasswordField.safeParse(password)
    const problem = parsed.success
      ? password.length > longest && `密码不符合规则：最多 ${longest} 位`
      : parsed.error.issues[0]?.message
    if (problem) throw refusePassword({ ...signInErrors.weakPassword, msg: problem })
    if (await passwordMatches(currentHash, password)) throw refusePassword(signInErrors.samePassword)
    return hashPassword(password)
  }

  return {
    /** Password and captcha. Unknown, wrong and locked are answered alike, in words and in time (threats T10, T11). */
    async verify(scope: LooseScope<null>, body: z.output<typeof verifyBody>) {
      const pair = digest(`${body.account.toLowerCase()} ${scope.origin.ip}`).toString('base64url')
      const failed = await failures.count(pair)
      await refuseTooMany(failed)
      await checkCaptcha(failed, body)
      const user = await database.transact(platform, (db) => users.findByAccount(db, body.account))
      if (user) scope.note({ actor: user, entityId: user.id, entityName: user.name })
      else scope.note({ entityName: body.account })
      const matches = await passwordMatches(user?.passwordHash, body.password)
      if (!user || !matches || user.status !== 1 || user.companyStatus !== 1) {
        await failures.take(pair)
        const { captcha: mode } = await settings.read()
        const needCaptcha = mode === 'always' || (mode === 'risk' && failed + 1 >= riskyFailures)
        throw new AppError(signInErrors.wrongCredentials, { data: { needCaptcha } })
      }
      if (failed > 0) await failures.forget(pair)
      const tempToken = temporaryPrefix + newToken()
      const device = { deviceId: body.device?.id ?? '', deviceName: body.device?.name ?? '' }
      const { companyId, id: userId, mustChangePassword } = user
      const attempt = { tokenHash: digest(tempToken), companyId, userId, ...device }
      await scope.commit((db) => signInRepository.insertAttempt(db, attempt, attemptSeconds))
      return {
        tempToken,
        expires: attemptSeconds,
        next: mustChangePassword ? ('changePassword' as const) : ('none' as const),
      }
    },

    /** What a temporary token stands for; undefined when the token is of another kind. */
    async authenticate(token: string): Promise<Authentication | undefined> {
      if (!token.startsWith(temporaryPrefix)) return undefined
      const tokenHash = digest(token)
      const attempt = await database.transact(platform, (db) => signInRepository.findAttempt(db, tokenHash))
      if (!attempt) return { kind: 'ended', msg: signInErrors.attemptExpired.msg }
      return { kind: 'temporary', actor: { ...attempt, tokenHash } }
    },

    /** The last step: the attempt is taken, a forced password change made, and a session opened. */
    async finish(scope: LooseScope<TemporaryActor>, newPassword: string | undefined) {
      const { actor, origin } = scope
      const { companyId, userId } = actor
      const user = await database.transact(platform, (db) => users.find(db, companyId, userId))
      if (!user) throw new AppError(signInErrors.attemptExpired)
      scope.note({ actor: { companyId, id: user.id, name: user.name }, entityId: user.id, entityName: user.name })
      const passwordHash = user.mustChangePassword ? await changedPassword(newPassword, user.passwordHash) : undefined
      return scope.commit(async (db) => {
        const device = await signInRepository.takeAttempt(db, actor.tokenHash)
        if (!device) throw new AppError(signInErrors.attemptExpired)
        if (passwordHash) await users.setPassword(db, companyId, userId, passwordHash)
        return sessions.open(db, actor, device, origin)
      })
    },
  }
}
