import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { firstPage } from './compare-list.ts'
import { createCall } from './console-calls.ts'
import type { AppSecret } from './signed-calls.ts'

const openPath = '/open/v1/bench'
export const [, query = ''] = firstPage.split('?')
export { openPath }

/**
 * Opens the list that is measured.
 * @returns builds applications that may call it, by their daily quota
 */
export const openList = async (base: string, token: string, ownerUrl: string) => {
  const call = createCall(base, token)
  const apiId = await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from apis where method = $1 and path = $2', [
      'GET',
      firstPage.split('?')[0],
    ])
    return rows[0]?.id ?? null
  })
  const { id } = await call(openApisContract.create, {
    body: {
      code: 'bench',
      name: '标尺',
      category: '标尺',
      method: 'GET',
      path: openPath,
      kind: 'own',
      apiId,
    },
  })
  await call(openApisContract.issue, { params: { id } })
  return async (name: string, perDay: number | null): Promise<AppSecret> => {
    const app = await call(openAppsContract.create, { body: { name, rate: { perMinute: null, perDay } } })
    const params = { id: app.id }
    const { secret } = await call(openAppsContract.addSecret, { params, body: {} })
    await call(openAppsContract.grant, { params, body: { apiIds: [id] } })
    const { appKey } = await call(openAppsContract.get, { params })
    return { appKey, secret }
  }
}
