import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import type { ErrorSpec } from '@atrium/contract/kernel/errors.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Database } from '../../../kernel/db/database.ts'
import type { Limits } from '../../../kernel/limits.ts'
import { passwordMatches } from '../../../kernel/password-hash.ts'
import { AppError } from '../../../kernel/scope.ts'
import { users } from '../../people/users/index.ts'
import type { Owner } from './second-steps.repository.ts'

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

const refuse = (spec: ErrorSpec, field: string) => new AppError(spec, { errors: [{ field, msg: spec.msg }] })

/**
 * Requires the caller's password before security settings change: a stolen session alone must not suffice. Takes the
 * field it was typed in.
 * @returns the stored user
 * @throws `passwordNeeded`, `wrongPassword`, and `tooOften` after ten wrong ones in 15 minutes across this feature
 */
export const createPasswordCheck = ({ database, limits }: { database: Database; limits: Limits }) => {
  const tries = limits.counter({ name: 'security.password', points: 10, seconds: 15 * 60 })
  return async ({ companyId, userId }: Owner, password: string | undefined, field = 'password') => {
    if (password === undefined) throw refuse(securityErrors.passwordNeeded, field)
    // Counted before verification, so that parallel calls cannot exceed the limit.
    await tries.take(userId)
    const user = orNotFound(await database.transact({ reach: 'platform' }, (db) => users.find(db, companyId, userId)))
    if (!(await passwordMatches(user.passwordHash, password))) throw refuse(securityErrors.wrongPassword, field)
    await tries.forget(userId)
    return user
  }
}
