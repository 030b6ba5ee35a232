/** Expired tickets. */
export const passwordRecoveryRetention = ['delete from recovery_tickets where expires_at < now()']
