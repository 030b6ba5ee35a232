import { randomUUID } from 'node:crypto'
import {
  ownReviewsContract,
  type ReviewAnswer,
} from '@atrium/contract/features/governance/reviews/own-reviews.contract.ts'
import { type ReviewStart, reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { type CompanyStage, createCompanyStage } from '../../../../test/company-stage.ts'
import { buildCompany, buildManyAssignments, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'
import { buildReviewWork } from '../../../../test/review-work.ts'
import { isThorough } from '../../../../test/thorough.ts'

const { list, create, items, reviewers, remind, close, cancel } = reviewsContract
const { ownReviews, ownItems, answerItems } = ownReviewsContract
const rights = ['sysReviews:list', 'sysReviews:edit', 'sysUsers:list']
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

let app: TestApp
let companyId: string
let admin: CompanyStage['admin']
let token: string
let buildMember: CompanyStage['buildMember']
let listEvents: CompanyStage['listEvents']
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;({ companyId, admin, token, buildMember, listEvents } = await createCompanyStage(app, rights))
})

const buildOrganization = async (leader: { id: string } | undefined, above?: string) => {
  const id = randomUUID()
  const path = above === undefined ? `/${id}/` : `/${above}/${id}/`
  await app.sql('insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
    companyId,
    id,
    above ?? null,
    `组织${id.slice(0, 8)}`,
    path,
  ])
  if (leader) await addMember(leader, id, 'leader')
  return id
}
const addMember = (user: { id: string }, orgId: string, duty = 'member') =>
  app.sql('insert into user_orgs (company_id, user_id, org_id, is_primary, duty) values ($1, $2, $3, true, $4)', [
    companyId,
    user.id,
    orgId,
    duty,
  ])
/** A leader and a member of their organisation. */
const buildTeam = async () => {
  const [leader, member] = [await buildMember(), await buildMember()]
  const orgId = await buildOrganization(leader)
  await addMember(member, orgId)
  return { leader, member, orgId }
}

const startReview = async (request: Partial<ReviewStart> = {}, by = token) => {
  const body = { name: '季度复核', dueTime: inDays(9), coverage: 'all' as const, ...request }
  return (await callAndConfirm(app, create, { body }, by)).done
}
const startedReview = async (request: Partial<ReviewStart> = {}) => (await startReview(request)).data?.id ?? ''
const readItems = async (id: string, query: object = {}) =>
  (await app.call(items, { params: { id }, query: unchecked({ size: 50, ...query }) }, token)).data ?? []
const findItem = async (id: string, user: { account: string }) =>
  (await readItems(id)).find(({ account }) => account === user.account)
const findReview = async (id: string) =>
  (await app.call(list, { query: { size: 50 } }, token)).data?.find((review) => review.id === id)
const answer = async (id: string, ids: readonly string[], given: ReviewAnswer, by: string, reason = '') =>
  app.call(answerItems, { params: { id }, body: { ids: [...ids], answer: given, reason } }, by)
const listOwnItems = async (by: string, query: object = {}) =>
  (await app.call(ownItems, { query: unchecked(query) }, by)).data ?? []
const closeReview = (id: string, by = token) => callAndConfirm(app, close, { params: { id } }, by)
const waitUntilClosed = (id: string) =>
  expect.poll(async () => (await findReview(id))?.state, { timeout: 10_000 }).toBe('closed')
const readRoleIds = async ({ id }: { id: string }) =>
  (await app.sql('select role_id from user_roles where user_id = $1', [id])).map(({ role_id }) => role_id)

describe('a starting review', () => {
  it('is assigned to the leader of each user or else to its creator, never to the user', async () => {
    const { leader, member, orgId } = await buildTeam()
    const second = await buildMember()
    await addMember(second, orgId, 'leader')
    const alone = await buildMember()
    const id = await startedReview()
    const asked = (await readItems(id)).map(({ account, reviewer }) => [account, reviewer?.id])
    expect(Object.fromEntries(asked)).toEqual({
      [member.account]: leader.id,
      [leader.account]: second.id,
      [second.account]: leader.id,
      [alone.account]: admin.id,
    })
    expect(await findReview(id)).toMatchObject({
      state: 'open',
      items: 4,
      answered: 0,
      unanswered: 'remove',
      chosen: [],
    })
    const { data } = await app.call(reviewers, { params: { id } }, token)
    expect(data?.map((each) => [each.id, each.items, each.answered])).toEqual([
      [leader.id, 2, 0],
      ...[admin.id, second.id].sort().map((each) => [each, 1, 0]),
    ])
    expect(await listEvents(id)).toEqual(['review.created'])
  })
  it('confirms its extent before notifying reviewers', async () => {
    const { member } = await buildTeam()
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      member.id,
      admin.roleId,
    ])
    const body = { name: '季度复核', dueTime: inDays(9), coverage: 'all' as const }
    const shown = await app.call(create, { body }, token)
    expect(shown).toMatchObject({ code: 111, data: { impact: { items: 3, people: 2, reviewers: 2, own: 1, left: 1 } } })
    const left = await app.sql('select from reviews where company_id = $1', [companyId])
    expect([left, await listEvents('')]).toEqual([[], []])
    expect((await startReview()).code).toBe(0)
  })
  it('is not assigned to users who may not sign in', async () => {
    const { leader, member } = await buildTeam()
    await app.sql(`update users set locked_at = now(), locked_by = '{}' where id = $1`, [leader.id])
    const id = await startedReview()
    expect(await findItem(id, member)).toMatchObject({ reviewer: { id: admin.id } })
  })
  it('covers current assignments of chosen roles, or of members of chosen organisations and their descendants', async () => {
    const { member, orgId } = await buildTeam()
    const below = await buildMember()
    await addMember(below, await buildOrganization(undefined, orgId))
    const over = await buildMember()
    await app.sql(`update user_roles set expires_at = now() - interval '1 day' where user_id = $1`, [over.id])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      below.id,
      member.roleId,
    ])
    const byRole = await startedReview({ coverage: 'roles', roleIds: [member.roleId, over.roleId] })
    expect((await readItems(byRole)).map(({ account }) => account).sort()).toEqual(
      [below.account, member.account].sort(),
    )
    expect((await findReview(byRole))?.chosen.toSorted()).toEqual([member.roleName, over.roleName].sort())
    const byOrg = await startedReview({ coverage: 'orgs', orgIds: [orgId] })
    expect((await readItems(byOrg)).map(({ roleName, account }) => [account, roleName]).sort()).toEqual(
      expect.arrayContaining([
        [below.account, member.roleName],
        [below.account, below.roleName],
        [member.account, member.roleName],
      ]),
    )
    expect(await readItems(byOrg)).toHaveLength(4)
    expect((await startReview({ coverage: 'roles', roleIds: [over.roleId] })).code).toBe(4151)
    expect((await startReview({ coverage: 'roles', roleIds: [] })).code).toBe(400)
  })
  it('rejects a past due date, unknown choices, too many open reviews, and another company’s roles', async () => {
    const stranger = await buildUser(app, { companyId: await buildCompany(app, `别家${randomUUID()}`) })
    await buildMember()
    expect(await startReview({ dueTime: inDays(-1) })).toMatchObject({ code: 2015, errors: [{ field: 'dueTime' }] })
    for (const id of [stranger.roleId, randomUUID()]) {
      expect(await startReview({ coverage: 'roles', roleIds: [id] })).toMatchObject({
        code: 4153,
        errors: [{ field: 'roleIds' }],
      })
      expect((await startReview({ coverage: 'orgs', orgIds: [id] })).code).toBe(4153)
    }
    for (let at = 0; at < 10; at += 1) expect((await startReview()).code).toBe(0)
    expect((await startReview()).code).toBe(4154)
  })
  it.runIf(isThorough)('rejects more items than the maximum, leaving nothing behind', { timeout: 60_000 }, async () => {
    await buildManyAssignments(app, companyId)
    expect(await startReview()).toMatchObject({ code: 4155, errors: [{ field: 'coverage' }] })
    const left = await app.sql(
      'select from reviews where company_id = $1 union all select from review_items where company_id = $1',
      [companyId],
    )
    expect(left).toEqual([])
  })
  it('rejects roles and users beyond the creator’s own rights', async () => {
    const strong = await buildMember(['sysBases:edit'])
    const { member } = await buildTeam()
    expect((await startReview()).code).toBe(4152)
    expect((await app.call(list, {}, token)).total).toBe(0)
    expect(await startedReview({ coverage: 'roles', roleIds: [member.roleId] })).not.toBe('')
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      strong.id,
      member.roleId,
    ])
    expect((await startReview({ coverage: 'roles', roleIds: [member.roleId] })).code).toBe(4152)
  })
  it('requires its permission', async () => {
    const viewer = await app.signIn(await buildMember(['sysReviews:list']))
    expect((await startReview({}, viewer)).code).toBe(403)
    expect((await app.call(list, {}, viewer)).code).toBe(0)
    expect((await app.call(list, {}, await app.signIn(await buildMember()))).code).toBe(403)
  })
})

describe('a reviewer', () => {
  it('reads and answers their own list without a permission, and may change an answer', async () => {
    const { leader, member } = await buildTeam()
    const id = await startedReview({ coverage: 'roles', roleIds: [member.roleId] })
    const by = await app.signIn(leader)
    expect((await app.call(ownReviews, {}, by)).data).toMatchObject([{ id, name: '季度复核', items: 1, answered: 0 }])
    const [item] = await listOwnItems(by)
    expect(item).toMatchObject({ account: member.account, roleName: member.roleName, lastTime: null, answer: null })
    const ids = [item?.id ?? '']
    expect((await answer(id, ids, 'keep', by)).code).toBe(0)
    expect((await answer(id, ids, 'remove', by, '已转岗')).code).toBe(0)
    expect(await listOwnItems(by, { 'f.reviewId': id })).toMatchObject([{ answer: 'remove', reason: '已转岗' }])
    expect(await listOwnItems(by, { 'f.answer': 'none' })).toEqual([])
    expect(await findReview(id)).toMatchObject({ answered: 1 })
    expect((await app.call(ownReviews, {}, by)).data).toMatchObject([{ answered: 1 }])
    expect(await readRoleIds(member)).toEqual([member.roleId])
    const [logged] = await app.sql(
      `select after from audit_log where event = 'review.answered' order by seq desc limit 1`,
    )
    expect(logged?.after).toEqual({ answer: 'remove', reason: '已转岗', done: [`张伟：${member.roleName}`] })
  })
  it('cannot answer for others: a foreign item is unknown, and several are answered all or none', async () => {
    const [one, other] = [await buildTeam(), await buildTeam()]
    const id = await startedReview()
    const [by, another] = [await app.signIn(one.leader), await app.signIn(other.leader)]
    const [mine, theirs] = [(await listOwnItems(by))[0]?.id ?? '', (await listOwnItems(another))[0]?.id ?? '']
    const foreign = await buildCompany(app, `别家${randomUUID()}`)
    const stranger = await app.signIn(await buildUser(app, { companyId: foreign, permissions: rights }))
    for (const [asked, caller] of [
      [[theirs], by],
      [[mine, theirs], by],
      [[randomUUID()], by],
      [[mine], token],
      [[mine], stranger],
    ] as const)
      expect((await answer(id, asked, 'remove', caller)).code).toBe(404)
    expect((await answer(randomUUID(), [mine], 'keep', by)).code).toBe(404)
    expect((await readItems(id)).every((each) => each.answer === null)).toBe(true)
    expect(await listOwnItems(stranger)).toEqual([])
    expect((await app.call(items, { params: { id } }, stranger)).total).toBe(0)
    for (const endpoint of [close, cancel, remind])
      expect((await app.call(endpoint, { params: { id } }, stranger)).code).toBe(404)
  })
  it('cannot answer once the review is over', async () => {
    const { leader } = await buildTeam()
    const id = await startedReview()
    const by = await app.signIn(leader)
    const [item] = await listOwnItems(by)
    await app.sql(`update reviews set due_at = now() - interval '1 second', state = 'cancelled' where id = $1`, [id])
    expect((await answer(id, [item?.id ?? ''], 'keep', by)).code).toBe(4150)
    expect(await listOwnItems(by)).toEqual([])
    expect((await app.call(ownReviews, {}, by)).data).toEqual([])
  })
  it('is notified by mail once, and again by a reminder about unanswered items', async () => {
    const { leader } = await buildTeam()
    const address = `${randomUUID().slice(0, 8)}@example.com`
    await app.sql('update users set email = $2 where id = $1', [leader.id, address])
    const mails = async () => (await app.outbox()).filter(({ to }) => to === address)
    const id = await startedReview()
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1)
    expect((await mails())[0]?.text).toContain('有 1 项待您处理')
    await buildReviewWork(app).runDueWork()
    expect((await app.call(remind, { params: { id } }, token)).code).toBe(0)
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(2)
    const by = await app.signIn(leader)
    await answer(id, [(await listOwnItems(by))[0]?.id ?? ''], 'keep', by)
    await app.call(remind, { params: { id } }, token)
    await buildReviewWork(app).runDueWork()
    expect(await listEvents(id)).toEqual(['review.created', 'review.reminded', 'review.answered', 'review.reminded'])
    expect(await app.sql(`select 1 from review_lists where review_id = $1 and notified_at is null`, [id])).toEqual([])
  })
})

describe('a closed review', () => {
  it('confirms its impact, revokes unkept roles, and appears on every timeline', async () => {
    const [kept, gone, silent] = [await buildTeam(), await buildTeam(), await buildTeam()]
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysUsers:list')`, [
      companyId,
      gone.member.roleId,
    ])
    const roleIds = [kept, gone, silent].map(({ member }) => member.roleId)
    const id = await startedReview({ coverage: 'roles', roleIds })
    const answered = async ({ leader }: typeof kept, given: ReviewAnswer) => {
      const by = await app.signIn(leader)
      await answer(id, [(await listOwnItems(by))[0]?.id ?? ''], given, by)
    }
    await answered(kept, 'keep')
    await answered(gone, 'remove')
    const inside = await app.signIn(gone.member)
    expect((await app.call(usersContract.list, {}, inside)).code).toBe(0)

    const { code, data } = await app.call(close, { params: { id } }, token)
    expect([code, data]).toMatchObject([
      111,
      {
        impact: {
          removing: 2,
          keeping: 1,
          unanswered: 1,
          affectedUsers: 2,
          losingUsers: 1,
          gainingUsers: 0,
          lost: [{ code: 'sysUsers:list', users: 1 }],
          lose: [{ userId: gone.member.id, elems: ['sysUsers:list'] }],
        },
      },
    ])
    expect(await readRoleIds(gone.member)).toEqual([gone.member.roleId])
    expect((await closeReview(id)).done.code).toBe(0)
    await waitUntilClosed(id)
    expect(await findReview(id)).toMatchObject({
      removing: 2,
      removed: 2,
      gone: 0,
      refused: 0,
      closeBy: { id: admin.id },
    })
    expect([await readRoleIds(kept.member), await readRoleIds(gone.member), await readRoleIds(silent.member)]).toEqual([
      [kept.member.roleId],
      [],
      [],
    ])
    expect((await app.call(usersContract.list, {}, inside)).code).toBe(403)
    expect(await listEvents(gone.member.id)).toEqual(expect.arrayContaining(['user.rolesChanged']))
    expect(await listEvents(gone.member.roleId)).toEqual(['role.membersChanged'])
    expect(await listEvents(id)).toEqual([
      'review.created',
      'review.answered',
      'review.answered',
      'review.closed',
      'review.applied',
    ])
    expect(await findItem(id, gone.member)).toMatchObject({ answer: 'remove', outcome: 'removed', grantTime: null })
    expect(await findItem(id, silent.member)).toMatchObject({ answer: null, outcome: 'removed' })
    expect(await findItem(id, kept.member)).toMatchObject({ answer: 'keep', outcome: null })
    expect((await closeReview(id)).done.code).toBe(4150)
  })
  it('never revokes the last administrator, says so, and reports roles already gone', async () => {
    const { leader, member } = await buildTeam()
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [member.roleId])
    const id = await startedReview({ coverage: 'roles', roleIds: [member.roleId, leader.roleId] })
    await app.sql('delete from user_roles where user_id = $1', [leader.id])
    await closeReview(id)
    await waitUntilClosed(id)
    expect(await readRoleIds(member)).toEqual([member.roleId])
    expect(await findItem(id, member)).toMatchObject({ outcome: 'refused', refusal: expect.stringContaining('管理员') })
    expect(await findItem(id, leader)).toMatchObject({ outcome: 'gone' })
    expect(await findReview(id)).toMatchObject({ removing: 2, removed: 0, gone: 1, refused: 1 })
    expect(await listEvents(member.id)).toEqual([])
  })
  it('is rejected without the rights to revoke its roles', async () => {
    const { member } = await buildTeam()
    const id = await startedReview({ coverage: 'roles', roleIds: [member.roleId] })
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:edit')`, [
      companyId,
      member.roleId,
    ])
    expect((await app.call(close, { params: { id } }, token)).code).toBe(4152)
    expect(await findReview(id)).toMatchObject({ state: 'open' })
  })
  it('closes on its due date and applies the default to unanswered items', async () => {
    const [one, other] = [await buildTeam(), await buildTeam()]
    const goes = await startedReview({ coverage: 'roles', roleIds: [one.member.roleId] })
    const stays = await startedReview({ coverage: 'roles', roleIds: [other.member.roleId], unanswered: 'keep' })
    await buildReviewWork(app).runDueWork()
    expect(await findReview(goes)).toMatchObject({ state: 'open' })
    await app.sql(`update reviews set due_at = now() - interval '1 second' where company_id = $1`, [companyId])
    await Promise.all([buildReviewWork(app).runDueWork(), buildReviewWork(app).runDueWork()])
    await waitUntilClosed(goes)
    await waitUntilClosed(stays)
    expect(await readRoleIds(one.member)).toEqual([])
    expect(await readRoleIds(other.member)).toEqual([other.member.roleId])
    expect(await findReview(goes)).toMatchObject({ removed: 1, closeBy: null })
    const [logged] = await app.sql(`select actor from audit_log where entity_id = $1 and event = 'review.closed'`, [
      goes,
    ])
    expect(logged?.actor).toBeNull()
    expect(await listEvents(goes)).toEqual(['review.created', 'review.closed', 'review.applied'])
  })
  it('is not closed while the company is read-only', async () => {
    await buildTeam()
    const id = await startedReview()
    await app.sql(`update companies set locked_at = now(), locked_by = '{}' where id = $1`, [companyId])
    await app.sql(`update reviews set due_at = now() - interval '1 second' where id = $1`, [id])
    await buildReviewWork(app).runDueWork()
    expect(await app.sql('select state from reviews where id = $1', [id])).toEqual([{ state: 'open' }])
    await app.sql('update companies set locked_at = null, locked_by = null where id = $1', [companyId])
    await buildReviewWork(app).runDueWork()
    await expect
      .poll(() => app.sql('select state from reviews where id = $1', [id]), { timeout: 10_000 })
      .toEqual([{ state: 'closed' }])
  })
  it('revokes nothing more when cancelled', async () => {
    const { member } = await buildTeam()
    const id = await startedReview({ coverage: 'roles', roleIds: [member.roleId] })
    expect((await app.call(cancel, { params: { id } }, token)).code).toBe(0)
    await app.sql(`update reviews set due_at = now() - interval '1 second' where id = $1`, [id])
    await buildReviewWork(app).runDueWork()
    expect(await readRoleIds(member)).toEqual([member.roleId])
    expect(await findReview(id)).toMatchObject({ state: 'cancelled', closeBy: { id: admin.id } })
    for (const endpoint of [close, cancel, remind])
      expect((await app.call(endpoint, { params: { id } }, token)).code).toBe(4150)
  })
})

describe('revoking many roles', () => {
  const many = 120
  /** A review being applied, without waking the app's background work. */
  const buildLargeReview = async () => {
    const id = randomUUID()
    await app.sql(
      `with added as (
         insert into users (company_id, id, account, name, password_hash)
         select $1, gen_random_uuid(), 'crowd_' || substr($3::uuid::text, 25) || at, '众', '' from generate_series(1, $4::int) at
         returning id),
       assignment as (insert into user_roles (company_id, user_id, role_id) select $1, id, $2::uuid from added),
       review as (
         insert into reviews (company_id, id, name, due_at, coverage, unanswered, state, items, removing, created_by, closed_at)
         values ($1, $3::uuid, '众', now(), 'all', 'remove', 'applying', $4::int, $4::int, '{"id":"","name":""}', now()))
       insert into review_items (company_id, id, review_id, user_id, role_id)
       select $1, gen_random_uuid(), $3::uuid, id, $2::uuid from added`,
      [companyId, admin.roleId, id, many],
    )
    return id
  }
  it('resumes after a killed process and revokes each role once', async () => {
    const id = await buildLargeReview()
    const killed = (taken: number) => {
      if (taken > 60) throw new Error('the process was killed')
    }
    // The app's background work may come first.
    await buildReviewWork(app, killed)
      .runDueWork()
      .catch((error) => expect(error.message).toContain('killed'))
    await Promise.all([buildReviewWork(app).runDueWork(), buildReviewWork(app).runDueWork()])
    await waitUntilClosed(id)
    expect(await findReview(id)).toMatchObject({ removing: many, removed: many, gone: 0, refused: 0 })
    const logged = await app.sql(
      `select count(*)::int as rows, count(distinct entity_id)::int as people from audit_log
       where company_id = $1 and event = 'user.rolesChanged'`,
      [companyId],
    )
    expect(logged).toEqual([{ rows: many, people: many }])
  })
  it('stops after the current batch when cancelled', async () => {
    const id = await buildLargeReview()
    let called: ReturnType<typeof app.call<typeof cancel>> | undefined
    const waiting = async () =>
      (
        await app.superuserSql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length
    await buildReviewWork(app, async (taken) => {
      if (taken > 1) return
      called = app.call(cancel, { params: { id } }, token)
      await expect.poll(waiting).toBeGreaterThan(0)
    }).runDueWork()
    expect((await called)?.code).toBe(0)
    const { state, removed = 0 } = (await findReview(id)) ?? {}
    expect([state, removed > 0, removed < many]).toEqual(['cancelled', true, true])
    await buildReviewWork(app).runDueWork()
    expect(await findReview(id)).toMatchObject({ state: 'cancelled', removed })
    const left = await app.sql('select count(*)::int as people from user_roles where company_id = $1', [companyId])
    expect(left).toEqual([{ people: many - removed + 1 }])
  })
})

describe('the export of a review', () => {
  const exported = (id: string, by: string, body: object = {}) =>
    app.call(reviewsContract.exportItems, { params: { id }, body }, by)
  it('is a CSV file of the filtered items, audited, with its own permission', async () => {
    const { leader, member } = await buildTeam()
    const id = await startedReview()
    const by = await app.signIn(leader)
    await answer(id, [(await listOwnItems(by))[0]?.id ?? ''], 'remove', by, '=1+1')
    expect((await exported(id, token)).status).toBe(403)
    const auditor = await app.signIn(await buildMember(['sysReviews:list', 'sysReviews:export']))
    const lines = (await exported(id, auditor, { 'f.answer': 'remove' })).raw.toString('utf8').trimEnd().split('\r\n')
    expect(lines[0]).toContain('账号,姓名,主组织,角色,')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(new RegExp(`^${member.account},张伟,组织.*,${member.roleName},.*,收回,'=1\\+1,`))
    expect((await exported(randomUUID(), auditor)).code).toBe(404)
    expect(await listEvents(id)).toEqual(['review.created', 'review.answered', 'review.exported'])
  })
})

it('a review outlives a purged reviewer', async () => {
  const { leader, member } = await buildTeam()
  const id = await startedReview({ coverage: 'roles', roleIds: [member.roleId] })
  await app.sql('delete from users where id = $1', [leader.id])
  expect(await findItem(id, member)).toMatchObject({ reviewer: null })
  expect((await app.call(reviewers, { params: { id } }, token)).total).toBe(0)
})
