import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/scope.ts'

export type NewLink = { providerCompanyId: string; providerId: string; subjectHash: Buffer; name: string }

/** Needs platform reach: a provider of the platform signs in people of all companies. */
export const linksRepository = {
  /** The account that an outside identity signs in. */
  findOwner: (db: Db, providerId: string, subjectHash: Buffer) =>
    db
      .selectFrom('identity_links')
      .where('provider_id', '=', providerId)
      .where('subject_hash', '=', subjectHash)
      .select(['company_id as companyId', 'user_id as userId'])
      .executeTakeFirst(),
  ofUser: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('identity_links')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .select(['id', 'provider_id as providerId', 'name', 'created_at as createTime', 'used_at as lastTime'])
      .execute(),
  find: (db: Db, { companyId, userId }: Owner, id: string) =>
    db
      .selectFrom('identity_links')
      .innerJoin('identity_providers', 'identity_providers.id', 'identity_links.provider_id')
      .where('identity_links.company_id', '=', companyId)
      .where('identity_links.user_id', '=', userId)
      .where('identity_links.id', '=', id)
      .select(['identity_links.id', 'provider_id as providerId', 'identity_providers.name as provider'])
      .executeTakeFirst(),

  /** Whether it was added; false if the identity or the account is linked already. Decides races. */
  async insert(db: Db, { companyId, userId }: Owner, link: NewLink): Promise<boolean> {
    const added = await db
      .insertInto('identity_links')
      .values({
        company_id: companyId,
        id: newId(),
        user_id: userId,
        name: link.name,
        provider_company_id: link.providerCompanyId,
        provider_id: link.providerId,
        subject_hash: link.subjectHash,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return added !== undefined
  },
  touch: (db: Db, { companyId, userId }: Owner, providerId: string) =>
    db
      .updateTable('identity_links')
      .set({ used_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('provider_id', '=', providerId)
      .execute(),
  remove: (db: Db, { companyId }: Owner, id: string) =>
    db.deleteFrom('identity_links').where('company_id', '=', companyId).where('id', '=', id).execute(),
}
