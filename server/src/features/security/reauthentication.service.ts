import { proofMinutes, type securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { orNotFound } from '../../kernel/db/crud-handlers.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Limits } from '../../kernel/limits.ts'
import { type Actor, AppError, type LooseScope, ownerOf } from '../../kernel/scope.ts'
import type { SessionService } from '../session/index.ts'
import { users } from '../users/index.ts'
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
/** So many wrong ones, and the session proves nothing for the rest of a quarter of an hour: whose it is should know how. */
const mostWrong = 5
const windowSeconds = 15 * 60

/** Where somebody's passwords and second steps are: at home, whatever company he acts or is a member in. */
const accountOf = (actor: Actor): Owner => actor.principal ?? ownerOf(actor)

/** Proofs that somebody who is signed in is who he is, for calls that want a fresh one (wire §1, code 111). */
export const createProofs = ({ database, limits, sessions, steps, checkPassword }: Ports) => {
  const tries = limits.counter({ name: 'security.proof', points: mostWrong, seconds: windowSeconds })
  const personOf = async (db: Db, actor: Actor) => {
    const { companyId, userId } = accountOf(actor)
    return orNotFound(await users.find(db, companyId, userId))
  }

  const isProof = async (actor: Actor, { type, password, ...proof }: Body): Promise<boolean> => {
    const { user, offered } = await database.transact(platform, async (db) => {
      const found = await personOf(db, actor)
      return { user: found, offered: await steps.proofsOf(db, found) }
    })
    if (!offered.some((each) => each.type === type)) return false
    if (type !== 'password') return steps.prove(user, { ...proof, type })
    await checkPassword(accountOf(actor), password)
    return true
  }

  return {
    /**
     * Asks the database, so that what was proved at another node counts here at once. Throws `secondStep` (111) with what
     * the person can prove himself with, unless he did so in this session within the last minutes.
     */
    require: (actor: Actor): Promise<void> =>
      database.transact(platform, async (db) => {
        if (await sessions.isProved(db, actor.sessionId, proofMinutes)) return
        const prove = await steps.proofsOf(db, await personOf(db, actor))
        throw new AppError(signInErrors.secondStep, { data: { prove } })
      }),

    /** Sends a code to the caller's own phone. Throws `methodOff` where that is no second step of his. */
    async sendCode(scope: LooseScope<Actor>) {
      noteSelf(scope)
      const user = await database.transact(platform, (db) => personOf(db, scope.actor))
      return steps.sendCode(user, scope.origin.ip)
    },

    /**
     * Takes a proof, and keeps when it was given, for this session alone. Throws `wrongSecondStep`, what the password check
     * throws, and `tooOften` after too many wrong ones.
     */
    async prove(scope: LooseScope<Actor>, body: Body) {
      const { sessionId } = scope.actor
      noteSelf(scope, { after: { method: body.type } })
      await tries.take(sessionId)
      if (!(await isProof(scope.actor, body))) throw new AppError(signInErrors.wrongSecondStep)
      await tries.forget(sessionId)
      await scope.commit(async (db) => {
        if (!(await sessions.prove(db, sessionId))) throw new AppError(kernelErrors.sessionInvalid)
      })
      return null
    },
  }
}
