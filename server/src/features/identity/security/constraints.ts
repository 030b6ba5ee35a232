import { securityErrors } from '@atrium/contract/features/identity/security/security.errors.ts'

/** Error for each table constraint, when a race gets past the service. */
export const securityConstraints = {
  // The passkey may belong to any account: the message must not reveal that.
  passkeys__credential_id: { ...securityErrors.wrongPasskey, field: 'attestation' },
} as const
