/** Challenges nobody signed, and trust that has run out. */
export const securityLeftovers = [
  'delete from passkey_challenges where expires_at < now()',
  'delete from trusted_devices where expires_at < now()',
]
