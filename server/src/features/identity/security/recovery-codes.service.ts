import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type Actor, AppError, type DetachedScope } from '../../../kernel/scope.ts'
import { changeUserLocked } from './locked-change.ts'
import { noteSelf } from './note-self.ts'
import type { PasswordCheck } from './password-check.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { secondStepsRepository } from './second-steps.repository.ts'
import { hasSecondStep, type SecondSteps } from './second-steps.service.ts'

/**
 * Creates the handler for ten new recovery codes, shown once; the old ones stop working. It throws what the password
 * check throws, and `secondStepFirst` without a second step.
 */
export const createRecoveryCodesReplacement =
  ({ steps, checkPassword }: { steps: SecondSteps; checkPassword: PasswordCheck }) =>
  async (scope: DetachedScope<Actor>, { password }: { password: string }) => {
    noteSelf(scope)
    const { actor } = scope
    await checkPassword(actor, password)
    const codes = newRecoveryCodes()
    const work = async (db: Db) => {
      if (!hasSecondStep(await secondStepsRepository.guards(db, actor)))
        throw new AppError(securityErrors.secondStepFirst)
      await steps.replaceRecoveryCodes(db, actor, codes)
    }
    await changeUserLocked(scope, work, {})
    return { codes }
  }
