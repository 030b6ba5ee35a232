import type { ClaimMapping } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import type { OidcGrant, OidcScope, SecretPlace } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import type { OpenAppKind } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'

export type StoredClient = {
  id: string
  companyId: string
  companyName: string
  /** The top company of its tenant. */
  topId: string
  /** The company is the operator's. */
  platform: boolean
  name: string
  kind: OpenAppKind
  home: string
  logoFile: string | null
  networks: readonly string[]
  redirectUris: string[]
  logoutUris: string[]
  backchannelLogoutUri: string
  grants: OidcGrant[]
  scopes: OidcScope[]
  claims: ClaimMapping[]
  pkce: boolean
  secretBy: SecretPlace
  accessTtl: number
  refreshTtl: number
  secrets: readonly { id: string; sealed: string }[]
}

export const oidcClientsRepository = {
  /** An application that signs people in, with its valid secrets; none that is locked, expired or of a closed company. */
  async find(db: Db, appKey: string): Promise<StoredClient | undefined> {
    const { rows } = await sql<StoredClient>`
      select app.id, app.company_id as "companyId", companies.name as "companyName", companies.top_id as "topId", companies.platform, app.name, app.kind,
        app.home, (select file_id from open_app_logos logo where logo.company_id = app.company_id and logo.app_id = app.id) as "logoFile",
        app.networks, oidc.redirect_uris as "redirectUris", oidc.logout_uris as "logoutUris", oidc.backchannel_uri as "backchannelLogoutUri", oidc.grants, oidc.scopes,
        oidc.claims, oidc.pkce, oidc.secret_by as "secretBy", oidc.access_seconds as "accessTtl", oidc.refresh_seconds as "refreshTtl",
        coalesce((select json_agg(json_build_object('id', secret.id, 'sealed', secret.sealed)) from open_app_secrets secret
          where secret.company_id = app.company_id and secret.app_id = app.id
            and revoked_at is null and (expire_at is null or expire_at > now())), '[]') as secrets
      from open_apps app
        join open_app_oidc oidc on oidc.company_id = app.company_id and oidc.app_id = app.id
        join companies on companies.id = app.company_id
      where app.app_key = ${appKey} and app.locked_at is null and (app.expire_at is null or app.expire_at > now())
        and oidc.grants <> '{}' and admission_of(companies, app.owner_id) in ('open', 'readOnly')`.execute(db)
    return rows[0]
  },
}
