import type { OidcSettings, OidcWrite } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

export type StoredSettings = Omit<OidcSettings, 'issuer' | 'tenantIssuers'>

const columns = ({
  redirectUris,
  logoutUris,
  backchannelLogoutUri,
  grants,
  scopes,
  claims,
  pkce,
  secretBy,
  accessTtl,
  refreshTtl,
}: OidcWrite) => ({
  claims: JSON.stringify(claims),
  redirect_uris: redirectUris,
  logout_uris: logoutUris,
  grants,
  scopes,
  pkce,
  secret_by: secretBy,
  backchannel_uri: backchannelLogoutUri,
  access_seconds: accessTtl,
  refresh_seconds: refreshTtl,
})

/** How applications sign people in. */
export const oidcSettingsRepository = {
  find: (db: Db, appId: string): Promise<StoredSettings | undefined> =>
    db
      .selectFrom('open_app_oidc')
      .where('app_id', '=', appId)
      .select([
        'redirect_uris as redirectUris',
        'logout_uris as logoutUris',
        'backchannel_uri as backchannelLogoutUri',
        'grants',
        'scopes',
        'claims',
        'pkce',
        'version',
        'secret_by as secretBy',
        'access_seconds as accessTtl',
        'refresh_seconds as refreshTtl',
      ])
      .$castTo<StoredSettings>()
      .executeTakeFirst(),
  /** Which of these are keys of custom fields of users in use. */
  async userFields(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await db
      .selectFrom('custom_fields')
      .where('entity', '=', 'user')
      .where('removed_at', 'is', null)
      .where('status', '=', 1)
      .where(sql<boolean>`key = any(${keys}::text[])`)
      .select('key')
      .execute()
    return new Set(found.map(({ key }) => key))
  },
  /** Hosts of the acting company, if it is the top one of a tenant. */
  async verifiedHosts(db: Db): Promise<string[]> {
    const found = await db.selectFrom('tenant_domains').where('verified_at', 'is not', null).select('host').execute()
    return found.map(({ host }) => host).sort()
  },
  insert: (db: Db, appId: string, settings: OidcWrite, by: Person) =>
    db
      .insertInto('open_app_oidc')
      .values({
        company_id: sql<string>`acting_company()`,
        app_id: appId,
        updated_by: JSON.stringify(by),
        ...columns(settings),
      })
      .execute(),
  update: (db: Db, appId: string, settings: OidcWrite, by: Person) =>
    db
      .updateTable('open_app_oidc')
      .set({ ...columns(settings), ...updateStamps(by) })
      .where('app_id', '=', appId)
      .execute(),
}
