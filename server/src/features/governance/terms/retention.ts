/** Releases whose term has ended. */
export const termsRetention = ['delete from released_terms where expires_at < now()']
