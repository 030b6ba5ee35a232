import {
  approvalFlowsContract,
  approvalsContract,
  deputyContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import type { ApprovalStep } from '@atrium/contract/features/communication/approvals/flow.ts'
import { approvalsContract as noticesApprovals } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { noAnnouncements } from '../src/kernel/announcements.ts'
import { assignCompanyAdmin } from './authorization.ts'
import { createDueWork } from './due-approvals.ts'
import { buildRole, buildUser } from './factories.ts'
import { createTestApp } from './harness.ts'
import { authorPermissions, createNoticeStage } from './notice-stage.ts'

const { list, delegate, withdraw } = approvalsContract
const { submit, approve, reject } = noticesApprovals
const review = 'sysNews:review'

/** Places of the people: one asks, four may approve, two are administrators. */
const asker = 0
const approvers = [1, 2, 3, 4] as const
const administrators = [5, 6] as const
const everyone = [asker, ...approvers, ...administrators]
const anyPerson = fc.constantFrom(...everyone)
const hours = fc.option(fc.constantFrom(1, 24, 72))

type DrawnStep = Omit<ApprovalStep, 'ids'> & { people: number[] }
const step: fc.Arbitrary<DrawnStep> = fc.record({
  by: fc.constantFrom('users', 'roles', 'leader', 'holders', 'administrators'),
  people: fc.uniqueArray(anyPerson, { minLength: 1, maxLength: 3 }),
  need: fc.constantFrom(1, 1, 2, 3),
  when: fc.option(
    fc.record({
      field: fc.constantFrom('level', 'type'),
      // Both are texts, of which none is greater.
      comparison: fc.constantFrom('is', 'isNot'),
      value: fc.constantFrom('high', 'notice', ''),
    }),
    { freq: 2 },
  ),
  remindHours: hours,
  escalateHours: hours,
})
const flow = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 5 }),
  expireDays: fc.constantFrom(1, 7, 30),
})
type DrawnFlow = { steps: DrawnStep[]; expireDays: number }
const by = { by: anyPerson }
const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('approve'), ...by }) },
  fc.record({ do: fc.constantFrom('refuse', 'withdraw'), ...by }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('handOver'), ...by, to: anyPerson }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('setDeputy'), ...by, to: anyPerson }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('disable', 'delete', 'takeRight', 'takeRole', 'return'), ...by }),
  },
  fc.record({ do: fc.constantFrom('disableRole', 'deleteLeaders', 'deleteFlow', 'change', 'submit', 'remove') }),
  fc.record({ do: fc.constant('setFlow'), flow }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.constantFrom<number[]>(1, 25, 80) }) },
)
/** A flow, and what happens while something waits in it. */
export const approvalWalk = fc.record({ flow, events: fc.array(event, { maxLength: 14 }) })
type Walk = typeof approvalWalk extends fc.Arbitrary<infer T> ? T : never
type Event = Walk['events'][number]

type Act = { id: string; step: number; act: string; actor_id: string | null; for_id: string | null }
type Found = { id: string; state: string; step: number; steps: ApprovalStep[]; subject: string | null }

/**
 * Walks through flows over HTTP, and sees after each event that what is promised of them holds.
 * @returns walks once, with all people as they were at first
 */
export const createApprovalWalks = async () => {
  const listeners: ((message: string) => void)[] = []
  const app = await createTestApp({
    announcements: { ...noAnnouncements, subscribe: (listener) => void listeners.push(listener) },
  })
  /** Sessions are remembered for a second, unless the node hears that their user has changed. */
  const announce = (id: string) => {
    for (const listener of listeners) listener(`user:${id}`)
  }
  const stage = createNoticeStage(app)
  const { companyId } = await stage.enter('流程公司')
  const runDue = createDueWork(app)
  const group = await buildRole(app, { companyId, name: '审批组' })
  const { id: org } = await stage.addOrg(companyId)
  const people: { id: string; roleId: string; account: string; token: string }[] = []
  for (const place of everyone) {
    const user = await buildUser(app, { companyId, permissions: [...authorPermissions, review] })
    if (administrators.some((each) => each === place))
      await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, user.id))
    people.push({ ...user, token: await app.signIn(user) })
  }
  const at = (place: number) => {
    const found = people[place]
    if (!found) throw new Error(`no one stands at ${place}`)
    return found
  }
  const author = at(asker).token
  await app.sql(
    `insert into notice_policies (company_id, approval, updated_by) values ($1, true, '{"id":"","name":""}')`,
    [companyId],
  )
  const inCompany = (statement: string, ...values: unknown[]) => app.sql(statement, [companyId, ...values])

  const restore = async (place: number) => {
    const { id, roleId } = at(place)
    await inCompany('update users set status = 1, deleted_at = null where company_id = $1 and id = $2', id)
    await inCompany(
      'insert into role_elements (company_id, role_id, element) values ($1, $2, $3) on conflict do nothing',
      roleId,
      review,
    )
    await inCompany(
      'insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3) on conflict do nothing',
      id,
      group.id,
    )
    announce(id)
  }
  const reset = async () => {
    for (const place of everyone) await restore(place)
    await inCompany('update roles set status = 1 where company_id = $1')
    await inCompany('delete from approval_deputies where company_id = $1')
    await inCompany('delete from approval_flows where company_id = $1')
    for (const place of [asker, 1])
      await inCompany(
        `insert into user_orgs (company_id, user_id, org_id, duty) values ($1, $2, $3, $4)
         on conflict (company_id, user_id, org_id) do update set duty = excluded.duty`,
        at(place).id,
        org,
        place === 1 ? 'leader' : 'member',
      )
  }
  const setFlow = async ({ steps, expireDays }: DrawnFlow) => {
    const [admin] = administrators
    const { data } = await app.call(approvalFlowsContract.flows, {}, at(admin).token)
    const version = data?.kinds.find(({ id }) => id === 'notice')?.version ?? 0
    const body = {
      version,
      expireDays,
      steps: steps.map(({ people: named, ...each }) => ({
        ...each,
        need: each.by === 'users' ? Math.min(each.need, named.length) : each.need,
        ids: each.by === 'users' ? named.map((place) => at(place).id) : each.by === 'roles' ? [group.id] : [],
      })),
    }
    const { code } = await app.call(
      approvalFlowsContract.setFlow,
      { params: { kind: 'notice' }, body },
      at(admin).token,
    )
    return code
  }

  const find = async (notice: string): Promise<Found | undefined> => {
    const [found] = await inCompany(
      `select approvals.id, approvals.state, step, steps, notices.state as subject from approvals
       left join notices on notices.company_id = approvals.company_id and notices.id = subject_id
       where approvals.company_id = $1 and subject_id = $2 order by approvals.id desc limit 1`,
      notice,
    )
    return found as Found | undefined
  }
  const readActs = (notice: string) =>
    inCompany(
      `select acts.id, acts.step, act, actor_id, for_id from approval_acts acts
       join approvals on approvals.company_id = acts.company_id and approvals.id = approval_id
       where acts.company_id = $1 and subject_id = $2 order by acts.id`,
      notice,
    ) as Promise<Act[]>
  /** Those who are active, hold the right and have not asked. */
  const rightful = async (): Promise<string[]> =>
    (
      await inCompany(
        `select users.id from users where company_id = $1 and status_of(users) = 1 and id <> $2 and exists (
           select from roles_in_force held join roles on roles.company_id = held.company_id and roles.id = held.role_id
           left join role_elements given on given.company_id = roles.company_id and given.role_id = roles.id and given.element = $3
           where held.company_id = users.company_id and held.user_id = users.id and roles.status = 1
             and (given.element is not null or everything))`,
        at(asker).id,
        review,
      )
    ).map(({ id }) => String(id))

  const versionOf = async (table: 'notices' | 'approvals', id: string): Promise<number> =>
    Number((await inCompany(`select version from ${table} where company_id = $1 and id = $2`, id))[0]?.version ?? 1)
  const openOf = async (notice: string) => {
    const id = (await find(notice))?.id ?? ''
    return { id, version: await versionOf('approvals', id) }
  }
  const decide = async (endpoint: typeof approve | typeof reject, by: number, notice: string) => {
    const body = { version: await versionOf('notices', notice), reason: '不妥' }
    return (await app.call(endpoint, { params: { id: notice }, body }, at(by).token)).code
  }
  const handOver = async (by: number, to: number, notice: string) => {
    const { id, version } = await openOf(notice)
    const body = { account: at(to).account, reason: '', version }
    return (await app.call(delegate, { params: { id }, body }, at(by).token)).code
  }
  const setDeputy = async (by: number, to: number) => {
    const today = new Date().toISOString().slice(0, 10)
    const body = { account: at(to).account, startDay: today, endDay: today }
    return (await app.call(deputyContract.setDeputy, { body }, at(by).token)).code
  }
  const takeBack = async (by: number, notice: string) => {
    const { id, version } = await openOf(notice)
    return (await app.call(withdraw, { params: { id }, body: { version } }, at(by).token)).code
  }
  const wait = async (hoursPassed: number) => {
    await inCompany(
      `update approvals set expires_at = expires_at - $2 * interval '1 hour', remind_at = remind_at - $2 * interval '1 hour',
         escalate_at = escalate_at - $2 * interval '1 hour', created_at = created_at - $2 * interval '1 hour'
       where company_id = $1`,
      hoursPassed,
    )
    await runDue()
  }
  const submitAgain = async (notice: string) => {
    const body = { version: await versionOf('notices', notice) }
    return (await app.call(submit, { params: { id: notice }, body }, author)).code
  }
  const remove = async (notice: string) =>
    (await app.call(noticesContract.remove, { params: { id: notice } }, author)).code

  /** What is done to a person, by the company's own means. */
  const changes: Readonly<Record<string, (person: { id: string; roleId: string }) => Promise<unknown>>> = {
    disable: ({ id }) => inCompany('update users set status = 0 where company_id = $1 and id = $2', id),
    delete: ({ id }) => inCompany('update users set deleted_at = now() where company_id = $1 and id = $2', id),
    takeRight: ({ roleId }) =>
      inCompany('delete from role_elements where company_id = $1 and role_id = $2 and element = $3', roleId, review),
    takeRole: ({ id }) =>
      inCompany('delete from user_roles where company_id = $1 and user_id = $2 and role_id = $3', id, group.id),
  }
  /** What happens besides, by its name. */
  const happenings: Readonly<Record<string, (notice: string) => Promise<unknown>>> = {
    disableRole: () => inCompany('update roles set status = 0 where company_id = $1 and id = $2', group.id),
    deleteLeaders: () => inCompany('delete from user_orgs where company_id = $1 and duty = $2', 'leader'),
    deleteFlow: () => inCompany('delete from approval_flows where company_id = $1'),
    change: (notice) => stage.edit(notice, author, { title: '改' }).catch(() => undefined),
    submit: submitAgain,
    remove,
  }
  const actAs = async (done: Extract<Event, { by: number }>, notice: string): Promise<number> => {
    if (done.do === 'approve') return decide(approve, done.by, notice)
    if (done.do === 'refuse') return decide(reject, done.by, notice)
    if (done.do === 'withdraw') return takeBack(done.by, notice)
    if (done.do === 'handOver') return handOver(done.by, done.to, notice)
    if (done.do === 'setDeputy') return setDeputy(done.by, done.to)
    if (done.do === 'return') await restore(done.by)
    else await changes[done.do]?.(at(done.by))
    announce(at(done.by).id)
    return 0
  }
  const act = async (done: Event, notice: string): Promise<number> => {
    if ('by' in done) return actAs(done, notice)
    if (done.do === 'setFlow') return setFlow(done.flow)
    if (done.do === 'wait') await wait(done.hours)
    else return Number((await happenings[done.do]?.(notice)) ?? 0) || 0
    return 0
  }

  /** Of a subject, when its approval ends so. */
  const subjectStates: Readonly<Record<string, readonly (string | null)[]>> = {
    approved: ['approved'],
    refused: ['rejected'],
    expired: ['rejected'],
    withdrawn: ['draft', 'submitted', 'removed', null],
  }
  /** Nothing of what has ended or been done changes, and an outcome has its reason in the history. */
  const assertSound = (found: Found, acts: readonly Act[]) => {
    const own = acts.filter(({ act: each }) => each === found.state)
    if (found.state !== 'open') expect(own.length).toBeGreaterThan(0)
    if (found.state !== 'approved') return
    for (const [index, { need }] of found.steps.entries()) {
      const passed = acts.filter((each) => each.act === 'approved' && each.step === index)
      expect(new Set(passed.map(({ for_id }) => for_id)).size).toBeGreaterThanOrEqual(need)
    }
  }
  const ofLast = (acts: readonly Act[]) => acts.slice(acts.findLastIndex((each) => each.act === 'asked'))
  const waitsFor = async ({ token }: { token: string }, notice: string) => {
    const { data = [] } = await app.call(list, { query: { 'f.box': 'waiting' } }, token)
    return data.some(({ subjectId }) => subjectId === notice)
  }
  /** While something waits, someone may decide on it, unless all administrators are gone, have acted or ask themselves. */
  const assertSomeoneCan = async (notice: string, found: Found, acts: readonly Act[]) => {
    const able = await rightful()
    const acted = ofLast(acts)
      .filter((each) => each.step === found.step)
      .flatMap(({ actor_id, for_id }) => [actor_id, for_id])
    const idle = administrators.filter((place) => able.includes(at(place).id) && !acted.includes(at(place).id))
    if (idle.length === 0) return
    const seen: boolean[] = []
    for (const place of everyone) if (await waitsFor(at(place), notice)) seen.push(able.includes(at(place).id))
    expect(seen).toContain(true)
    expect(seen).not.toContain(false)
  }

  return async ({ flow: first, events }: Walk) => {
    await reset()
    expect(await setFlow(first)).toBe(0)
    const notice = await stage.add({ title: '流程' }, author)
    await submitAgain(notice)
    let [before, actsBefore] = [await find(notice), await readActs(notice)]
    expect(before?.state).toBe('open')
    for (const each of [...events, { do: 'wait', hours: 24 * 31 } as const]) {
      const able = await rightful()
      const isShown = (each.do === 'approve' || each.do === 'refuse') && (await waitsFor(at(each.by), notice))
      const code = await act(each, notice)
      expect(code).not.toBe(500)
      if (each.do === 'submit' && code === 0) actsBefore = await readActs(notice)
      const [after, acts] = [await find(notice), await readActs(notice)]
      expect(acts.slice(0, actsBefore.length)).toEqual(actsBefore)
      const isSame = before?.id === after?.id
      if (isSame && before?.state !== 'open') expect(after?.state).toBe(before?.state)
      if (isSame && (each.do === 'approve' || each.do === 'refuse') && code === 0) {
        expect(able).toContain(at(each.by).id)
        expect(before?.state).toBe('open')
      }
      if (each.do === 'approve' || each.do === 'refuse') expect([each, code === 0]).toEqual([each, isShown])
      if (after) {
        const hasEnded = isSame && before?.state === 'open' && after.state !== 'open'
        if (hasEnded) expect(subjectStates[after.state]).toContain(after.subject)
        assertSound(after, ofLast(acts))
        if (after.state === 'open' && each.do === 'wait') {
          expect(after.subject).toBe('submitted')
          await assertSomeoneCan(notice, after, acts)
        }
      }
      ;[before, actsBefore] = [after, acts]
    }
    expect(before?.state).not.toBe('open')
  }
}
