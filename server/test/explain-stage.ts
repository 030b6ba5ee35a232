import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, expect } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { callAndConfirm } from './call-and-confirm.ts'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'
import { createTestApp } from './harness.ts'
import { createRegistryLookup } from './registry-stage.ts'

// A new company with a viewer and an administrator who explains for each test of the file that imports this.

const { explain, mine, request } = explainContract

export type SignedInUser = Awaited<ReturnType<typeof buildUser>> & { token: string }

export const adminRights = [
  'sysExplain:view',
  'sysAccessRequests:list',
  'sysAccessRequests:decide',
  'sysBases:list',
  'sysUsers:list',
]
export let app: TestApp
/** Confirms the shown impact. */
export const confirmed = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, token: string) =>
  (await callAndConfirm(app, endpoint, request, token)).done
export let companyId: string
export let viewer: SignedInUser
export let admin: SignedInUser
export const signInUser = async (wanted: Parameters<typeof buildUser>[1]): Promise<SignedInUser> => {
  const user = await buildUser(app, wanted)
  return { ...user, token: await app.signIn(user) }
}
export const addRole = async (name: string, elements: string[], company = companyId) => {
  const id = newId()
  await app.sql('insert into roles (company_id, id, code, name) values ($1, $2, $3, $4)', [company, id, `r${id}`, name])
  await app.sql('insert into role_elements (company_id, role_id, element) select $1, $2, unnest($3::text[])', [
    company,
    id,
    elements,
  ])
  return id
}
/** Gives each test of the file a new company with a viewer and an administrator. */
export const setUpExplanations = (): void => {
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(async () => {
    companyId = await buildCompany(app, `公司${newId()}`)
    viewer = await signInUser({ companyId, permissions: ['sysUsers:list'] })
    admin = await signInUser({ companyId, permissions: adminRights })
  })
}

/**
 * Makes a read that is denied.
 * @returns its trace id
 */
export const deniedRead = async ({ token }: SignedInUser = viewer) => {
  const answer = await app.call(baseParametersContract.list, { query: {} }, token)
  expect([answer.status, answer.code]).toEqual([403, 403])
  return answer.traceId
}
export const explained = async (query: NonNullable<RequestOf<typeof explain>['query']>, who: SignedInUser = admin) => {
  const { code, data } = await app.call(explain, { query }, who.token)
  expect(code).toBe(0)
  if (!data) throw new Error('no explanation')
  return data
}
export const own = async (traceId: string, who: SignedInUser = viewer) =>
  (await app.call(mine, { query: { traceId } }, who.token)).data
export const ask = (traceId: string, who: SignedInUser = viewer) =>
  app.call(request, { body: { traceId, reason: '核对参数' } }, who.token)
export const requested = async (who: SignedInUser = viewer) => {
  const { data } = await ask(await deniedRead(who), who)
  if (!data) throw new Error('no request')
  return data.id
}
export const apiId = (key: string) => createRegistryLookup(app).apiId(key)
export const decideRow = async (id: string) => (await app.sql('select * from access_requests where id = $1', [id]))[0]
