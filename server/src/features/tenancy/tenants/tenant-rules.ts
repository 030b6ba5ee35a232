import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { type Actor, AppError, refusalAt } from '../../../kernel/scope.ts'

/**
 * Throws `platformOnly` for users of other companies: these handlers see all rows, so permissions alone do not suffice.
 */
export const assertPlatformActor = ({ platform }: Pick<Actor, 'platform'>): void => {
  if (!platform) throw new AppError(companiesErrors.platformOnly)
}
/** Throws `timePast` unless the time is null or in the future. */
export const assertFutureTime = (time: string | null, field: string): void => {
  if (time !== null && Date.parse(time) <= Date.now()) throw refusalAt(companiesErrors.timePast, field)
}
