/** Users who have lain in the recycle bin for thirty days; what was theirs goes with them. */
export const usersLeftovers = [`delete from users where deleted_at < now() - interval '30 days'`]
