import { randomUUID } from 'node:crypto'
import { ownReviewsContract, type ReviewAnswer } from '@atrium/contract/features/reviews/own-reviews.contract.ts'
import { type ReviewStart, reviewsContract } from '@atrium/contract/features/reviews/reviews.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyStage, createCompanyStage } from '../../../test/company-stage.ts'
import { confirmed } from '../../../test/confirmed.ts'
import { buildCompany, buildManyAssignments, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { reviewWorkOf } from '../../../test/review-work.ts'
import { isThorough } from '../../../test/thorough.ts'

const { list, create, items, reviewers, remind, close, cancel } = reviewsContract
const { ownReviews, ownItems, answerItems } = ownReviewsContract
const rights = ['sysReviews:list', 'sysReviews:edit', 'sysUsers:list']
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

let app: TestApp
let companyId: string
let admin: CompanyStage['keeper']
let token: string
let somebody: CompanyStage['somebody']
let told: CompanyStage['told']
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  ;({ companyId, keeper: admin, token, somebody, told } = await createCompanyStage(app, rights))
})

const organization = async (leader: { id: string } | undefined, above?: string) => {
  const id = randomUUID()
  const path = above === undefined ? `/${id}/` : `/${above}/${id}/`
  await app.sql('insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, $4, $5)', [
    ...[companyId, id, above ?? null, `组织${id.slice(0, 8)}`, path],
  ])
  if (leader) await belongs(leader, id, 'leader')
  return id
}
const belongs = (user: { id: string }, orgId: string, duty = 'member') =>
  app.sql('insert into user_orgs (company_id, user_id, org_id, is_primary, duty) values ($1, $2, $3, true, $4)', [
    ...[companyId, user.id, orgId, duty],
  ])
/** Somebody who leads, and one of his people. */
const team = async () => {
  const [leader, member] = [await somebody(), await somebody()]
  const orgId = await organization(leader)
  await belongs(member, orgId)
  return { leader, member, orgId }
}

const start = async (wish: Partial<ReviewStart> = {}, by = token) => {
  const body = { name: '季度复核', dueTime: inDays(9), coverage: 'all' as const, ...wish }
  return (await confirmed(app, create, { body }, by)).done
}
const begun = async (wish: Partial<ReviewStart> = {}) => (await start(wish)).data?.id ?? ''
const itemsOf = async (id: string, query: object = {}) =>
  (await app.call(items, { params: { id }, query: { size: 50, ...query } as never }, token)).data ?? []
const itemOf = async (id: string, user: { account: string }) =>
  (await itemsOf(id)).find(({ account }) => account === user.account)
const reviewOf = async (id: string) =>
  (await app.call(list, { query: { size: 50 } }, token)).data?.find((review) => review.id === id)
const answer = async (id: string, ids: readonly string[], given: ReviewAnswer, by: string, reason = '') =>
  app.call(answerItems, { params: { id }, body: { ids: [...ids], answer: given, reason } }, by)
const own = async (by: string, query: object = {}) =>
  (await app.call(ownItems, { query: query as never }, by)).data ?? []
const closed = (id: string, by = token) => confirmed(app, close, { params: { id } }, by)
const ended = (id: string) => expect.poll(async () => (await reviewOf(id))?.state, { timeout: 10_000 }).toBe('closed')
const worn = async ({ id }: { id: string }) =>
  (await app.sql('select role_id from user_roles where user_id = $1', [id])).map(({ role_id }) => role_id)

describe('a review that begins', () => {
  it('asks whoever leads somebody, or whoever began it, and nobody about himself', async () => {
    const { leader, member, orgId } = await team()
    const second = await somebody()
    await belongs(second, orgId, 'leader')
    const alone = await somebody()
    const id = await begun()
    const asked = (await itemsOf(id)).map(({ account, reviewer }) => [account, reviewer?.id])
    expect(Object.fromEntries(asked)).toEqual({
      [member.account]: leader.id,
      [leader.account]: second.id,
      [second.account]: leader.id,
      [alone.account]: admin.id,
    })
    expect(await reviewOf(id)).toMatchObject({ state: 'open', items: 4, answered: 0, unanswered: 'remove', chosen: [] })
    const { data } = await app.call(reviewers, { params: { id } }, token)
    expect(data?.map((each) => [each.id, each.items, each.answered])).toEqual([
      [leader.id, 2, 0],
      ...[admin.id, second.id].sort().map((each) => [each, 1, 0]),
    ])
    expect(await told(id)).toEqual(['review.created'])
  })
  it('says first whom it will ask about how much, and asks nobody before that is agreed', async () => {
    const { member } = await team()
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      ...[companyId, member.id, admin.roleId],
    ])
    const body = { name: '季度复核', dueTime: inDays(9), coverage: 'all' as const }
    const shown = await app.call(create, { body }, token)
    expect(shown).toMatchObject({ code: 111, data: { impact: { items: 3, people: 2, reviewers: 2, own: 1, left: 1 } } })
    const left = await app.sql('select from reviews where company_id = $1', [companyId])
    expect([left, await told('')]).toEqual([[], []])
    expect((await start()).code).toBe(0)
  })
  it('asks nobody who may not sign in', async () => {
    const { leader, member } = await team()
    await app.sql(`update users set locked_at = now(), locked_by = '{}' where id = $1`, [leader.id])
    const id = await begun()
    expect(await itemOf(id, member)).toMatchObject({ reviewer: { id: admin.id } })
  })
  it('covers chosen roles, or the people of chosen organisations and what stands in them, as they are given now', async () => {
    const { member, orgId } = await team()
    const below = await somebody()
    await belongs(below, await organization(undefined, orgId))
    const over = await somebody()
    await app.sql(`update user_roles set expires_at = now() - interval '1 day' where user_id = $1`, [over.id])
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      ...[companyId, below.id, member.roleId],
    ])
    const byRole = await begun({ coverage: 'roles', roleIds: [member.roleId, over.roleId] })
    expect((await itemsOf(byRole)).map(({ account }) => account).sort()).toEqual([below.account, member.account].sort())
    expect((await reviewOf(byRole))?.chosen.toSorted()).toEqual([member.roleName, over.roleName].sort())
    const byOrg = await begun({ coverage: 'orgs', orgIds: [orgId] })
    expect((await itemsOf(byOrg)).map(({ roleName, account }) => [account, roleName]).sort()).toEqual(
      expect.arrayContaining([
        [below.account, member.roleName],
        [below.account, below.roleName],
        [member.account, member.roleName],
      ]),
    )
    expect(await itemsOf(byOrg)).toHaveLength(4)
    expect((await start({ coverage: 'roles', roleIds: [over.roleId] })).code).toBe(4151)
    expect((await start({ coverage: 'roles', roleIds: [] })).code).toBe(400)
  })
  it('is refused for a time past, for what is not there, for too many at once, and for another company’s roles as for none', async () => {
    const stranger = await buildUser(app, { companyId: await buildCompany(app, `别家${randomUUID()}`) })
    await somebody()
    expect(await start({ dueTime: inDays(-1) })).toMatchObject({ code: 2015, errors: [{ field: 'dueTime' }] })
    for (const id of [stranger.roleId, randomUUID()]) {
      expect(await start({ coverage: 'roles', roleIds: [id] })).toMatchObject({
        ...{ code: 4153, errors: [{ field: 'roleIds' }] },
      })
      expect((await start({ coverage: 'orgs', orgIds: [id] })).code).toBe(4153)
    }
    for (let at = 0; at < 10; at += 1) expect((await start()).code).toBe(0)
    expect((await start()).code).toBe(4154)
  })
  it.runIf(isThorough)(
    'is refused when it would ask about more than one sitting can take, and leaves nothing behind',
    { timeout: 60_000 },
    async () => {
      await buildManyAssignments(app, companyId)
      expect(await start()).toMatchObject({ code: 4155, errors: [{ field: 'coverage' }] })
      const left = await app.sql(
        'select from reviews where company_id = $1 union all select from review_items where company_id = $1',
        [companyId],
      )
      expect(left).toEqual([])
    },
  )
  it('reaches no further than whoever begins it could himself: neither strong roles nor stronger people', async () => {
    const strong = await somebody(['sysBases:edit'])
    const { member } = await team()
    expect((await start()).code).toBe(4152)
    expect((await app.call(list, {}, token)).total).toBe(0)
    expect(await begun({ coverage: 'roles', roleIds: [member.roleId] })).not.toBe('')
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      ...[companyId, strong.id, member.roleId],
    ])
    expect((await start({ coverage: 'roles', roleIds: [member.roleId] })).code).toBe(4152)
  })
  it('needs the right to', async () => {
    const viewer = await app.signIn(await somebody(['sysReviews:list']))
    expect((await start({}, viewer)).code).toBe(403)
    expect((await app.call(list, {}, viewer)).code).toBe(0)
    expect((await app.call(list, {}, await app.signIn(await somebody()))).code).toBe(403)
  })
})

describe('whoever is asked', () => {
  it('sees his own list and answers for it without any right, and may change his mind', async () => {
    const { leader, member } = await team()
    const id = await begun({ coverage: 'roles', roleIds: [member.roleId] })
    const by = await app.signIn(leader)
    expect((await app.call(ownReviews, {}, by)).data).toMatchObject([{ id, name: '季度复核', items: 1, answered: 0 }])
    const [item] = await own(by)
    expect(item).toMatchObject({ account: member.account, roleName: member.roleName, lastTime: null, answer: null })
    const ids = [item?.id ?? '']
    expect((await answer(id, ids, 'keep', by)).code).toBe(0)
    expect((await answer(id, ids, 'remove', by, '已转岗')).code).toBe(0)
    expect(await own(by, { 'f.reviewId': id })).toMatchObject([{ answer: 'remove', reason: '已转岗' }])
    expect(await own(by, { 'f.answer': 'none' })).toEqual([])
    expect(await reviewOf(id)).toMatchObject({ answered: 1 })
    expect((await app.call(ownReviews, {}, by)).data).toMatchObject([{ answered: 1 }])
    expect(await worn(member)).toEqual([member.roleId])
    const [logged] = await app.sql(
      `select after from audit_log where event = 'review.answered' order by seq desc limit 1`,
    )
    expect(logged?.after).toEqual({ answer: 'remove', reason: '已转岗', done: [`张伟：${member.roleName}`] })
  })
  it('answers for nothing else: another’s item is answered like none, and of several all or none', async () => {
    const [one, other] = [await team(), await team()]
    const id = await begun()
    const [by, another] = [await app.signIn(one.leader), await app.signIn(other.leader)]
    const [mine, theirs] = [(await own(by))[0]?.id ?? '', (await own(another))[0]?.id ?? '']
    const foreign = await buildCompany(app, `别家${randomUUID()}`)
    const stranger = await app.signIn(await buildUser(app, { companyId: foreign, permissions: rights }))
    for (const [asked, whoever] of [
      [[theirs], by],
      [[mine, theirs], by],
      [[randomUUID()], by],
      [[mine], token],
      [[mine], stranger],
    ] as const)
      expect((await answer(id, asked, 'remove', whoever)).code).toBe(404)
    expect((await answer(randomUUID(), [mine], 'keep', by)).code).toBe(404)
    expect((await itemsOf(id)).every((each) => each.answer === null)).toBe(true)
    expect(await own(stranger)).toEqual([])
    expect((await app.call(items, { params: { id } }, stranger)).total).toBe(0)
    for (const endpoint of [close, cancel, remind])
      expect((await app.call(endpoint, { params: { id } }, stranger)).code).toBe(404)
  })
  it('comes too late once it is over', async () => {
    const { leader } = await team()
    const id = await begun()
    const by = await app.signIn(leader)
    const [item] = await own(by)
    await app.sql(`update reviews set due_at = now() - interval '1 second', state = 'cancelled' where id = $1`, [id])
    expect((await answer(id, [item?.id ?? ''], 'keep', by)).code).toBe(4150)
    expect(await own(by)).toEqual([])
    expect((await app.call(ownReviews, {}, by)).data).toEqual([])
  })
  it('is told by mail, once, and again when he is reminded of what is left', async () => {
    const { leader } = await team()
    const address = `${randomUUID().slice(0, 8)}@example.com`
    await app.sql('update users set email = $2 where id = $1', [leader.id, address])
    const mails = async () => (await app.outbox()).filter(({ to }) => to === address)
    const id = await begun()
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(1)
    expect((await mails())[0]?.text).toContain('有 1 项等待您答复')
    await reviewWorkOf(app).workOff()
    expect((await app.call(remind, { params: { id } }, token)).code).toBe(0)
    await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(2)
    const by = await app.signIn(leader)
    await answer(id, [(await own(by))[0]?.id ?? ''], 'keep', by)
    await app.call(remind, { params: { id } }, token)
    await reviewWorkOf(app).workOff()
    expect(await told(id)).toEqual(['review.created', 'review.reminded', 'review.answered', 'review.reminded'])
    expect(await app.sql(`select 1 from review_lists where review_id = $1 and told_at is null`, [id])).toEqual([])
  })
})

describe('a review that ends', () => {
  it('shows first who loses what, takes what nobody keeps, and is told on every timeline', async () => {
    const [kept, gone, silent] = [await team(), await team(), await team()]
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysUsers:list')`, [
      companyId,
      gone.member.roleId,
    ])
    const roleIds = [kept, gone, silent].map(({ member }) => member.roleId)
    const id = await begun({ coverage: 'roles', roleIds })
    const answered = async ({ leader }: typeof kept, given: ReviewAnswer) => {
      const by = await app.signIn(leader)
      await answer(id, [(await own(by))[0]?.id ?? ''], given, by)
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
          ...{ removing: 2, keeping: 1, unanswered: 1, affectedUsers: 2, losingUsers: 1, gainingUsers: 0 },
          lost: [{ code: 'sysUsers:list', users: 1 }],
          lose: [{ userId: gone.member.id, elems: ['sysUsers:list'] }],
        },
      },
    ])
    expect(await worn(gone.member)).toEqual([gone.member.roleId])
    expect((await closed(id)).done.code).toBe(0)
    await ended(id)
    expect(await reviewOf(id)).toMatchObject({
      removing: 2,
      removed: 2,
      gone: 0,
      refused: 0,
      closeBy: { id: admin.id },
    })
    expect([await worn(kept.member), await worn(gone.member), await worn(silent.member)]).toEqual([
      [kept.member.roleId],
      [],
      [],
    ])
    expect((await app.call(usersContract.list, {}, inside)).code).toBe(403)
    expect(await told(gone.member.id)).toEqual(expect.arrayContaining(['user.rolesChanged']))
    expect(await told(gone.member.roleId)).toEqual(['role.membersChanged'])
    expect(await told(id)).toEqual([
      'review.created',
      'review.answered',
      'review.answered',
      'review.closed',
      'review.applied',
    ])
    expect(await itemOf(id, gone.member)).toMatchObject({ answer: 'remove', outcome: 'removed', grantTime: null })
    expect(await itemOf(id, silent.member)).toMatchObject({ answer: null, outcome: 'removed' })
    expect(await itemOf(id, kept.member)).toMatchObject({ answer: 'keep', outcome: null })
    expect((await closed(id)).done.code).toBe(4150)
  })
  it('never takes the last who looks after the company, and says so; what is gone already is told as gone', async () => {
    const { leader, member } = await team()
    await app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [member.roleId])
    const id = await begun({ coverage: 'roles', roleIds: [member.roleId, leader.roleId] })
    await app.sql('delete from user_roles where user_id = $1', [leader.id])
    await closed(id)
    await ended(id)
    expect(await worn(member)).toEqual([member.roleId])
    expect(await itemOf(id, member)).toMatchObject({ outcome: 'refused', refusal: expect.stringContaining('管理员') })
    expect(await itemOf(id, leader)).toMatchObject({ outcome: 'gone' })
    expect(await reviewOf(id)).toMatchObject({ removing: 2, removed: 0, gone: 1, refused: 1 })
    expect(await told(member.id)).toEqual([])
  })
  it('is refused to whoever could not take these roles any more', async () => {
    const { member } = await team()
    const id = await begun({ coverage: 'roles', roleIds: [member.roleId] })
    await app.sql(`insert into role_elements (company_id, role_id, element) values ($1, $2, 'sysBases:edit')`, [
      companyId,
      member.roleId,
    ])
    expect((await app.call(close, { params: { id } }, token)).code).toBe(4152)
    expect(await reviewOf(id)).toMatchObject({ state: 'open' })
  })
  it('by itself when it is due: what nobody answered goes, or stays, as was said', async () => {
    const [one, other] = [await team(), await team()]
    const goes = await begun({ coverage: 'roles', roleIds: [one.member.roleId] })
    const stays = await begun({ coverage: 'roles', roleIds: [other.member.roleId], unanswered: 'keep' })
    await reviewWorkOf(app).workOff()
    expect(await reviewOf(goes)).toMatchObject({ state: 'open' })
    await app.sql(`update reviews set due_at = now() - interval '1 second' where company_id = $1`, [companyId])
    await Promise.all([reviewWorkOf(app).workOff(), reviewWorkOf(app).workOff()])
    await ended(goes)
    await ended(stays)
    expect(await worn(one.member)).toEqual([])
    expect(await worn(other.member)).toEqual([other.member.roleId])
    expect(await reviewOf(goes)).toMatchObject({ removed: 1, closeBy: null })
    const [logged] = await app.sql(`select actor from audit_log where entity_id = $1 and event = 'review.closed'`, [
      goes,
    ])
    expect(logged?.actor).toBeNull()
    expect(await told(goes)).toEqual(['review.created', 'review.closed', 'review.applied'])
  })
  it('not by itself while the company can change nothing, and so can answer nothing', async () => {
    await team()
    const id = await begun()
    await app.sql(`update companies set locked_at = now(), locked_by = '{}' where id = $1`, [companyId])
    await app.sql(`update reviews set due_at = now() - interval '1 second' where id = $1`, [id])
    await reviewWorkOf(app).workOff()
    expect(await app.sql('select state from reviews where id = $1', [id])).toEqual([{ state: 'open' }])
    await app.sql('update companies set locked_at = null, locked_by = null where id = $1', [companyId])
    await reviewWorkOf(app).workOff()
    await expect
      .poll(() => app.sql('select state from reviews where id = $1', [id]), { timeout: 10_000 })
      .toEqual([{ state: 'closed' }])
  })
  it('by being called off, which takes nothing, or nothing more', async () => {
    const { member } = await team()
    const id = await begun({ coverage: 'roles', roleIds: [member.roleId] })
    expect((await app.call(cancel, { params: { id } }, token)).code).toBe(0)
    await app.sql(`update reviews set due_at = now() - interval '1 second' where id = $1`, [id])
    await reviewWorkOf(app).workOff()
    expect(await worn(member)).toEqual([member.roleId])
    expect(await reviewOf(id)).toMatchObject({ state: 'cancelled', closeBy: { id: admin.id } })
    for (const endpoint of [close, cancel, remind])
      expect((await app.call(endpoint, { params: { id } }, token)).code).toBe(4150)
  })
})

describe('taking many roles', () => {
  const many = 120
  /** A review that is being applied, made without waking the app's own work. */
  const crowd = async () => {
    const id = randomUUID()
    await app.sql(
      `with added as (
         insert into users (company_id, id, account, name, password_hash)
         select $1, gen_random_uuid(), 'crowd_' || substr($3::uuid::text, 25) || at, '众', '' from generate_series(1, $4::int) at
         returning id),
       worn as (insert into user_roles (company_id, user_id, role_id) select $1, id, $2::uuid from added),
       review as (
         insert into reviews (company_id, id, name, due_at, coverage, unanswered, state, items, removing, created_by, closed_at)
         values ($1, $3::uuid, '众', now(), 'all', 'remove', 'applying', $4::int, $4::int, '{"id":"","name":""}', now()))
       insert into review_items (company_id, id, review_id, user_id, role_id)
       select $1, gen_random_uuid(), $3::uuid, id, $2::uuid from added`,
      [companyId, admin.roleId, id, many],
    )
    return id
  }
  it('goes on where a killed process left it, and takes each once', async () => {
    const id = await crowd()
    const killed = (taken: number) => {
      if (taken > 60) throw new Error('the process was killed')
    }
    // The app's own work may come first.
    await reviewWorkOf(app, killed)
      .workOff()
      .catch((error) => expect(error.message).toContain('killed'))
    await Promise.all([reviewWorkOf(app).workOff(), reviewWorkOf(app).workOff()])
    await ended(id)
    expect(await reviewOf(id)).toMatchObject({ removing: many, removed: many, gone: 0, refused: 0 })
    const told = await app.sql(
      `select count(*)::int as rows, count(distinct entity_id)::int as people from audit_log
       where company_id = $1 and event = 'user.rolesChanged'`,
      [companyId],
    )
    expect(told).toEqual([{ rows: many, people: many }])
  })
  it('ends with the piece at hand when it is called off', async () => {
    const id = await crowd()
    let called: ReturnType<typeof app.call<typeof cancel>> | undefined
    const waiting = async () =>
      (
        await app.superuserSql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length
    await reviewWorkOf(app, async (taken) => {
      if (taken > 1) return
      called = app.call(cancel, { params: { id } }, token)
      await expect.poll(waiting).toBeGreaterThan(0)
    }).workOff()
    expect((await called)?.code).toBe(0)
    const { state, removed = 0 } = (await reviewOf(id)) ?? {}
    expect([state, removed > 0, removed < many]).toEqual(['cancelled', true, true])
    await reviewWorkOf(app).workOff()
    expect(await reviewOf(id)).toMatchObject({ state: 'cancelled', removed })
    const left = await app.sql('select count(*)::int as people from user_roles where company_id = $1', [companyId])
    expect(left).toEqual([{ people: many - removed + 1 }])
  })
})

describe('the export of a review', () => {
  const exported = (id: string, by: string, body: object = {}) =>
    app.call(reviewsContract.exportItems, { params: { id }, body }, by)
  it('is a CSV file of what its filters find, is told in the log, and has a right of its own', async () => {
    const { leader, member } = await team()
    const id = await begun()
    const by = await app.signIn(leader)
    await answer(id, [(await own(by))[0]?.id ?? ''], 'remove', by, '=1+1')
    expect((await exported(id, token)).status).toBe(403)
    const auditor = await app.signIn(await somebody(['sysReviews:list', 'sysReviews:export']))
    const lines = (await exported(id, auditor, { 'f.answer': 'remove' })).raw.toString('utf8').trimEnd().split('\r\n')
    expect(lines[0]).toContain('账号,姓名,主组织,角色,')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(new RegExp(`^${member.account},张伟,组织.*,${member.roleName},.*,收回,'=1\\+1,`))
    expect((await exported(randomUUID(), auditor)).code).toBe(404)
    expect(await told(id)).toEqual(['review.created', 'review.answered', 'review.exported'])
  })
})

it('a review outlives a reviewer who is deleted for good', async () => {
  const { leader, member } = await team()
  const id = await begun({ coverage: 'roles', roleIds: [member.roleId] })
  await app.sql('delete from users where id = $1', [leader.id])
  expect(await itemOf(id, member)).toMatchObject({ reviewer: null })
  expect((await app.call(reviewers, { params: { id } }, token)).total).toBe(0)
})
