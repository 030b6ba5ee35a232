import { randomUUID } from 'node:crypto'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, vi } from 'vitest'
import { callAndConfirm } from './call-and-confirm.ts'
import { buildCompany, buildUser } from './factories.ts'
import type { TestApp } from './harness.ts'
import { createTestApp } from './harness.ts'
import { unchecked } from './loosely-typed.ts'

const { list, get, create, update } = usersContract
const { remove } = userStatusContract
const { assignRoles } = userRolesContract
const operations = ['list', 'get', 'add', 'edit', 'delete', 'lock', 'reset', 'roles', 'sessions']
export const userRights = operations.map((operation) => `sysUsers:${operation}`)
const password = 'Sound#Pass27'
export type CreateBody = RequestOf<typeof create>['body']
type TestUser = Awaited<ReturnType<typeof buildUser>>

export let app: TestApp
export let root: string
export let companyId: string
export let admin: TestUser
export let token: string
/** Gives each test of the file a new company with an administrator of its users. */
export const setUpUsers = (): void => {
  beforeAll(async () => {
    app = await createTestApp()
    root = await app.signIn()
  })
  beforeEach(async () => {
    await app.sql('delete from limits')
    companyId = await buildCompany(app, `公司${randomUUID()}`)
    admin = await buildUser(app, { companyId, permissions: userRights })
    token = await app.signIn(admin)
  })
}

let lastPhone = 13_700_000_000
export const newPhone = () => {
  lastPhone += 1
  return String(lastPhone)
}
export const newAccount = () => `u_${randomUUID().slice(0, 8)}`
export const createBody = (rest: Partial<CreateBody> = {}): CreateBody => ({
  account: newAccount(),
  name: '李雷',
  ...rest,
})
export const add = async (rest: Partial<CreateBody> = {}) => {
  const body = createBody({ password, mustChange: false, ...rest })
  const { data, msg } = await app.call(create, { body }, token)
  if (!data) throw new Error(msg)
  return { ...body, id: data.id, password: body.password ?? '' }
}
export const readUser = async (id: string, by = token) => {
  const { data, msg } = await app.call(get, { params: { id } }, by)
  if (!data) throw new Error(msg)
  return data
}
export const listUsers = async (query = {}, by = token) => (await app.call(list, { query }, by)).data ?? []
export const listAccounts = async (query = {}) => (await listUsers(query)).map(({ account }) => account).sort()
export const updateUser = async (id: string, rest: object, by = token) => {
  const { name, phone, email, sex, expireTime, remark, version } = await readUser(id, by)
  const body = { name, phone, email, sex: sex as 0, expireTime, remark, version, ...rest }
  return app.call(update, { params: { id }, body }, by)
}
/** Confirms a call if it asks for confirmation. */
export const callConfirmed = async <A extends { code: number; data?: unknown }>(
  call: (headers: Record<string, string>) => Promise<A>,
) => {
  const first = await call({})
  const { confirmToken } = (first.data ?? {}) as { confirmToken?: string }
  return first.code === 111 && confirmToken ? call({ 'x-confirm': confirmToken }) : first
}
export const removeUser = (id: string, body: { handoverTo?: string } = {}) =>
  callConfirmed((headers) => app.call(remove, { params: { id }, body }, token, headers))
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
export const createRole = async (permissions: string[], ofCompany = companyId) =>
  (await buildUser(app, { companyId: ofCompany, permissions })).roleId
export const assign = async (
  id: string,
  wanted: object[],
  mode: 'replace' | 'add' | 'remove' = 'replace',
  by = token,
) => {
  const { version } = await readUser(id, by)
  const request = { params: { id }, body: { roles: unchecked(wanted), mode, version } }
  return (await callAndConfirm(app, assignRoles, request, by)).done
}
export const eventually = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 4000, interval: 100 })
