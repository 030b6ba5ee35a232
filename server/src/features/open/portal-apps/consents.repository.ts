import type { Consent, SsoScope } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'

const ofUser = (db: Db, { companyId, userId }: Owner) =>
  db
    .selectFrom('app_consents as consent')
    .innerJoin('open_apps as app', (join) =>
      join.onRef('app.company_id', '=', 'consent.app_company_id').onRef('app.id', '=', 'consent.app_id'),
    )
    .innerJoin('companies as offering', 'offering.id', 'app.company_id')
    .where('consent.company_id', '=', companyId)
    .where('consent.user_id', '=', userId)
    .select(['consent.app_id as appId', 'app.name', 'offering.name as company', 'consent.scopes'])
    .select('consent.created_at as time')
    .$castTo<Consent>()

/** What users allow applications to learn. Requires platform reach. */
export const consentsRepository = {
  list: (db: Db, owner: Owner): Promise<Consent[]> => ofUser(db, owner).orderBy('consent.created_at', 'desc').execute(),
  find: (db: Db, owner: Owner, appId: string): Promise<Consent | undefined> =>
    ofUser(db, owner).where('consent.app_id', '=', appId).executeTakeFirst(),

  save: (db: Db, { companyId, userId }: Owner, app: { id: string; companyId: string }, scopes: SsoScope[]) =>
    db
      .insertInto('app_consents')
      .values({ company_id: companyId, user_id: userId, app_id: app.id, app_company_id: app.companyId, scopes })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'app_id']).doUpdateSet({ scopes }))
      .execute(),
  /** Takes a consent back, with the tickets that were issued by it. */
  async remove(db: Db, { companyId, userId }: Owner, appId: string) {
    await db
      .deleteFrom('app_consents')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('app_id', '=', appId)
      .execute()
    await db
      .deleteFrom('sso_tickets')
      .where('user_company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('app_id', '=', appId)
      .execute()
  },
}
