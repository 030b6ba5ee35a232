import { randomUUID } from 'node:crypto'
import type { DataRule, DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { signInLogsContract } from '@atrium/contract/features/audit/sign-in-logs/sign-in-logs.contract.ts'
import { onlineSessionsContract } from '@atrium/contract/features/identity/online-sessions/online-sessions.contract.ts'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'

const permissions = ['list', 'get', 'add', 'lock', 'delete', 'sessions'].map((each) => `sysUsers:${each}`)
const rights = [...permissions, 'sysOnline:list', 'sysOnline:end', 'sysLogs:login']
type Built = Awaited<ReturnType<typeof buildUser>>

let app: TestApp
let companyId: string
let viewer: Built
let token: string
/** 总部 › 华东 › 上海, and 华南 beside 华东; one person in each. */
const orgs = { head: randomUUID(), east: randomUUID(), shanghai: randomUUID(), south: randomUUID() }
const people = {} as Record<keyof typeof orgs, Built>

const addOrg = (id: string, parent: string | null, path: string) =>
  app.sql(`insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, '部门' || $5, $4)`, [
    companyId,
    id,
    parent,
    path,
    id,
  ])
const join = (user: Built, org: string) =>
  app.sql('insert into user_orgs values ($1, $2, $3)', [companyId, user.id, org])

beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '数据范围')
  viewer = await buildUser(app, { companyId, permissions: rights })
  token = await app.signIn(viewer)
  const { head, east, shanghai, south } = orgs
  await addOrg(head, null, `/${head}/`)
  await addOrg(east, head, `/${head}/${east}/`)
  await addOrg(shanghai, east, `/${head}/${east}/${shanghai}/`)
  await addOrg(south, head, `/${head}/${south}/`)
  for (const [name, org] of Object.entries(orgs)) {
    const user = await buildUser(app, { companyId, account: `${name}${org.slice(0, 6)}` })
    people[name as keyof typeof orgs] = user
    await join(user, org)
    await app.signIn(user)
  }
  await join(viewer, east)
})

/** Nodes cache rights for up to a second; a new session is read at once. */
const signInAgain = async () => {
  token = await app.signIn(viewer)
}
const sees = async (scope: DataScope, rules: DataRule[] = [], dataOrgIds: string[] = []) => {
  await app.sql('update roles set data_scope = $2, rules = $3, data_org_ids = $4 where id = $1', [
    viewer.roleId,
    scope,
    JSON.stringify(rules),
    dataOrgIds,
  ])
  await signInAgain()
}
/** Which of the four the viewer finds in the list of users, apart from themselves. */
const visibleUsers = async (query = {}) => {
  const { data = [], total } = await app.call(usersContract.list, { query: { size: 50, ...query } }, token)
  expect(total).toBe(data.length)
  const found = new Set(data.map(({ id }) => id))
  if (!('search' in query)) expect(found).toContain(viewer.id)
  return Object.entries(people).flatMap(([name, { id }]) => (found.has(id) ? name : []))
}
const rule = (...conditions: DataRule['conditions']): DataRule => ({ resource: 'users', match: 'and', conditions })

describe('the data scope of a role', () => {
  it.each<[DataScope, string[]]>([
    ['all', ['head', 'east', 'shanghai', 'south']],
    ['company', ['head', 'east', 'shanghai', 'south']],
    ['orgSub', ['east', 'shanghai']],
    ['org', ['east']],
    ['custom', ['shanghai', 'south']],
    ['self', []],
  ])('%s filters the list and its total', async (scope, expected) => {
    await sees(scope, [], [orgs.shanghai, orgs.south])
    expect(await visibleUsers()).toEqual(expected)
  })
  it('pages and searches within the visible rows', async () => {
    await sees('orgSub')
    const page = await app.call(usersContract.list, { query: { size: 1, page: 2, sort: 'account' } }, token)
    expect(page).toMatchObject({ total: 3, data: [{}] })
    expect(await visibleUsers({ search: people.south.account })).toEqual([])
    expect(await visibleUsers({ search: people.shanghai.account })).toEqual(['shanghai'])
  })
  it('hides users outside it: to read, to lock, to delete, in a batch', async () => {
    await sees('org')
    const { id } = people.south
    for (const [endpoint, rest] of [
      [usersContract.get, {}],
      [usersContract.sessions, {}],
      [userStatusContract.remove, {}],
      [userStatusContract.lock, { body: { reason: '试' } }],
    ] as const)
      expect((await app.call(endpoint, unchecked({ params: { id }, ...rest }), token)).code).toBe(404)
    const request = { body: { action: 'delete' as const, ids: [id] } }
    const { done } = await callAndConfirm(app, userBatchContract.batch, request, token)
    expect(done.data).toMatchObject({ ok: 0, failed: [{ id, code: 404 }] })
    expect((await app.call(usersContract.get, { params: { id: people.east.id } }, token)).code).toBe(0)
  })
  it('applies to online users and the sign-in log, also when ending a session', async () => {
    await sees('company')
    const onlineRows = await app.call(onlineSessionsContract.list, { query: { size: 50 } }, token)
    const sessionId = onlineRows.data?.find(({ userId }) => userId === people.south.id)?.id ?? ''
    await sees('org')
    const online = await app.call(onlineSessionsContract.list, { query: { size: 50 } }, token)
    expect(new Set(online.data?.map(({ userId }) => userId))).toEqual(new Set([viewer.id, people.east.id]))
    expect((await app.call(onlineSessionsContract.remove, { params: { id: sessionId } }, token)).code).toBe(404)
    const log = await app.call(signInLogsContract.list, { query: { size: 50 } }, token)
    expect(new Set(log.data?.map(({ userId }) => userId))).toEqual(new Set([viewer.id, people.east.id]))
  })
  it('is the union of what several roles show', async () => {
    await sees('org')
    const other = await buildUser(app, { companyId })
    await app.sql(`update roles set data_scope = 'custom', data_org_ids = $2 where id = $1`, [
      other.roleId,
      [orgs.south],
    ])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      viewer.id,
      other.roleId,
    ])
    await signInAgain()
    expect(await visibleUsers()).toEqual(['east', 'south'])
    await app.sql('update roles set status = 0 where id = $1', [other.roleId])
    await signInAgain()
    expect(await visibleUsers()).toEqual(['east'])
    await app.sql('delete from user_roles where role_id = $1 and user_id = $2', [other.roleId, viewer.id])
  })
  it('follows the tree: a user who moves into another organisation is visible there', async () => {
    await sees('orgSub')
    await join(people.south, orgs.shanghai)
    expect(await visibleUsers()).toEqual(['east', 'shanghai', 'south'])
    await app.sql('delete from user_orgs where user_id = $1 and org_id = $2', [people.south.id, orgs.shanghai])
    expect(await visibleUsers()).toEqual(['east', 'shanghai'])
  })
})

describe('data rules', () => {
  it('narrow the data scope of their role', async () => {
    await sees('company', [rule({ field: 'account', op: 'startsWith', value: 'SH' })])
    expect(await visibleUsers()).toEqual(['shanghai'])
    await sees('org', [rule({ field: 'account', op: 'startsWith', value: 'sh' })])
    expect(await visibleUsers()).toEqual([])
  })
  it.each<[string, DataRule, string[]]>([
    ['in', rule({ field: 'account', op: 'in', value: [] }), []],
    ['contains', rule({ field: 'account', op: 'contains', value: 'OUT' }), ['south']],
    ['a wildcard is a letter', rule({ field: 'account', op: 'contains', value: '%' }), []],
    ['ne', rule({ field: 'sex', op: 'ne', value: 0 }), []],
    ['a variable', rule({ field: 'createTime', op: 'lte', var: 'now' }), ['head', 'east', 'shanghai', 'south']],
    ['what is empty matches nothing', rule({ field: 'expireTime', op: 'lt', value: '2100-01-01T00:00:00Z' }), []],
    ['what is unknown shows nothing', rule({ field: 'password_hash', op: 'eq', value: 'x' }), []],
    [
      'any of several',
      {
        resource: 'users',
        match: 'or',
        conditions: [
          { field: 'account', op: 'startsWith', value: 'head' },
          { field: 'account', op: 'startsWith', value: 'east' },
        ],
      },
      ['head', 'east'],
    ],
  ])('%s', async (_, each, expected) => {
    await sees('company', [each])
    expect(await visibleUsers()).toEqual(expected)
  })
  it('must all hold', async () => {
    const starts = (value: string) => rule({ field: 'account', op: 'startsWith', value })
    await sees('company', [starts('s'), starts('so')])
    expect(await visibleUsers()).toEqual(['south'])
  })
})
