/** Expired codes. */
export const messagesRetention = ['delete from verification_codes where expires_at < now()']
