import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

const ofUser = (db: Db, { companyId, userId }: Owner, providerId: string) =>
  db
    .selectFrom('identity_mapped')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('provider_id', '=', providerId)

/** Roles and organisations that a provider's rules have given a person. */
export const mappedRepository = {
  of: async (db: Db, owner: Owner, providerId: string): Promise<string[]> =>
    (await ofUser(db, owner, providerId).select('target_id').execute()).map((row) => row.target_id),
  async change(
    db: Db,
    { companyId, userId }: Owner,
    providerId: string,
    { given, over }: { given: readonly string[]; over: readonly string[] },
  ) {
    const key = { company_id: companyId, user_id: userId, provider_id: providerId }
    if (over.length > 0)
      await db
        .deleteFrom('identity_mapped')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .where('provider_id', '=', providerId)
        .where('target_id', 'in', over)
        .execute()
    if (given.length > 0)
      await db
        .insertInto('identity_mapped')
        .values(given.map((target_id) => ({ ...key, target_id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  },
}
