import { registrationsErrors } from '@atrium/contract/features/registrations/registrations.errors.ts'

/** Which refusal each constraint of the feature's tables stands for, when a race gets past the service. */
export const registrationConstraints = {
  registrations__account: { ...registrationsErrors.accountTaken, field: 'account' },
  registrations__phone: { ...registrationsErrors.phoneTaken, field: 'phone' },
} as const
