import { securityErrors } from '@atrium/contract/features/security/security.errors.ts'
import { AppError } from '../../kernel/scope.ts'

/**
 * The answer 111: more is needed, and this is what. Nothing has changed yet that counts, so the audit log hears of the
 * next call only.
 */
export const setUpWith = (data: object): AppError => new AppError(securityErrors.setUp, { data })
