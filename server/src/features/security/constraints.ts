import { securityErrors } from '@atrium/contract/features/security/security.errors.ts'

/** Which refusal each constraint of the feature's tables stands for, when a race gets past the service. */
export const securityConstraints = {
  // A passkey that is registered already, with whomever: the sentence must not tell.
  passkeys__credential_id: { ...securityErrors.wrongPasskey, field: 'attestation' },
} as const
