import { randomUUID } from 'node:crypto'
import { type ReviewStart, reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildManyAssignments, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { buildReviewWork } from '../../../../test/review-work.ts'
import { isThorough } from '../../../../test/thorough.ts'

const { list, create, items, close, cancel, repeat } = reviewsContract
const rights = ['sysReviews:list', 'sysReviews:edit']
type User = Awaited<ReturnType<typeof buildUser>>

let app: TestApp
let companyId: string
let admin: User
let token: string
let member: User
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  companyId = await buildCompany(app, `公司${randomUUID()}`)
  admin = await buildUser(app, { companyId, permissions: rights })
  token = await app.signIn(admin)
  member = await buildUser(app, { companyId, permissions: [] })
})

const startReview = async (request: Partial<ReviewStart> = {}, by = token) => {
  const dueTime = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const covered = { name: '季度复核', dueTime, coverage: 'roles' as const, roleIds: [member.roleId] }
  const body = { ...covered, unanswered: 'keep' as const, repeatMonths: 3 as const, ...request }
  return (await callAndConfirm(app, create, { body }, by)).done.data?.id ?? ''
}
/** Reviews of the company, newest first. */
const reviews = async () => (await app.call(list, { query: { size: 50 } }, token)).data ?? []
const findReview = async (id: string) => (await reviews()).find((review) => review.id === id)
const repeated = (id: string, repeatMonths: 0 | 1 | 3 | 6 | 12, by = token) =>
  app.call(repeat, { params: { id }, body: { repeatMonths } }, by)
const runDueWork = () => buildReviewWork(app).runDueWork()
/** Moves a review back in time, with all its dates. */
const backdate = (id: string, months: number) =>
  app.sql(
    `update reviews set created_at = created_at - make_interval(months => $2), due_at = due_at - make_interval(months => $2)
     where id = $1`,
    [id, months],
  )
/** Moves a review back in time and lets it end by itself. */
const endBackdated = async (id: string, months = 4) => {
  await backdate(id, months)
  await runDueWork()
  await expect.poll(async () => (await findReview(id))?.state, { timeout: 10_000 }).toBe('closed')
}
/** The server polls as well, so results may appear with a delay. */
const waitForReviews = (count: number) =>
  expect.poll(async () => (await reviews()).length, { timeout: 10_000 }).toBe(count)
const listEvents = async (entityId: string) =>
  (await app.sql('select event from audit_log where entity_id = $1 and ok order by seq', [entityId])).map(
    ({ event }) => event,
  )

describe('a repeated review', () => {
  it('starts again on time, once, with the same settings and duration, in its creator’s name', async () => {
    const id = await startReview()
    const [first] = await reviews()
    expect(first).toMatchObject({ id, repeatMonths: 3, stopped: '' })
    const [planned] = await app.sql(
      `select date_trunc('milliseconds', created_at at time zone 'Asia/Shanghai' + interval '3 months')
         = $2::timestamptz at time zone 'Asia/Shanghai' as right
       from reviews where id = $1`,
      [id, first?.nextTime],
    )
    expect(planned).toEqual({ right: true })
    await endBackdated(id)
    await Promise.all([runDueWork(), runDueWork()])
    await runDueWork()
    await waitForReviews(2)
    const [next, ...former] = await reviews()
    expect(former.map((review) => [review.id, review.repeatMonths, review.nextTime])).toEqual([[id, 0, null]])
    expect(next).toMatchObject({
      name: '季度复核',
      state: 'open',
      coverage: 'roles',
      chosen: [member.roleName],
      unanswered: 'keep',
      items: 1,
      repeatMonths: 3,
      createBy: { id: admin.id },
    })
    const [length] = await app.sql(
      `select count(distinct date_trunc('second', due_at - created_at))::int as lengths from reviews where company_id = $1`,
      [companyId],
    )
    expect(length).toEqual({ lengths: 1 })
    expect(await listEvents(next?.id ?? '')).toEqual(['review.created'])
    const asked = (await app.call(items, { params: { id: next?.id ?? '' } }, token)).data
    expect(asked).toMatchObject([{ account: member.account, reviewer: { id: admin.id }, answer: null }])
  })
  it('waits for its date, the previous review, the limit of open reviews, and read-only companies', async () => {
    const id = await startReview()
    await callAndConfirm(app, close, { params: { id } }, token)
    await runDueWork()
    expect(await reviews()).toHaveLength(1)
    await app.sql('update companies set locked_at = now(), locked_by = $2 where id = $1', [companyId, '{}'])
    await backdate(id, 4)
    await runDueWork()
    await app.sql('update companies set locked_at = null, locked_by = null where id = $1', [companyId])
    expect(await reviews()).toHaveLength(1)
    await app.sql(
      `insert into reviews (company_id, id, name, due_at, coverage, unanswered, created_by)
       select $1, gen_random_uuid(), '别的', now() + interval '1 day', 'all', 'keep', '{"id":"","name":""}' from generate_series(1, 10)`,
      [companyId],
    )
    await runDueWork()
    expect(await reviews()).toHaveLength(11)
    await app.sql(`update reviews set state = 'cancelled' where company_id = $1 and name = '别的'`, [companyId])
    await runDueWork()
    await expect.poll(async () => (await reviews()).length, { timeout: 10_000 }).toBe(12)

    const going = (await reviews()).find(({ state }) => state === 'open')?.id ?? ''
    await app.sql(`update reviews set created_at = created_at - interval '4 months' where id = $1`, [going])
    await runDueWork()
    expect(await reviews()).toHaveLength(12)
  })
  it('leaves out roles and organisations that no longer exist', async () => {
    const other = await buildUser(app, { companyId, permissions: [] })
    const id = await startReview({ roleIds: [member.roleId, other.roleId] })
    await app.sql('delete from roles where id = $1', [other.roleId])
    await endBackdated(id)
    await runDueWork()
    await waitForReviews(2)
    expect((await reviews())[0]).toMatchObject({ state: 'open', chosen: [member.roleName], items: 1, repeatMonths: 3 })
  })
})

describe('a series stops and notifies administrators', () => {
  const stops = async (id: string, reason: string) => {
    await endBackdated(id)
    await runDueWork()
    await expect.poll(async () => (await findReview(id))?.stopped, { timeout: 10_000 }).toContain(reason)
    expect(await findReview(id)).toMatchObject({ state: 'closed', repeatMonths: 0, nextTime: null })
    expect((await reviews()).filter(({ state }) => state !== 'closed')).toEqual([])
    expect((await listEvents(id)).at(-1)).toBe('review.repeatStopped')
  }
  it('if its creator may no longer start reviews; another user continues it in their own name', async () => {
    const companyAdmin = await buildUser(app, { companyId, permissions: rights })
    const address = `${randomUUID().slice(0, 8)}@example.com`
    await app.sql('update users set email = $2 where id = $1', [companyAdmin.id, address])
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [companyAdmin.roleId])
    const creator = await buildUser(app, { companyId, permissions: rights })
    const id = await startReview({}, await app.signIn(creator))
    await app.sql(`delete from role_elements where role_id = $1 and element = 'sysReviews:edit'`, [creator.roleId])
    await stops(id, '权限不足')
    await expect
      .poll(async () => (await app.outbox()).filter(({ to }) => to === address).map(({ text }) => text), {
        timeout: 10_000,
      })
      .toEqual([expect.stringContaining('权限不足')])

    expect((await repeated(id, 6)).code).toBe(0)
    expect(await findReview(id)).toMatchObject({ repeatMonths: 6, stopped: '' })
    await backdate(id, 4)
    await runDueWork()
    await expect.poll(async () => (await reviews())[0]?.createBy.id, { timeout: 10_000 }).toBe(admin.id)
  })
  it('if its creator is locked, or a role now exceeds their rights', async () => {
    for (const harm of [
      [`update users set locked_at = now(), locked_by = '{}' where id = $1`, (by: User) => by.id],
      [
        `insert into role_elements (company_id, role_id, element)
         select company_id, id, 'sysBases:edit' from roles where id = $1`,
        () => member.roleId,
      ],
    ] as const) {
      const creator = await buildUser(app, { companyId, permissions: rights })
      const id = await startReview({}, await app.signIn(creator))
      await app.sql(harm[0], [harm[1](creator)])
      await stops(id, '发起人')
    }
  })
  it('if nothing is left of its coverage', async () => {
    const other = await buildUser(app, { companyId, permissions: [] })
    const gone = await startReview({ roleIds: [other.roleId] })
    await app.sql('delete from roles where id = $1', [other.roleId])
    await stops(gone, '已被删除')
  })
  it.runIf(isThorough)('if it has become too large', { timeout: 60_000 }, async () => {
    const wide = await startReview({ coverage: 'all', roleIds: [] })
    await buildManyAssignments(app, companyId)
    await stops(wide, '超过 5 万项')
  })
})

describe('the repetition of a review', () => {
  it('can be changed and ended by users who may start reviews, and is audited', async () => {
    const id = await startReview({ repeatMonths: 0 })
    expect(await findReview(id)).toMatchObject({ repeatMonths: 0, nextTime: null })
    for (const months of [12, 1, 0] as const) {
      expect((await repeated(id, months)).code).toBe(0)
      expect(await findReview(id)).toMatchObject({ repeatMonths: months })
    }
    const [logged] = await app.sql(
      `select before, after from audit_log where entity_id = $1 and event = 'review.repeatChanged' order by seq limit 1`,
      [id],
    )
    expect(logged).toEqual({ before: { repeatMonths: 0 }, after: { repeatMonths: 12 } })
    expect((await app.call(repeat, { params: { id }, body: { repeatMonths: 5 as 3 } }, token)).code).toBe(400)
    const viewer = await app.signIn(await buildUser(app, { companyId, permissions: ['sysReviews:list'] }))
    expect((await repeated(id, 3, viewer)).code).toBe(403)
    expect((await repeated(randomUUID(), 3)).code).toBe(404)
    await endBackdated(id)
    expect((await repeated(id, 3)).code).toBe(4150)
    await runDueWork()
    expect(await reviews()).toHaveLength(1)
  })
  it('cannot be set without the rights to start the review, but can be ended', async () => {
    const id = await startReview()
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:edit')`, [
      companyId,
      member.roleId,
    ])
    expect((await repeated(id, 6)).code).toBe(4152)
    expect((await repeated(id, 0)).code).toBe(0)
  })
  it('ends when a review is cancelled', async () => {
    const id = await startReview()
    expect((await app.call(cancel, { params: { id } }, token)).code).toBe(0)
    expect(await findReview(id)).toMatchObject({ state: 'cancelled', repeatMonths: 0, nextTime: null })
    await backdate(id, 4)
    await runDueWork()
    expect(await reviews()).toHaveLength(1)
    expect((await repeated(id, 3)).code).toBe(4150)
  })
})
