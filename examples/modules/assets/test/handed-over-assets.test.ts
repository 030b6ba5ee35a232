import { approvalsContract, buildUser, tenantsContract } from '@atrium/kit/test'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { assetsContract, assetsErrors } from '../assets/assets.contract.ts'
import { type Office, openOffice } from './office.ts'

const { handOver, handovers, scrap } = assetsContract

let office: Office
let asker: string
let leader: string
beforeAll(async () => {
  office = await openOffice()
  asker = await office.app.signIn(office.people.colleague)
  leader = await office.app.signIn(office.people.leader)
})
let asset: string
let name: string
beforeEach(async () => {
  name = `投影仪${Math.random()}`
  asset = await office.add({ name, keeper: office.people.colleague.id, org: office.north })
})
const ask = (keeper = office.people.keeper.id) =>
  office.app.call(handOver, { params: { id: asset }, body: { keeper, reason: '换岗' } }, asker)
const keeperOf = async () => (await office.read(asset)).keeper?.name

it('waits for the leader of who asks, and is carried out once, as who asked', async () => {
  expect((await ask()).code).toBe(2313)
  expect((await ask()).code).toBe(2313)
  expect(await keeperOf()).toBe('保管人乙')
  expect((await office.decide('approve', name, asker)).code).not.toBe(0)
  expect((await office.decide('approve', name, leader)).data).toEqual({ state: 'approved', reason: '' })
  expect(await keeperOf()).toBe('保管人甲')
  const { data } = await office.app.call(handovers, { params: { id: asset } }, office.token)
  expect(data).toMatchObject([
    { keeper: { name: '保管人甲' }, reason: '换岗', createBy: { name: '保管人乙' } },
    { keeper: { name: '保管人乙' }, reason: '', createBy: { name: '资产管理员' } },
  ])
  const events = await office.app.sql(
    `select actor_id from audit_log where event = 'asset.handedOver' and entity_id = $1`,
    [asset],
  )
  expect(events).toEqual([{ actor_id: office.people.colleague.id }])
})

it('is shown to the leader with the name of who gets the asset', async () => {
  await ask()
  expect((await office.readWaiting(name, leader))?.input).toEqual([
    { label: '接收人', value: '保管人甲' },
    { label: '交接原因', value: '换岗' },
  ])
})

it('leaves the asset where it is when it is refused', async () => {
  await ask()
  expect((await office.decide('refuse', name, leader)).code).toBe(0)
  expect(await keeperOf()).toBe('保管人乙')
})

it('is refused at once to people beyond the row scope, and to who keeps the asset', async () => {
  expect((await ask(office.people.administrator.id)).code).not.toBe(2313)
  expect((await ask(office.people.colleague.id)).code).toBe(assetsErrors.keptAlready.code)
})

it('is not carried out for an asset that was scrapped meanwhile', async () => {
  await ask()
  const head = await office.app.signIn(office.people.head)
  await office.app.call(scrap, { params: { id: asset }, body: { reason: '无法修复' } }, office.token)
  expect((await office.decide('approve', name, head)).data).toMatchObject({ state: 'approved' })
  expect((await office.decide('approve', name, leader)).data).toEqual({
    state: 'failed',
    reason: assetsErrors.scrapped.msg,
  })
  expect(await keeperOf()).toBe('保管人乙')
})

it('shows which asset it is and whose it becomes, and is not carried out once another has kept it', async () => {
  const { app, people } = office
  await ask()
  await ask(people.leader.id)
  const { data = [] } = await app.call(approvalsContract.list, { query: { 'f.box': 'waiting', search: name } }, leader)
  const [other = '', waiting = ''] = data.map(({ id }) => id)
  const { number } = await office.read(asset)
  expect((await app.call(approvalsContract.get, { params: { id: waiting } }, leader)).data).toMatchObject({
    name: `${name}（${number}）`,
    changes: [
      { label: '保管人', from: '保管人乙', to: '保管人甲' },
      { label: '原因', to: '换岗' },
    ],
  })
  const approve = (id: string) =>
    app.call(approvalsContract.approve, { params: { id }, body: { version: 1, reason: '' } }, leader)
  expect((await approve(other)).data).toEqual({ state: 'approved', reason: '' })
  expect((await approve(waiting)).data).toEqual({ state: 'failed', reason: '数据在提交审批后已变化，请重新提交' })
  expect(await keeperOf()).toBe('部门负责人')
})

it('goes to no one who was removed, whether before it was asked for or after', async () => {
  const { app, companyId, north } = office
  const leaving = await buildUser(app, { companyId, org: north })
  const remove = () => app.sql('update users set deleted_at = now() where id = $1', [leaving.id])
  expect((await ask(leaving.id)).code).toBe(2313)
  await remove()
  expect((await office.decide('approve', name, leader)).data).toMatchObject({ state: 'failed' })
  expect((await ask(leaving.id)).code).toBe(404)
  const body = { ...office.sample, name, keeper: leaving.id }
  expect((await app.call(assetsContract.create, { body }, office.token)).code).toBe(404)
  expect(await keeperOf()).toBe('保管人乙')
})

it('waits on while the module is off', async () => {
  const { app, companyId } = office
  const operator = await app.signIn()
  const switchTo = (on: boolean) =>
    app.call(tenantsContract.switchModule, { params: { id: companyId }, body: { module: 'assets', on } }, operator)
  await ask()
  await switchTo(false)
  expect(await office.decide('approve', name, leader)).toMatchObject({
    code: 403,
    msg: '“资产管理”已对本公司停用，可联系平台运营启用',
  })
  await switchTo(true)
  expect((await office.decide('approve', name, leader)).data).toEqual({ state: 'approved', reason: '' })
})
