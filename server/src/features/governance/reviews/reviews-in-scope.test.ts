import { randomUUID } from 'node:crypto'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'

const { create, close, cancel, remind, repeat, handOver } = reviewsContract
const rights = ['sysReviews:list', 'sysReviews:edit', 'sysUsers:list']

let app: TestApp
let stage: NarrowStage
let wide: string
let narrow: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  stage = await createNarrowStage(app)
  wide = await stage.signInWide(...rights)
  narrow = await stage.signInNorth(...rights)
})

const startReview = async (orgId: string, by: string) => {
  const dueTime = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const body = { name: '季度复核', dueTime, coverage: 'orgs' as const, orgIds: [orgId] }
  const { done } = await callAndConfirm(app, create, { body }, by)
  return done.data?.id ?? ''
}
const readState = async (id: string) =>
  (await app.sql('select state, repeat_months from reviews where id = $1', [id]))[0]

it('a review of users outside the caller’s row scope is not changed in any way', async () => {
  const outside = await stage.buildMember(stage.south)
  const params = { id: await startReview(stage.south, wide) }
  const reviewer = String(
    (await app.sql('select reviewer_id from review_items where review_id = $1', [params.id]))[0]?.reviewer_id,
  )
  const codes = [
    await callAndConfirm(app, close, { params }, narrow).then(({ done }) => done.code),
    (await app.call(cancel, { params }, narrow)).code,
    (await app.call(remind, { params }, narrow)).code,
    (await app.call(repeat, { params, body: { repeatMonths: 3 } }, narrow)).code,
    (await app.call(repeat, { params, body: { repeatMonths: 0 } }, narrow)).code,
    (await app.call(handOver, { params: { ...params, userId: reviewer }, body: { handoverTo: outside.id } }, narrow))
      .code,
  ]
  expect(codes).toEqual([4158, 4158, 4158, 4158, 4158, 4158])
  expect(await readState(params.id)).toEqual({ state: 'open', repeat_months: 0 })
  expect((await app.call(cancel, { params: { id: randomUUID() } }, narrow)).code).toBe(404)
})

it('a review of the caller’s own organisation is changed, also with the others who have it in theirs', async () => {
  await stage.buildMember(stage.north)
  const params = { id: await startReview(stage.north, narrow) }
  const peer = await stage.signInNorth(...rights)
  expect((await app.call(remind, { params }, peer)).code).toBe(0)
  expect((await app.call(repeat, { params, body: { repeatMonths: 3 } }, narrow)).code).toBe(0)
  expect((await callAndConfirm(app, close, { params }, narrow)).done.code).toBe(0)
})

it('who started a review stops and reminds of it, though a user has since left their row scope, and closes it no more', async () => {
  const member = await stage.buildMember(stage.north)
  const params = { id: await startReview(stage.north, narrow) }
  await app.sql('update user_orgs set org_id = $2 where user_id = $1', [member.id, stage.south])
  expect((await callAndConfirm(app, close, { params }, narrow)).done.code).toBe(4158)
  expect((await app.call(remind, { params }, narrow)).code).toBe(0)
  expect((await app.call(cancel, { params }, narrow)).code).toBe(0)
  expect(await readState(params.id)).toMatchObject({ state: 'cancelled' })
})
