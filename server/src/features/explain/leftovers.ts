/** How a denial was found is kept for thirty days (beyond N1). */
export const explainLeftovers = [`delete from denials where denied_at < now() - interval '30 days'`]
