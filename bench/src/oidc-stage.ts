import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import type { createCall } from './console-calls.ts'
import type { AppSecret } from './signed-calls.ts'

export const callback = 'https://erp.example.cn/callback'
const scopes = ['openid', 'profile'] as const

/** Builds an application that signs people in, and gets tokens of its own. */
export const addOidcApp = async (call: ReturnType<typeof createCall>): Promise<AppSecret> => {
  const { id } = await call(openAppsContract.create, { body: { name: '单点登录' } })
  const { secret } = await call(openAppsContract.addSecret, { params: { id }, body: {} })
  const { appKey } = await call(openAppsContract.get, { params: { id } })
  await call(openAppsContract.updateOidc, {
    params: { id },
    body: {
      redirectUris: [callback],
      scopes: [...scopes],
      version: 0,
      grants: ['authorization_code', 'refresh_token', 'client_credentials'],
    },
  })
  return { appKey, secret }
}

/** What autovacuum does within a minute, so that both measurements plan alike. */
const analyze = 'vacuum analyze oidc_models, sessions'
export const analyzeGrants = (ownerUrl: string) => asOwner(ownerUrl, (client) => client.query(analyze))

/** Adds live grants like one that exists: as many of its person, who signed in that often. */
export const addGrants = (ownerUrl: string, many: number) =>
  asOwner(ownerUrl, async (client) => {
    await client.query(
      `insert into oidc_models (company_id, id, kind, key, sealed, user_id, app_id, session_id)
       select grants.company_id, (left(grants.id::text, 14) || substr(gen_random_uuid()::text, 15))::uuid, 'Grant',
         sha256(n::text::bytea), sealed, user_id, app_id, session_id
       from (select * from oidc_models where kind = 'Grant' limit 1) grants, generate_series(1, $1::int) n`,
      [many],
    )
    await client.query(analyze)
  })
