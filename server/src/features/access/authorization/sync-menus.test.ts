import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { menuSeeds } from './menus.ts'
import { mergeMenus } from './sync-menus.ts'

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
