import { approvalsContract, buildUser, workbenchContract } from '@atrium/kit/test'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { assetsContract, assetsErrors } from '../assets/assets.contract.ts'
import { type Office, openOffice } from './office.ts'

const { list, get, approve, refuse, withdraw } = approvalsContract

let office: Office
let app: Office['app']
let companyId: string
let asker: Awaited<ReturnType<typeof buildUser>>
let token: string
let admin: string
let asset: string
beforeAll(async () => {
  office = await openOffice()
  ;({ app, companyId } = office)
  asker = await buildUser(app, { companyId, permissions: ['assets:list', 'assets:scrap'] })
  token = await app.signIn(asker)
  admin = await app.signIn(office.people.head)
})
let assets = 0
beforeEach(async () => {
  assets += 1
  asset = await office.add({ name: `投影仪${assets}` })
})

const scrap = (by = token) =>
  app.call(assetsContract.scrap, { params: { id: asset }, body: { reason: '无法修复' } }, by)
/** The approval that waits for the administrator. */
const findWaiting = async () => {
  const { data = [] } = await app.call(list, { query: { 'f.box': 'waiting' } }, admin)
  return data.find(({ name }) => name.startsWith(`投影仪${assets}（`))
}
const decide = async (endpoint: typeof approve | typeof refuse) => {
  const { id = '', version = 0 } = (await findWaiting()) ?? {}
  return app.call(endpoint, { params: { id }, body: { version, reason: '同意' } }, admin)
}
const isScrapped = async () => (await office.read(asset)).state === 'scrapped'

it('waits, and is carried out as who asked once an administrator has approved it', async () => {
  expect(await scrap()).toMatchObject({ code: 2313, msg: '已提交审批，通过后自动执行，可在“审批”中查看' })
  expect(await isScrapped()).toBe(false)
  const { id = '' } = (await findWaiting()) ?? {}
  expect((await app.call(get, { params: { id } }, admin)).data).toMatchObject({
    kindName: '资产报废',
    name: expect.stringMatching(`^投影仪${assets}（ZC-`),
    input: [{ label: '报废原因', value: '无法修复' }],
    changes: expect.arrayContaining([expect.objectContaining({ to: '无法修复' })]),
  })
  expect((await decide(approve)).data).toEqual({ state: 'approved', reason: '' })
  expect(await isScrapped()).toBe(true)
  const rows = await app.sql(
    `select actor_id, after from audit_log where company_id = $1 and event = 'asset.scrapped' and entity_id = $2`,
    [companyId, asset],
  )
  expect(rows).toMatchObject([{ actor_id: asker.id, after: { reason: '无法修复' } }])
})

it('stands on the workbench of who decides, until it is decided', async () => {
  await scrap()
  const readTodo = async (by: string) => (await app.call(workbenchContract.read, {}, by)).data?.todo
  const { id = '', name = '' } = (await findWaiting()) ?? {}
  const todo = await readTodo(admin)
  expect(todo?.rows).toContainEqual(expect.objectContaining({ kind: 'held', id, what: `资产报废：${name}` }))
  const count = todo?.counts.find(({ kind }) => kind === 'held')?.count ?? 0
  expect(await readTodo(token)).toBeUndefined()
  await decide(approve)
  const left = (await readTodo(admin))?.counts.find(({ kind }) => kind === 'held')?.count ?? 0
  expect(left).toBe(count - 1)
})

it('is one request, however often it is sent, and ends with its withdrawal', async () => {
  await scrap()
  await scrap()
  const { data: asked = [] } = await app.call(list, { query: { 'f.box': 'asked' } }, token)
  const [own, ...others] = asked.filter(({ name, state }) => name.startsWith(`投影仪${assets}（`) && state === 'open')
  expect(others).toEqual([])
  const { id = '', version = 0 } = own ?? {}
  expect((await app.call(withdraw, { params: { id }, body: { version } }, token)).code).toBe(0)
  expect(await findWaiting()).toBeUndefined()
  expect(await isScrapped()).toBe(false)
})

it('is answered the same for one key, also when it has ended meanwhile', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const request = { params: { id: asset }, body: { reason: '无法修复' } }
  const first = await app.call(assetsContract.scrap, request, token, key)
  expect(first).toMatchObject({ code: 2313, data: { approvalId: expect.any(String) } })
  expect((await decide(refuse)).code).toBe(0)
  const { code, msg, data } = await app.call(assetsContract.scrap, request, token, key)
  expect({ code, msg, data }).toEqual({ code: 2313, msg: first.msg, data: first.data })
  expect(await findWaiting()).toBeUndefined()
})

it('is not carried out when it is refused, or by who asked', async () => {
  await scrap()
  const { id = '', version = 0 } = (await findWaiting()) ?? {}
  expect((await app.call(approve, { params: { id }, body: { version } }, token)).code).not.toBe(0)
  expect((await decide(refuse)).code).toBe(0)
  expect(await isScrapped()).toBe(false)
})

it('is refused at once where it could not be carried out', async () => {
  await app.sql(`update assets.assets set state = 'scrapped' where id = $1`, [asset])
  const other = await app.signIn(await buildUser(app, { companyId, permissions: ['assets:scrap'] }))
  expect((await scrap(other)).code).toBe(assetsErrors.scrapped.code)
  expect(await findWaiting()).toBeUndefined()
})

it('needs the rights of who asked when it is carried out, too', async () => {
  await scrap()
  await app.sql('delete from user_roles where user_id = $1', [asker.id])
  expect((await decide(approve)).data).toMatchObject({ state: 'failed' })
  expect(await isScrapped()).toBe(false)
})
