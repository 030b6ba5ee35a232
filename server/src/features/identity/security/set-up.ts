import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'
import { AppError } from '../../../kernel/scope.ts'

/** Code 111: another call is needed, with this data. Nothing has changed yet, so only the next call is audited. */
export const setUpRequired = (data: object): AppError => new AppError(securityErrors.setUp, { data })
