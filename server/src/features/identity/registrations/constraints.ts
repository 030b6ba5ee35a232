import { registrationsErrors } from '@atrium/contract/features/identity/registrations/registrations.errors.ts'

/** Error for each table constraint, when a race gets past the service. */
export const registrationConstraints = {
  registrations__account: { ...registrationsErrors.accountTaken, field: 'account' },
  registrations__phone: { ...registrationsErrors.phoneTaken, field: 'phone' },
} as const
