import { securityErrors } from '@atrium/contract/features/security/security.errors.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Actor, AppError, type LooseScope } from '../../kernel/scope.ts'
import { changeHeld } from './held-change.ts'
import { noteSelf } from './note-self.ts'
import type { PasswordCheck } from './password-check.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { secondStepsRepository } from './second-steps.repository.ts'
import { hasSecondStep, type SecondSteps } from './second-steps.service.ts'

/**
 * Makes the call for ten new recovery codes, shown this once; the old ones no longer work. It throws what the password
 * check throws, and `secondStepFirst` when there is nothing they could stand in for.
 */
export const createRecoveryCodesCall =
  ({ steps, checkPassword }: { steps: SecondSteps; checkPassword: PasswordCheck }) =>
  async (scope: LooseScope<Actor>, { password }: { password: string }) => {
    noteSelf(scope)
    const { actor } = scope
    await checkPassword(actor, password)
    const codes = newRecoveryCodes()
    const work = async (db: Db) => {
      if (!hasSecondStep(await secondStepsRepository.guards(db, actor)))
        throw new AppError(securityErrors.secondStepFirst)
      await steps.replaceRecoveryCodes(db, actor, codes)
    }
    await changeHeld(scope, work, {})
    return { codes }
  }
