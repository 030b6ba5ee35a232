import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'

type NewApi = RequestOf<typeof openApisContract.create>['body']
type NewApp = RequestOf<typeof openAppsContract.create>['body']
type NewGrant = Omit<RequestOf<typeof openAppsContract.grant>['body'], 'apiIds'>

const short = () => randomUUID().slice(0, 8)
export const appRights = ['list', 'add', 'edit', 'delete', 'secret', 'apis', 'logs'].map((each) => `openApps:${each}`)

/** Opens APIs as the operator, and builds applications of companies with secrets and grants. */
export const createOpenStage = async (app: TestApp) => {
  const root = await app.signIn()
  const stage = {
    root,
    /** Id of a registered API of the product. */
    readApiId: async (method: string, path: string) =>
      String((await app.sql('select id from apis where method = $1 and path = $2', [method, path]))[0]?.id),
    /** The list of posts, unless given otherwise. */
    api: async (rest: Partial<NewApi> = {}): Promise<NewApi> => ({
      code: `c-${short()}`,
      name: '岗位查询',
      category: '组织',
      method: 'GET' as const,
      kind: 'own' as const,
      path: `/open/v1/p${short()}`,
      apiId: await stage.readApiId('GET', '/api/sys/posts/v1'),
      ...rest,
    }),
    /**
     * An API that is served.
     * @returns its id
     */
    async openApi(rest: Partial<NewApi> = {}) {
      const body = await stage.api(rest)
      const { data, msg, errors } = await app.call(openApisContract.create, { body }, root)
      if (!data) throw new Error(`${msg} ${JSON.stringify(errors)}`)
      await app.call(openApisContract.issue, { params: { id: data.id } }, root)
      return { id: data.id, path: body.path }
    },
    /** A company with an administrator of applications who also has other rights, and their token. */
    async company(rights: readonly string[] = [], name = `公司${short()}`) {
      const companyId = await buildCompany(app, name)
      const user = await buildUser(app, { companyId, permissions: [...appRights, ...rights] })
      return { companyId, user, token: await app.signIn(user) }
    },
    async app(token: string, rest: Partial<NewApp> = {}) {
      const body = { name: `应用${short()}`, ...rest }
      const { data, msg, errors } = await app.call(openAppsContract.create, { body }, token)
      if (!data) throw new Error(`${msg} ${JSON.stringify(errors)}`)
      const { appKey = '' } = (await app.call(openAppsContract.get, { params: { id: data.id } }, token)).data ?? {}
      return { id: data.id, appKey }
    },
    async secret(token: string, id: string, overlapHours: number | null = null) {
      const { data, msg } = await app.call(
        openAppsContract.addSecret,
        { params: { id }, body: { overlapHours } },
        token,
      )
      if (!data) throw new Error(msg)
      return data
    },
    async grant(token: string, id: string, apiIds: string[], rest: NewGrant = {}) {
      const { code, msg } = await app.call(openAppsContract.grant, { params: { id }, body: { apiIds, ...rest } }, token)
      if (code !== 0) throw new Error(msg)
    },
  }
  return stage
}
export type OpenStage = Awaited<ReturnType<typeof createOpenStage>>

/** What a signed call is made of; a test changes parts of it. */
export type OpenCall = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With its query. */
  url: string
  body?: string
  appKey: string
  secret: string
  timestamp?: number
  nonce?: string
}
/** The headers of a signed call, made without the product's code. */
export const signHeaders = ({ method, url, body = '', appKey, secret, ...call }: OpenCall): Record<string, string> => {
  const { timestamp = Date.now(), nonce = randomBytes(12).toString('hex') } = call
  const [path = '', query = ''] = url.split('?')
  const sorted = query.split('&').toSorted((one, other) => {
    const [a = '', b = ''] = [one.split('=')[0], other.split('=')[0]]
    return a < b ? -1 : a > b ? 1 : 0
  })
  const hash = createHash('sha256').update(body).digest('hex')
  const canonical = [method, path, sorted.join('&'), hash, timestamp, nonce].join('\n')
  return {
    'x-app-key': appKey,
    'x-timestamp': String(timestamp),
    'x-nonce': nonce,
    'x-sign': createHmac('sha256', secret).update(canonical).digest('base64'),
    ...(body !== '' && { 'content-type': 'application/json' }),
  }
}
type Answer = { status: number; headers: OutgoingHttpHeaders; body: string; code: number; msg: string; data?: unknown }
/** Sends a call through the gate. Takes headers that replace or, if undefined, drop those of the signature. */
export const callOpen = async (
  app: Pick<TestApp, 'server'>,
  call: OpenCall,
  changed: Record<string, string | undefined> = {},
  remoteAddress = '127.0.0.1',
): Promise<Answer> => {
  const { method, url, body } = call
  const headers = Object.fromEntries(
    Object.entries({ ...signHeaders(call), ...changed }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>
  const reply = await app.server.inject({ method, url, headers, remoteAddress, ...(body && { payload: body }) })
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  const { code = 0, msg = '', data } = isJson ? reply.json() : {}
  return { status: reply.statusCode, headers: reply.headers, body: reply.body, code, msg, data }
}
