import { randomUUID } from 'node:crypto'
import {
  isOwnRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'

const { list, get, create, update, remove, move, merge, split, members, changeMembers, updateMember } =
  organizationsContract
const organizationRights = ['list', 'add', 'edit', 'delete', 'move', 'members'].map((each) => `sysOrgs:${each}`)
const postRights = ['list', 'add', 'edit', 'delete'].map((each) => `sysPosts:${each}`)
let app: TestApp
let companyId: string
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  companyId = await buildCompany(app, `组织${randomUUID().slice(0, 8)}`)
  token = await app.signIn(
    await buildUser(app, {
      companyId,
      permissions: [...organizationRights, ...postRights, 'sysUsers:list', 'sysUsers:get'],
    }),
  )
})

type New = Partial<RequestOf<typeof create>['body']>
const tryAdd = (name: string, parent: string | null, rest: New = {}) =>
  app.call(create, { body: { name, parent, kind: 'dept', status: 1, ...rest } }, token)
const add = async (name: string, parent: string | null = null, rest: New = {}) => {
  const { data, msg } = await tryAdd(name, parent, rest)
  if (!data) throw new Error(msg)
  return data.id
}
const readOrganization = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, token)
  if (!data) throw new Error(msg)
  return data
}
const listOrganizations = async (query: object = {}) =>
  ((await app.call(list, { query }, token)).data ?? []).filter(isOwnRow)
const listNames = async (query: object = {}) => (await listOrganizations(query)).map(({ name }) => name)
const createUser = () => buildUser(app, { companyId })
const join = (id: string, ...users: { id: string }[]) =>
  app.call(changeMembers, { params: { id }, body: { add: users.map((user) => user.id) } }, token)
const listMembers = async (id: string, query: object = {}) =>
  (await app.call(members, { params: { id }, query }, token)).data ?? []
/** Calls and confirms the impact. */
const callConfirmed = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => {
  const { done, impact } = await callAndConfirm(app, endpoint, request, token)
  return { ...done, impact }
}

describe('an organisation', () => {
  it('counts users in its subtree once each, without deleted ones, up to the limit', async () => {
    const top = await add('集团')
    const [sales, east] = [await add('销售部', top), await add('研发部', top)]
    const below = await add('华东', sales)
    const [one, two, deleted] = [await createUser(), await createUser(), await createUser()]
    for (const id of [sales, east]) await join(id, one)
    await join(below, two, deleted)
    await app.sql('update users set deleted_at = now() where id = $1', [deleted.id])
    const within = async (id: string) => (await app.call(get, { params: { id } }, token)).data?.usersWithin
    expect(await Promise.all([top, sales, east, below].map(within))).toEqual([2, 2, 1, 1])
    // The tree counts the same.
    expect(await listOrganizations({ parent: top })).toMatchObject([
      { id: sales, users: 1, usersWithin: 2 },
      { id: east, users: 1, usersWithin: 1 },
    ])
    await app.sql(
      `with many as (
         insert into users (company_id, id, account, name, password_hash)
         select $1, gen_random_uuid(), 'within_' || left($2, 8) || n, '众', 'x' from generate_series(1, 1005) as n returning company_id, id)
       insert into user_orgs (company_id, user_id, org_id) select company_id, id, $2::uuid from many`,
      [companyId, below],
    )
    expect(await Promise.all([top, sales, east].map(within))).toEqual([1001, 1001, 1])
  })
})

describe('the tree', () => {
  it('is read level by level with member counts and leaders', async () => {
    const top = await add('集团')
    const [sales, research] = [await add('销售部', top), await add('研发部', top)]
    await add('华东', sales)
    const [lead, other] = [await createUser(), await createUser()]
    await join(research, lead, other)
    const body = { duty: 'leader' as const, primary: true, postId: null }
    expect((await app.call(updateMember, { params: { id: research, userId: lead.id }, body }, token)).code).toBe(0)
    expect(await listOrganizations()).toMatchObject([
      { id: top, name: '集团', leaf: false, type: 'org', onlyId: `o:${top}` },
    ])
    expect(await listOrganizations({ parent: top })).toMatchObject([
      { name: '销售部', leaf: false, users: 0, leaders: [] },
      { name: '研发部', leaf: true, users: 2, leaders: [{ id: lead.id, duty: 'leader' }] },
    ])
    await app.sql('update users set deleted_at = now() where id = $1', [lead.id])
    expect(await listOrganizations({ parent: top })).toMatchObject([{}, { users: 1, leaders: [] }])
    expect(await readOrganization(sales)).toMatchObject({ above: [{ id: top, name: '集团' }], below: 1 })
  })

  it('finds organisations by part of a name or by code, with their ancestors', async () => {
    const top = await add('集团')
    const sales = await add('销售部', top)
    await add('华东大区', sales, { code: 'EAST-1' })
    await add('华南大区', top)
    expect((await listOrganizations({ search: '华东' })).map(({ name, found }) => [name, found])).toEqual([
      ['集团', false],
      ['销售部', false],
      ['华东大区', true],
    ])
    expect((await listOrganizations({ search: 'east' })).map(({ name }) => name)).toContain('华东大区')
    expect(await listNames({ search: '没有的' })).toEqual([])
  })

  it('is empty for other companies and unknown ids', async () => {
    const foreign = await buildCompany(app, `外${randomUUID().slice(0, 8)}`)
    for (const company of [foreign, randomUUID()]) expect(await listNames({ company })).toEqual([])
    expect((await app.call(get, { params: { id: randomUUID() } }, token)).code).toBe(404)
  })

  it('requires names unique among siblings and unique codes', async () => {
    const top = await add('集团')
    await add('销售部', top, { code: 'S1' })
    expect(await tryAdd('销售部', top)).toMatchObject({ code: 3103, errors: [{ field: 'name' }] })
    expect(await tryAdd('销售二部', top, { code: 'S1' })).toMatchObject({ code: 3104, errors: [{ field: 'code' }] })
    expect((await tryAdd('销售部', null)).code).toBe(0)
    const both = await Promise.all([tryAdd('同时', top), tryAdd('同时', top)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 3103])
    expect(await tryAdd('无主', randomUUID())).toMatchObject({ code: 3105, errors: [{ field: 'parent' }] })
  })

  it('is limited to twelve levels', async () => {
    let parent: string | null = null
    for (let level = 1; level <= 12; level += 1) parent = await add(`第${level}级`, parent)
    expect((await tryAdd('第13级', parent)).code).toBe(3106)
  })

  it('rejects changes of a stale version', async () => {
    const id = await add('集团')
    const body = { name: '总部', kind: 'company' as const, status: 1 as const, version: 1 }
    expect((await app.call(update, { params: { id }, body }, token)).code).toBe(0)
    expect(await app.call(update, { params: { id }, body }, token)).toMatchObject({ code: 409 })
    expect(await readOrganization(id)).toMatchObject({ name: '总部', kind: 'company', version: 2 })
  })

  it('removes only empty organisations', async () => {
    const top = await add('集团')
    const below = await add('销售部', top)
    const user = await createUser()
    await join(below, user)
    for (const id of [top, below]) expect((await app.call(remove, { params: { id } }, token)).code).toBe(3101)
    expect(
      (await callAndConfirm(app, changeMembers, { params: { id: below }, body: { remove: [user.id] } }, token)).done
        .code,
    ).toBe(0)
    for (const id of [below, top]) expect((await app.call(remove, { params: { id } }, token)).code).toBe(0)
    expect(await listNames()).toEqual([])
  })
})

describe('moving', () => {
  it('takes the subtree along and shows its size first', async () => {
    const [first, two] = [await add('一部'), await add('二部')]
    const below = await add('小组', first)
    await join(below, await createUser(), await createUser())
    await app.sql(
      `insert into roles (company_id, id, code, name, data_scope, data_org_ids)
       values ($1, $2, 'reach', '看小组', 'custom', array[$3::uuid])`,
      [companyId, randomUUID(), below],
    )
    const request = { params: { id: first }, body: { parent: two, sort: 0 } }
    const result = await callConfirmed(move, request)
    expect(result).toMatchObject({
      code: 0,
      impact: { organizations: 2, users: 2, roles: ['看小组'], into: ['二部'] },
    })
    expect((await readOrganization(below)).above.map(({ name }) => name)).toEqual(['二部', '一部'])
    expect((await readOrganization(two)).below).toBe(2)
  })

  it('among siblings needs no confirmation and keeps the drop position', async () => {
    for (const name of ['甲', '乙', '丙']) await add(name)
    const [first, , last] = await listOrganizations()
    const body = { parent: null, sort: first?.sort ?? 0 }
    expect((await app.call(move, { params: { id: last?.id ?? '' }, body }, token)).code).toBe(0)
    expect(await listNames()).toEqual(['丙', '甲', '乙'])
  })

  it('is refused below itself, beside a namesake, or beyond the maximum depth', async () => {
    const top = await add('集团')
    const below = await add('销售部', top)
    const to = (id: string, parent: string | null) =>
      app.call(move, { params: { id }, body: { parent, sort: 0 } }, token)
    expect((await to(top, below)).code).toBe(3102)
    expect((await to(top, top)).code).toBe(3102)
    const namesake = await add('销售部')
    expect((await callConfirmed(move, { params: { id: namesake }, body: { parent: top, sort: 0 } })).code).toBe(3103)
    let parent: string | null = null
    for (let level = 1; level <= 11; level += 1) parent = await add(`第${level}级`, parent)
    expect((await to(top, parent)).code).toBe(3106)
  })

  it('lets only one of two crossing moves succeed', async () => {
    const [a, b] = [await add('甲'), await add('乙')]
    const tokens = await Promise.all(
      (
        [
          [a, b],
          [b, a],
        ] as const
      ).map(async ([id, parent]) => {
        const request = { params: { id }, body: { parent, sort: 0 } }
        const preview = await app.call(move, request, token)
        return { request, confirm: dataAs<{ confirmToken: string }>(preview).confirmToken }
      }),
    )
    const done = await Promise.all(
      tokens.map(({ request, confirm }) => app.call(move, request, token, { 'x-confirm': confirm })),
    )
    expect(done.map(({ code }) => code).sort()).toEqual([0, 3102])
  })
})

describe('merging and splitting', () => {
  it('merges an organisation and its contents into another', async () => {
    const [from, into] = [await add('旧部'), await add('新部')]
    await add('小组', from)
    const [both, only] = [await createUser(), await createUser()]
    await join(from, both, only)
    await join(into, both)
    await app.sql(`update users set name = '李娜' where id = $1`, [only.id])
    for (const user of [both, only])
      await app.sql(`update user_orgs set duty = 'leader' where org_id = $1 and user_id = $2`, [from, user.id])
    await app.sql(
      `insert into roles (company_id, id, code, name, data_scope, data_org_ids)
       values ($1, $2, 'reach', '看旧部', 'custom', array[$3::uuid])`,
      [companyId, randomUUID(), from],
    )
    const done = await callConfirmed(merge, { params: { id: from }, body: { into } })
    expect(done).toMatchObject({ code: 0, impact: { organizations: 2, users: 2, roles: ['看旧部'], into: ['新部'] } })
    // Existing memberships keep their duty.
    expect(done).toMatchObject({ impact: { leaders: ['李娜'] } })
    expect(await listOrganizations()).toMatchObject([{ leaders: [{ id: only.id, duty: 'leader' }] }])
    expect(await listNames()).toEqual(['新部'])
    expect(await listNames({ parent: into })).toEqual(['小组'])
    expect((await listMembers(into)).map(({ id, primary }) => [id, primary]).sort()).toEqual(
      [both, only].map(({ id }) => [id, true]).sort(),
    )
    const [role] = await app.sql(`select data_org_ids from roles where code = 'reach' and company_id = $1`, [companyId])
    expect(role).toEqual({ data_org_ids: [into] })
  })
  it('refuses to merge into a descendant', async () => {
    const top = await add('集团')
    const below = await add('销售部', top)
    for (const into of [top, below])
      expect((await app.call(merge, { params: { id: top }, body: { into } }, token)).code).toBe(3108)
  })
  it('splits off some children and members', async () => {
    const top = await add('集团')
    const sales = await add('销售部', top)
    const [east, west] = [await add('华东', sales), await add('华西', sales)]
    const [moving, staying] = [await createUser(), await createUser()]
    await join(sales, moving, staying)
    const body = { name: '西部公司', organizations: [west], users: [moving.id] }
    const { code, impact, data } = await callConfirmed(split, { params: { id: sales }, body })
    expect({ code, impact }).toMatchObject({ code: 0, impact: { organizations: 1, users: 1, into: ['集团'] } })
    const newId = data?.id ?? ''
    expect(await readOrganization(newId)).toMatchObject({ name: '西部公司', parent: top, users: 1, below: 1 })
    expect((await listOrganizations({ parent: sales })).map(({ id }) => id)).toEqual([east])
    expect(await listMembers(newId)).toMatchObject([{ id: moving.id, primary: true }])
    expect(await listMembers(sales)).toMatchObject([{ id: staying.id }])
    const wrong = { name: '又一个', organizations: [west], users: [] }
    expect((await app.call(split, { params: { id: sales }, body: wrong }, token)).code).toBe(3109)
  })
})

describe('members', () => {
  it('are listed for an organisation or its subtree', async () => {
    const top = await add('集团')
    const below = await add('销售部', top)
    const [here, there, both] = [await createUser(), await createUser(), await createUser()]
    await join(top, here, both)
    await join(below, there, both)
    expect((await listMembers(top)).map(({ id }) => id).sort()).toEqual([here.id, both.id].sort())
    const all = await listMembers(top, { below: '1' })
    expect(all).toHaveLength(3)
    expect(all.find(({ id }) => id === there.id)?.organization).toEqual({
      id: below,
      name: '销售部',
      above: ['集团'],
    })
    expect(all.find(({ id }) => id === both.id)?.organization.id).toBe(top)
    expect((await listMembers(top, { below: '1', search: there.account })).map(({ id }) => id)).toEqual([there.id])
  })
  it('have a duty, a post and one primary organisation', async () => {
    const [first, two] = [await add('一部'), await add('二部')]
    const user = await createUser()
    await join(first, user)
    await join(two, user)
    const post = await app.call(postsContract.create, { body: { name: '经理', code: 'mgr', level: 3 } }, token)
    const postId = post.data?.id ?? ''
    const params = { id: two, userId: user.id }
    const body = { duty: 'deputy' as const, primary: true, postId }
    expect((await app.call(updateMember, { params, body }, token)).code).toBe(0)
    expect(await listMembers(two)).toMatchObject([{ duty: 'deputy', primary: true, post: { name: '经理' } }])
    expect(await listMembers(first)).toMatchObject([{ duty: 'member', primary: false, post: null }])
    expect((await app.call(postsContract.remove, { params: { id: postId } }, token)).code).toBe(3113)
    await callAndConfirm(app, changeMembers, { params: { id: two }, body: { remove: [user.id] } }, token)
    expect(await listMembers(first)).toMatchObject([{ primary: true }])
    expect((await app.call(postsContract.remove, { params: { id: postId } }, token)).code).toBe(0)
    expect((await app.call(updateMember, { params, body: { ...body, postId: null } }, token)).code).toBe(3114)
    const unknown = { params: { id: first, userId: user.id }, body: { ...body, postId: randomUUID() } }
    expect((await app.call(updateMember, unknown, token)).code).toBe(3110)
  })
  it('must be users of the company', async () => {
    const id = await add('集团')
    const foreign = await buildUser(app, { companyId: await buildCompany(app, `外${randomUUID().slice(0, 8)}`) })
    expect((await join(id, foreign)).code).toBe(3107)
    expect((await join(id, { id: randomUUID() })).code).toBe(3107)
  })
  it('determine visible rows immediately', async () => {
    const top = await add('集团')
    const [inside, outside] = [await add('内', top), await add('外')]
    const [insider, outsider] = [await createUser(), await createUser()]
    await join(inside, insider)
    await join(outside, outsider)
    const watcher = await buildUser(app, { companyId, permissions: ['sysUsers:list'] })
    await app.sql(`update roles set data_scope = 'orgSub' where id = $1`, [watcher.roleId])
    const watching = await app.signIn(watcher)
    const ids = async () =>
      ((await app.call(usersContract.list, { query: {} }, watching)).data ?? []).map(({ id }) => id).sort()
    expect(await ids()).toEqual([watcher.id])
    await join(top, watcher)
    expect(await ids()).toEqual([watcher.id, insider.id].sort())
    await callConfirmed(move, { params: { id: outside }, body: { parent: top, sort: 0 } })
    expect(await ids()).toEqual([watcher.id, insider.id, outsider.id].sort())
  })
})

describe('a user', () => {
  it('shows their organisations and is found by ancestors', async () => {
    const top = await add('集团')
    const below = await add('销售部', top)
    const [here, other] = [await createUser(), await createUser()]
    await join(below, here)
    await join(await add('别处'), here, other)
    const found = async (orgId: string) =>
      (await app.call(usersContract.list, { query: { 'f.orgId': orgId } }, token)).data ?? []
    expect(await found(top)).toMatchObject([
      {
        id: here.id,
        orgs: [
          { orgName: '销售部', primary: true, duty: 'member' },
          { orgName: '别处', primary: false },
        ],
      },
    ])
    expect(await found(randomUUID())).toEqual([])
    const { data } = await app.call(usersContract.get, { params: { id: here.id } }, token)
    expect(data?.orgs).toMatchObject([
      { orgName: '销售部', above: ['集团'] },
      { orgName: '别处', above: [] },
    ])
  })
})
