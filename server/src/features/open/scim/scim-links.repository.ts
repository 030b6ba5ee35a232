import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Actor } from '../../../kernel/scope.ts'

/** What an application calls a user. */
export type ScimLink = {
  userName: string
  externalId: string | null
  givenName: string
  familyName: string
  formattedName: string
  /** Whether it has given the name that is shown; otherwise that is made of the others. */
  hasDisplayName: boolean
}

const ofApp = (db: Db, { companyId, userId: appId }: Actor) =>
  db.selectFrom('open_app_scim_users as link').where('link.company_id', '=', companyId).where('link.app_id', '=', appId)

/** Names that an application gives to users of its company. */
export const scimLinksRepository = {
  /** The user that it calls so, and whether they were moved to the recycle bin. */
  byUserName: (db: Db, actor: Actor, userName: string) =>
    ofApp(db, actor)
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'link.company_id').onRef('users.id', '=', 'link.user_id'),
      )
      .where(sql<boolean>`lower(link.user_name) = lower(${userName})`)
      .select(['link.user_id as userId', sql<boolean>`users.deleted_at is not null`.as('removed')])
      .executeTakeFirst(),

  save(db: Db, { companyId, userId: appId }: Actor, userId: string, link: ScimLink) {
    const columns = {
      user_name: link.userName,
      external_id: link.externalId,
      given_name: link.givenName,
      family_name: link.familyName,
      formatted_name: link.formattedName,
      has_display_name: link.hasDisplayName,
    }
    return db
      .insertInto('open_app_scim_users')
      .values({ company_id: companyId, app_id: appId, user_id: userId, ...columns })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'app_id', 'user_id']).doUpdateSet({
          ...columns,
          updated_at: sql<string>`now()`,
          version: sql<number>`open_app_scim_users.version + 1`,
        }),
      )
      .execute()
  },
}
