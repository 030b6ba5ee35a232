import { randomUUID } from 'node:crypto'
import { ownReviewsContract } from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'

const { create, items, reviewers, handOver, cancel } = reviewsContract
const { ownItems, answerItems } = ownReviewsContract
const rights = ['sysReviews:list', 'sysReviews:edit', 'sysUsers:list']
type User = Awaited<ReturnType<typeof buildUser>>

let app: TestApp
let companyId: string
let admin: User
let token: string
let leader: User
let members: User[]
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  companyId = await buildCompany(app, `公司${randomUUID()}`)
  const build = (permissions: string[] = []) => buildUser(app, { companyId, permissions })
  admin = await build(rights)
  token = await app.signIn(admin)
  leader = await build()
  members = [await build(), await build()]
  const orgId = randomUUID()
  await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
    companyId,
    orgId,
    '市场部',
    `/${orgId}/`,
  ])
  await app.sql(
    `insert into user_orgs (company_id, user_id, org_id, is_primary, duty)
     select $1, id, $2, true, case when id = $3 then 'leader' else 'member' end from unnest($4::uuid[]) id`,
    [companyId, orgId, leader.id, [leader, ...members].map(({ id }) => id)],
  )
})

/** A review of the leader's team. */
const startReview = async () => {
  const dueTime = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const roleIds = members.map(({ roleId }) => roleId)
  const body = { name: '季度复核', dueTime, coverage: 'roles' as const, roleIds }
  return (await callAndConfirm(app, create, { body }, token)).done.data?.id ?? ''
}
const handOverItems = (id: string, to: { id: string }, by = token, from: { id: string } = leader) =>
  app.call(handOver, { params: { id, userId: from.id }, body: { handoverTo: to.id } }, by)
/** Reviewed users per reviewer, and the size of each list. */
const reviewedBy = async (id: string) => {
  const { data = [] } = await app.call(items, { params: { id }, query: unchecked({ size: 50 }) }, token)
  return Object.fromEntries((data ?? []).map(({ account, reviewer }) => [account, reviewer?.id]))
}
const readLists = async (id: string) => {
  const { data } = await app.call(reviewers, { params: { id } }, token)
  return Object.fromEntries((data ?? []).map((each) => [each.id, [each.items, each.answered]]))
}
const listOwnItems = async (by: string) => (await app.call(ownItems, {}, by)).data ?? []
const answer = async (id: string, by: string, account: string) => {
  const ids = (await listOwnItems(by)).filter((item) => item.account === account).map((item) => item.id)
  return (await app.call(answerItems, { params: { id }, body: { ids, answer: 'keep' } }, by)).code
}

describe('unanswered items', () => {
  it('move to the successor, who is notified and answers; given answers stay', async () => {
    const [first, second] = members as [User, User]
    const successor = await buildUser(app, { companyId, permissions: [] })
    for (const [{ id: userId }, name] of [
      [leader, '王芳'],
      [successor, '李强'],
    ] as const)
      await app.sql('update users set name = $2 where id = $1', [userId, name])
    const address = `${randomUUID().slice(0, 8)}@example.com`
    await app.sql('update users set email = $2 where id = $1', [successor.id, address])
    const id = await startReview()
    const [before, after] = [await app.signIn(leader), await app.signIn(successor)]
    expect(await answer(id, before, first.account)).toBe(0)

    expect((await handOverItems(id, successor)).code).toBe(0)
    expect(await reviewedBy(id)).toEqual({ [first.account]: leader.id, [second.account]: successor.id })
    expect(await readLists(id)).toEqual({ [leader.id]: [1, 1], [successor.id]: [1, 0] })
    await expect
      .poll(async () => (await app.outbox()).filter(({ to }) => to === address).map(({ text }) => text), {
        timeout: 10_000,
      })
      .toEqual([expect.stringContaining('有 1 项待您处理')])
    expect((await listOwnItems(before)).map(({ account }) => account)).toEqual([first.account])
    expect(await answer(id, after, second.account)).toBe(0)
    expect(await readLists(id)).toEqual({ [leader.id]: [1, 1], [successor.id]: [1, 1] })

    const [logged] = await app.sql(
      `select entity_id, before, after from audit_log where company_id = $1 and event = 'review.reassigned' and ok`,
      [companyId],
    )
    expect(logged).toEqual({
      entity_id: id,
      before: { reviewer: '王芳' },
      after: { reviewer: '李强', items: 1 },
    })
    expect((await handOverItems(id, admin)).code).toBe(4156)
  })
  it('about the successor move to the creator, and stay if there is no one to answer', async () => {
    const [first, second] = members as [User, User]
    const id = await startReview()
    expect((await handOverItems(id, first)).code).toBe(0)
    expect(await reviewedBy(id)).toEqual({ [first.account]: admin.id, [second.account]: first.id })
    expect(await readLists(id)).toEqual({ [admin.id]: [1, 0], [first.id]: [1, 0] })

    const other = await startReview()
    await app.sql(`update reviews set created_by = '{"id":"","name":"谁"}' where id = $1`, [other])
    expect((await handOverItems(other, first)).code).toBe(0)
    expect(await reviewedBy(other)).toEqual({ [first.account]: leader.id, [second.account]: first.id })
    expect(await readLists(other)).toEqual({ [leader.id]: [1, 0], [first.id]: [1, 0] })
    expect((await handOverItems(other, first)).code).toBe(4156)
  })
  it('are added to the successor’s list, who is notified again', async () => {
    const id = await startReview()
    const [first, second] = members as [User, User]
    const successor = await buildUser(app, { companyId, permissions: [] })
    await handOverItems(id, first)
    await app.sql('update review_lists set notified_at = now() where review_id = $1', [id])
    expect((await handOverItems(id, successor, token, first)).code).toBe(0)
    expect((await handOverItems(id, successor, token, admin)).code).toBe(0)
    expect(await reviewedBy(id)).toEqual({ [first.account]: successor.id, [second.account]: successor.id })
    expect(await readLists(id)).toEqual({ [successor.id]: [2, 0] })
  })
  it('move from a deleted reviewer, who is marked until then', async () => {
    const id = await startReview()
    await app.sql(`update users set deleted_at = now(), deleted_by = '{}' where id = $1`, [leader.id])
    expect((await app.call(reviewers, { params: { id } }, token)).data).toMatchObject([{ id: leader.id, status: 3 }])
    expect((await handOverItems(id, admin)).code).toBe(0)
    expect(await readLists(id)).toEqual({ [admin.id]: [2, 0] })
  })
})

describe('handing over is rejected', () => {
  it('without a successor, to the same user, to one who may not sign in, and to another company’s', async () => {
    const id = await startReview()
    const stranger = await buildUser(app, { companyId: await buildCompany(app, `别家${randomUUID()}`) })
    const locked = await buildUser(app, { companyId, permissions: [] })
    await app.sql(`update users set locked_at = now(), locked_by = '{}' where id = $1`, [locked.id])
    for (const to of [leader, stranger, locked, { id: randomUUID() }])
      expect(await handOverItems(id, to)).toMatchObject({ code: 2016, errors: [{ field: 'handoverTo' }] })
    expect((await handOverItems(id, admin, token, stranger)).code).toBe(404)
    expect((await handOverItems(randomUUID(), admin)).code).toBe(404)
    expect(await readLists(id)).toEqual({ [leader.id]: [2, 0] })
  })
  it('without the permission, from another company, without the rights over these roles, and once the review is over', async () => {
    const id = await startReview()
    const viewer = await app.signIn(await buildUser(app, { companyId, permissions: ['sysReviews:list'] }))
    expect((await handOverItems(id, admin, viewer)).code).toBe(403)
    const foreign = await buildCompany(app, `别家${randomUUID()}`)
    const outside = await app.signIn(await buildUser(app, { companyId: foreign, permissions: rights }))
    expect((await handOverItems(id, admin, outside)).code).toBe(404)
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:edit')`, [
      companyId,
      members[0]?.roleId,
    ])
    expect((await handOverItems(id, admin)).code).toBe(4152)
    await app.call(cancel, { params: { id } }, token)
    expect((await handOverItems(id, admin)).code).toBe(4150)
  })
})
