/** Deletes users 30 days after they were moved to the recycle bin; dependent rows cascade. */
export const usersRetention = [`delete from users where deleted_at < now() - interval '30 days'`]
