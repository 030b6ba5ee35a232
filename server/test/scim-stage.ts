import { appScimContract } from '@atrium/contract/features/open/open-apps/app-scim.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import type { TestApp } from './harness.ts'
import { createOpenStage } from './open-stage.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Settings = Partial<RequestOf<typeof appScimContract.updateScim>['body']>
type Json = Record<string, unknown>
/** An answer; `body` loosely typed, as programs of others read it. */
export type ScimReply = { status: number; headers: Record<string, unknown>; body: Json; text: string }

export const userRights = [
  'sysUsers:list',
  'sysUsers:get',
  'sysUsers:add',
  'sysUsers:edit',
  'sysUsers:delete',
  'sysUsers:lock',
  'sysUsers:roles',
  'sysRoles:list',
  'sysRoles:members',
  'sysOrgs:members',
  'openApps:scim',
]
export const patchBody = (...operations: Json[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
})

/** Calls of the service by a token. */
export const scimClient =
  (app: Pick<TestApp, 'server'>, token: string) =>
  async (method: Method, path: string, body?: object, headers: Record<string, string> = {}): Promise<ScimReply> => {
    const reply = await app.server.inject({
      method,
      url: `/scim/v2${path}`,
      remoteAddress: '127.0.0.1',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    const parsed: Json = reply.body === '' ? {} : reply.json()
    return { status: reply.statusCode, headers: reply.headers, body: parsed, text: reply.body }
  }
export type ScimClient = ReturnType<typeof scimClient>

/** Builds companies whose applications provision users. */
export const createScimStage = async (app: TestApp) => {
  const stage = await createOpenStage(app)
  const scimToken = async (token: string, id: string, overlapHours: number | null = null) => {
    const { data, msg } = await app.call(
      appScimContract.addScimToken,
      { params: { id }, body: { overlapHours } },
      token,
    )
    if (!data) throw new Error(msg)
    return data
  }
  const setScim = async (token: string, id: string, settings: Settings = {}) => {
    const { data } = await app.call(appScimContract.scim, { params: { id } }, token)
    const body = { enabled: true, version: data?.version ?? 1, ...settings }
    return app.call(appScimContract.updateScim, { params: { id }, body }, token)
  }
  return {
    ...stage,
    scimToken,
    setScim,
    /** An application that provisions users, within the rights of its owner. */
    async provisioning(settings: Settings = {}, rights: readonly string[] = userRights) {
      const company = await stage.company(rights)
      const { id } = await stage.app(company.token)
      const { code, msg } = await setScim(company.token, id, settings)
      if (code !== 0) throw new Error(msg)
      const { token: bearer, id: tokenId } = await scimToken(company.token, id)
      return { ...company, id, bearer, tokenId, scim: scimClient(app, bearer) }
    },
  }
}
export type ScimStage = Awaited<ReturnType<typeof createScimStage>>
