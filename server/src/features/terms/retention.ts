/** What was let run out, once it has. */
export const termsLeftovers = ['delete from released_terms where expires_at < now()']
