import type { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { reauthenticationMinutes } from '@atrium/contract/kernel/reauthentication.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { type Actor, AppError, type DetachedScope, toOwner } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import type { SessionService } from '../session/index.ts'
import { noteSelf } from './note-self.ts'
import type { PasswordCheck } from './password-check.ts'
import type { Owner } from './second-steps.repository.ts'
import type { SecondSteps } from './second-steps.service.ts'

type Body = InputOf<typeof securityContract.prove>['body']
type Ports = {
  database: Database
  limits: Limits
  sessions: SessionService
  steps: SecondSteps
  checkPassword: PasswordCheck
}

const platform = { reach: 'platform' } as const
/** Wrong proofs after which the session is blocked for the window. */
const maxWrong = 5
const windowSeconds = 15 * 60

/** The account that holds password and second steps: the principal, or the user at home during a visit. */
const toPrincipal = (actor: Actor): Owner => actor.principal ?? toOwner(actor)

/** Reauthentication of signed-in callers, for calls that require it (decision 41, code 111). */
export const createReauthentication = ({ database, limits, sessions, steps, checkPassword }: Ports) => {
  const tries = limits.counter({ name: 'security.proof', points: maxWrong, seconds: windowSeconds })
  const loadPrincipal = async (db: Db, actor: Actor) => {
    const { companyId, userId } = toPrincipal(actor)
    return orNotFound(await users.find(db, companyId, userId))
  }

  const isValidProof = async (actor: Actor, { type, password, ...proof }: Body): Promise<boolean> => {
    const { user, offered } = await database.transact(platform, async (db) => {
      const found = await loadPrincipal(db, actor)
      return { user: found, offered: await steps.listReauthenticationMethods(db, found) }
    })
    if (!offered.some((each) => each.type === type)) return false
    if (type !== 'password') return steps.verify(user, { ...proof, type })
    await checkPassword(toPrincipal(actor), password)
    return true
  }

  return {
    /**
     * Reads the database, so that a reauthentication on another node counts at once.
     * @throws `secondStep` (111) with the available methods, unless the session was reauthenticated within the last
     *   minutes
     */
    require: (actor: Actor): Promise<void> =>
      database.transact(platform, async (db) => {
        if (await sessions.isReauthenticated(db, actor.sessionId, reauthenticationMinutes)) return
        const methods = await steps.listReauthenticationMethods(db, await loadPrincipal(db, actor))
        throw new AppError(signInErrors.secondStep, { data: { prove: methods } })
      }),

    /**
     * Sends a code to the caller's own phone.
     * @throws `methodOff` if SMS is not one of their second steps
     */
    async sendCode(scope: DetachedScope<Actor>) {
      noteSelf(scope)
      const user = await database.transact(platform, (db) => loadPrincipal(db, scope.actor))
      return steps.sendCode(user, scope.origin.ip)
    },

    /**
     * Verifies a proof and stores its time for this session only.
     * @throws `wrongSecondStep`, what the password check throws, and `tooOften` after too many wrong ones
     */
    async reauthenticate(scope: DetachedScope<Actor>, body: Body) {
      const { sessionId } = scope.actor
      noteSelf(scope, { after: { method: body.type } })
      await tries.take(sessionId)
      if (!(await isValidProof(scope.actor, body))) throw new AppError(signInErrors.wrongSecondStep)
      await tries.forget(sessionId)
      await scope.commit(async (db) => {
        if (!(await sessions.markReauthenticated(db, sessionId))) throw new AppError(kernelErrors.sessionInvalid)
      })
      return null
    },
  }
}
