/** Codes nobody used. */
export const messagesLeftovers = ['delete from verification_codes where expires_at < now()']
