/** Tickets nobody used. */
export const passwordRecoveryLeftovers = ['delete from recovery_tickets where expires_at < now()']
