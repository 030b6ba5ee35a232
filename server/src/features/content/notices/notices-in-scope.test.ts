import { randomUUID } from 'node:crypto'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'
import { authorPermissions, createNoticeStage, type NoticeStage, toDraft } from '../../../../test/notice-stage.ts'

const { create, reach } = noticesContract
const noSuchTarget = 5013

let app: TestApp
let stage: NarrowStage
let notices: NoticeStage
let wide: string
let narrow: string
let inside: Awaited<ReturnType<NarrowStage['buildMember']>>
let outside: typeof inside
beforeAll(async () => {
  app = await createTestApp()
  notices = createNoticeStage(app)
})
beforeEach(async () => {
  stage = await createNarrowStage(app)
  wide = await stage.signInWide(...authorPermissions)
  narrow = await stage.signInNorth(...authorPermissions)
  inside = await stage.buildMember(stage.north)
  outside = await stage.buildMember(stage.south)
  await app.sql(`update users set phone = '139' || right(translate(id::text, 'abcdef-', '123456'), 8) where id = $1`, [
    outside.id,
  ])
})
const toUsers = (...users: { id: string }[]) => ({ scope: 'user' as const, ids: users.map(({ id }) => id) })
const readReach = async (id: string, as: string) =>
  (await app.call(reach, { query: { scope: 'user', ids: id } }, as)).data

it('a notice is addressed to users in the caller’s row scope; others are refused like unknown ones', async () => {
  const refusals = []
  for (const id of [outside.id, randomUUID()]) {
    const { code, msg, errors } = await app.call(create, { body: toDraft({ target: toUsers(inside, { id }) }) }, narrow)
    refusals.push({ code, msg, errors })
  }
  expect(refusals[0]).toEqual(refusals[1])
  expect(refusals[0]?.code).toBe(noSuchTarget)
  expect((await app.call(create, { body: toDraft({ target: toUsers(inside) }) }, narrow)).code).toBe(0)
})

it('the reach of a user outside the row scope is that of an unknown one', async () => {
  expect(await readReach(outside.id, wide)).toEqual({ people: 1, phones: 1, mails: 0 })
  expect(await readReach(outside.id, narrow)).toEqual(await readReach(randomUUID(), narrow))
  expect(await readReach(inside.id, narrow)).toMatchObject({ people: 1 })
})

it('another’s notice keeps its targets when it is changed, without the names that the caller may not see', async () => {
  const id = await notices.add({ target: toUsers(inside, outside) }, wide)
  const { targets, target } = await notices.get(id, narrow)
  expect(target.ids).toHaveLength(2)
  expect(targets.find((each) => each.id === outside.id)?.name).toBe('数据范围外的用户')
  expect(targets.find((each) => each.id === inside.id)?.name).toContain(inside.account)
  expect((await notices.edit(id, narrow, { title: '改了标题' })).code).toBe(0)
  expect((await notices.get(id, wide)).target.ids).toHaveLength(2)
})

it('receipts are summed up for the users that the list shows', async () => {
  const id = await notices.publish({ target: toUsers(inside, outside) }, wide)
  await notices.read(id, await app.signIn(outside))
  const sums = async (as: string) => (await app.call(receiptsContract.receiptSums, { params: { id } }, as)).data
  expect(await sums(wide)).toMatchObject({ people: 2, read: 1, acked: 0 })
  expect(await sums(narrow)).toMatchObject({ people: 1, read: 0, acked: 0 })
})
