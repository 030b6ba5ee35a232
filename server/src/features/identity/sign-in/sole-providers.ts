import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError } from '../../../kernel/scope.ts'
import { isAdministrator } from '../../access/authorization/index.ts'
import type { Workplace as AnyWorkplace } from '../../people/users/index.ts'

/** A company to work in; `needsSecondStep`: its administrators come back by a password and a second step. */
export type Workplace = AnyWorkplace & { needsSecondStep?: true }

/**
 * Leaves out companies whose tenant lets people sign in by its identity providers alone, unless one of them was used,
 * or the person administers the company.
 * @throws `ssoOnly` if none is left
 */
export const admitByProvider = async (
  db: Db,
  workplaces: readonly AnyWorkplace[],
  providerId: string | undefined,
): Promise<Workplace[]> => {
  const admitted: Workplace[] = []
  for (const workplace of workplaces) {
    const { policy, companyId, userId } = workplace
    const isAdmitted = !policy?.providers || (providerId !== undefined && policy.providers.includes(providerId))
    if (isAdmitted) admitted.push(workplace)
    else if (await isAdministrator(db, { companyId, userId })) admitted.push({ ...workplace, needsSecondStep: true })
  }
  if (admitted.length === 0 && workplaces.length > 0) throw new AppError(signInErrors.ssoOnly)
  return admitted
}
