/** Expired challenges and trusted devices. */
export const securityRetention = [
  'delete from passkey_challenges where expires_at < now()',
  'delete from trusted_devices where expires_at < now()',
]
