import type { ClaimMapping } from '@atrium/contract/features/open/oidc/oidc-claims.ts'
import type { OidcScope } from '@atrium/contract/features/open/oidc/oidc-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../kernel/db/database.ts'
import { andVisibleUser, type Viewer } from '../../../access/row-scopes/index.ts'

type Asked = { appKey: string; scopes: OidcScope[]; claims: ClaimMapping[] }

export const claimsPreviewRepository = {
  /** What an application asks for, if the user exists and is in the caller's row scope. */
  async find(db: Db, actor: Viewer, appId: string, userId: string): Promise<Asked | undefined> {
    const { rows } = await sql<Asked>`
      select app.app_key as "appKey", coalesce(oidc.scopes, '{}') as scopes, coalesce(oidc.claims, '[]') as claims
      from open_apps app
        left join open_app_oidc oidc on oidc.company_id = app.company_id and oidc.app_id = app.id
        join users on users.company_id = app.company_id and users.id = ${userId}
      where app.id = ${appId} ${andVisibleUser(actor, 'users.id')}`.execute(db)
    return rows[0]
  },
}
