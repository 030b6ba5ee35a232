import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { authorization } from '../../../../test/authorization.ts'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { mergeMenus } from './sync-menus.ts'

const menuSeeds = authorization.productMenus.seeds

const { list, get, create, update, sort } = menusContract
let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})

const read = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, admin)
  if (!data) throw new Error(msg)
  return data
}
const seeded = async (name: string) => {
  const { data = [] } = await app.call(list, { query: { search: name } }, admin)
  const found = data.find((menu) => menu.name === name)
  if (!found) throw new Error(`${name} is not seeded`)
  return found
}

describe('the code’s own menus at the next start', () => {
  const restart = (name: string, seed: object) =>
    app.database.transact({ reach: 'platform' }, (db) =>
      mergeMenus(
        db,
        menuSeeds.map((each) => (each.name === name ? { ...each, ...seed } : each)),
      ),
    )
  it('follow the code where unedited, and keep edits', async () => {
    const before = await seeded('登录日志')
    const metadata = JSON.stringify({ ...JSON.parse(before.metadata), icon: 'house' })
    const { name, parent, kind, sort: at, version } = before
    const body = { name, parent, kind, sort: at, version, metadata, status: 0 as const }
    expect((await callAndConfirm(app, update, { params: { id: before.id }, body }, admin)).done.code).toBe(0)
    await restart('登录日志', { sort: 77, metadata: { icon: 'clock', path: 'sign-in-logs', component: 'sys/new' } })
    const after = await read(before.id)
    expect(after).toMatchObject({ sort: 77, status: 0, version: 3 })
    expect(JSON.parse(after.metadata)).toEqual({ icon: 'house', path: 'sign-in-logs', component: 'sys/new' })
    await restart('登录日志', { sort: 77, metadata: { icon: 'clock', path: 'sign-in-logs', component: 'sys/new' } })
    expect(await read(before.id)).toEqual(after)
  })
  it('stay below the parent they were moved to', async () => {
    const moved = await seeded('发送记录')
    const folder = {
      name: '目录',
      parent: null,
      kind: 'dir',
      sort: 10,
      status: 1,
      metadata: '{"path":"moved"}',
    } as const
    const parent = (await app.call(create, { body: folder }, admin)).data?.id ?? ''
    await app.call(sort, { body: { moves: [{ id: moved.id, parent, sort: 10 }] } }, admin)
    await restart('发送记录', { name: '发送记录表' })
    expect(await read(moved.id)).toMatchObject({ parent, name: '发送记录表' })
  })
})

describe('an installation whose release arranges the menus differently', () => {
  const folder = { code: 'former', name: '系统管理', kind: 'dir', sort: 10, metadata: { path: 'sys' } }
  /** The menus as a former release had them: 用户管理 and 岗位管理 in one group. */
  const formerSeeds = [
    folder,
    ...menuSeeds.map((seed) =>
      ['sys.users', 'sys.posts'].includes(seed.code)
        ? { ...seed, parent: 'former', metadata: { ...seed.metadata, path: seed.code.slice('sys.'.length) } }
        : seed,
    ),
  ]
  const startWith = (seeds: typeof formerSeeds) =>
    app.database.transact({ reach: 'platform' }, (db) => mergeMenus(db, seeds))
  const readGroups = async (token: string) => {
    const { data } = await app.call(sessionContract.grants, {}, token)
    return data?.menus.map(({ name, children }) => [name, children.map((child) => child.name)])
  }

  it('follows it: pages move, their holders see the new group, and the empty group leaves', async () => {
    await startWith(formerSeeds)
    const companyId = await readPlatformCompany(app)
    const user = await buildUser(app, { companyId, permissions: ['sysUsers:list'], menus: ['former', 'sys.users'] })
    const token = await app.signIn(user)
    expect(await readGroups(token)).toEqual([['系统管理', ['用户管理']]])
    await startWith([...menuSeeds])
    expect(await readGroups(token)).toEqual([['组织与成员', ['用户管理']]])
    const { data = [] } = await app.call(list, { query: {} }, admin)
    expect(data.map(({ name }) => name)).not.toContain('系统管理')
  })

  it('keeps what its administrators have moved, with its group and address', async () => {
    await startWith(formerSeeds)
    const [posts, group] = [await seeded('岗位管理'), await seeded('系统管理')]
    await app.call(sort, { body: { moves: [{ id: posts.id, parent: group.id, sort: 5 }] } }, admin)
    await startWith([...menuSeeds])
    expect(await read(posts.id)).toMatchObject({ parent: group.id, sort: 5 })
    expect(JSON.parse((await read(posts.id)).metadata)).toMatchObject({ path: 'posts' })
    expect(await read(group.id)).toMatchObject({ origin: 'custom' })
    expect((await seeded('用户管理')).parent).not.toBe(group.id)
  })
})
