import {
  approvalFlowsContract,
  approvalsContract,
  deputyContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import type { ApprovalStep } from '@atrium/contract/features/communication/approvals/flow.ts'
import { approvalsContract as noticesApprovals } from '@atrium/contract/features/content/notices/approvals.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { assignCompanyAdmin } from '../../../../test/authorization.ts'
import { createDueWork } from '../../../../test/due-approvals.ts'
import { buildRole, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { authorPermissions, createNoticeStage, type NoticeStage } from '../../../../test/notice-stage.ts'

const { list, counts, get, delegate, withdraw, approve } = approvalsContract
const { flows, setFlow } = approvalFlowsContract
const { submit, approve: accept, reject } = noticesApprovals

type Person = { id: string; account: string; password: string; token: string }
let app: TestApp
let stage: NoticeStage
let companyId: string
let author: string
let admin: Person
let runDue: () => Promise<void>

const enter = async (permissions: string[] = ['sysNews:list', 'sysNews:review']): Promise<Person> => {
  const user = await buildUser(app, { companyId, permissions })
  return { ...user, token: await app.signIn(user) }
}
beforeAll(async () => {
  app = await createTestApp()
  stage = createNoticeStage(app)
  const entered = await stage.enter('审批公司')
  companyId = entered.companyId
  author = entered.token
  const user = await buildUser(app, { companyId })
  await app.database.transact({ reach: 'platform' }, (db) => assignCompanyAdmin(db, companyId, user.id))
  admin = { ...user, token: await app.signIn(user) }
  await app.sql(
    `insert into notice_policies (company_id, approval, updated_by) values ($1, true, '{"id":"","name":""}')`,
    [companyId],
  )
  runDue = createDueWork(app)
})

const step = (by: ApprovalStep['by'], ids: string[] = [], more: Partial<ApprovalStep> = {}): ApprovalStep => ({
  by,
  ids,
  need: 1,
  when: null,
  remindHours: null,
  escalateHours: null,
  ...more,
})
const setSteps = async (...steps: ApprovalStep[]) => {
  const found = (await app.call(flows, {}, admin.token)).data?.kinds.find(({ id }) => id === 'notice')
  const body = { steps, expireDays: 30, version: found?.version ?? 0 }
  expect(await app.call(setFlow, { params: { kind: 'notice' }, body }, admin.token)).toMatchObject({ code: 0 })
}
const submitNotice = async (title = '停机通知', token = author) => {
  const id = await stage.add({ title }, token)
  const { version } = await stage.get(id, token)
  expect((await app.call(submit, { params: { id }, body: { version } }, token)).code).toBe(0)
  return id
}
const decide = async (id: string, { token }: Person) => {
  const { version } = await stage.get(id, author)
  return (await app.call(accept, { params: { id }, body: { version } }, token)).code
}
const refuse = async (id: string, { token }: Person) => {
  const { version } = await stage.get(id, author)
  return (await app.call(reject, { params: { id }, body: { version, reason: '不妥' } }, token)).code
}
const statusOf = async (id: string) => (await stage.get(id, author)).status
const boxOf = async ({ token }: Person, box: 'waiting' | 'asked' | 'done') =>
  (await app.call(list, { query: { 'f.box': box, size: 50 } }, token)).data ?? []
const waitsFor = async (person: Person, id: string) =>
  (await boxOf(person, 'waiting')).find(({ subjectId }) => subjectId === id)
const approvalOf = async (id: string): Promise<string> => {
  const [row] = await app.sql('select id from approvals where subject_id = $1 order by created_at desc limit 1', [id])
  return String(row?.id)
}
const historyOf = async (id: string) =>
  (await app.sql('select act from approval_acts where approval_id = $1 order by id', [await approvalOf(id)])).map(
    ({ act }) => act,
  )

describe('a flow of steps', () => {
  it('asks one after the other, and nobody else', async () => {
    const [first, second] = [await enter(), await enter()]
    await setSteps(step('users', [first.id]), step('users', [second.id]))
    const id = await submitNotice()
    expect(await waitsFor(first, id)).toMatchObject({ kind: 'notice', kindName: '公告审核', step: 1, steps: 2 })
    expect(await waitsFor(second, id)).toBeUndefined()
    expect(await decide(id, second)).toBe(2301)
    expect(await decide(id, first)).toBe(0)
    expect(await statusOf(id)).toBe(5)
    expect(await decide(id, first)).toBe(2301)
    expect(await waitsFor(first, id)).toBeUndefined()
    expect((await app.call(counts, {}, second.token)).data).toMatchObject({ waiting: 1 })
    expect(await decide(id, second)).toBe(0)
    expect(await statusOf(id)).toBe(6)
    expect(await historyOf(id)).toEqual(['asked', 'approved', 'approved'])
    expect((await boxOf(first, 'done')).map(({ subjectId }) => subjectId)).toContain(id)
  })

  it('needs as many of a group as it says, each once', async () => {
    const group = [await enter(), await enter(), await enter()] as const
    await setSteps(
      step(
        'users',
        group.map(({ id }) => id),
        { need: 2 },
      ),
    )
    const id = await submitNotice()
    expect(await Promise.all([decide(id, group[0]), decide(id, group[0])])).toContain(0)
    expect(await statusOf(id)).toBe(5)
    expect(await decide(id, group[1])).toBe(0)
    expect(await statusOf(id)).toBe(6)
    expect(await decide(id, group[2])).toBe(5022)
  })

  it('skips steps whose condition is not met', async () => {
    const [first, second] = [await enter(), await enter()]
    const when = { field: 'level', comparison: 'is', value: 'high' } as const
    await setSteps(step('users', [first.id], { when }), step('users', [second.id]))
    const id = await submitNotice()
    expect(await waitsFor(second, id)).toMatchObject({ step: 1, steps: 1 })
  })

  it('ends with one refusal', async () => {
    const [first, second] = [await enter(), await enter()]
    await setSteps(step('users', [first.id, second.id], { need: 2 }), step('administrators'))
    const id = await submitNotice()
    expect(await refuse(id, second)).toBe(0)
    expect(await statusOf(id)).toBe(7)
    expect(await waitsFor(first, id)).toBeUndefined()
  })

  it('gives nobody a right that they do not hold', async () => {
    const outsider = await enter(['sysNews:list'])
    await setSteps(step('users', [outsider.id]))
    const id = await submitNotice()
    expect(await decide(id, outsider)).toBe(403)
    // No one of the step is able, so that administrators decide.
    expect(await waitsFor(admin, id)).toBeDefined()
    expect(await decide(id, admin)).toBe(0)
    expect(await historyOf(id)).toEqual(['asked', 'widened', 'approved'])
  })

  it('refuses conditions that could never be met', async () => {
    const set = (kind: string, field: string, comparison: 'is' | 'atLeast', value: string) => {
      const steps = [step('users', [admin.id], { when: { field, comparison, value } })]
      return app.call(setFlow, { params: { kind }, body: { steps, expireDays: 30, version: 0 } }, admin.token)
    }
    const refused = [
      await set('notice', 'type', 'atLeast', '3'),
      await set('visit', 'minutes', 'atLeast', 'abc'),
      await set('visit', 'minutes', 'is', ''),
    ]
    expect(refused.map(({ code }) => code)).toEqual([2315, 2315, 2315])
  })

  it('refuses unknown people, roles and fields', async () => {
    const wrong = [
      step('users', [crypto.randomUUID()]),
      step('users', [admin.id], { when: { field: 'price', comparison: 'is', value: '1' } }),
    ]
    for (const each of wrong) {
      const body = { steps: [each], expireDays: 30, version: 0 }
      const { code } = await app.call(setFlow, { params: { kind: 'notice' }, body }, admin.token)
      expect([2306, 2307]).toContain(code)
    }
  })
})

describe('people who are away or gone', () => {
  it('are stood in for by their deputy, in the days set', async () => {
    const [away, deputy] = [await enter(), await enter()]
    await setSteps(step('users', [away.id]))
    const today = new Date().toISOString().slice(0, 10)
    const body = { account: deputy.account, startDay: today, endDay: today }
    expect((await app.call(deputyContract.setDeputy, { body }, away.token)).code).toBe(0)
    const id = await submitNotice()
    expect(await waitsFor(deputy, id)).toBeDefined()
    expect(await decide(id, deputy)).toBe(0)
    const { data } = await app.call(get, { params: { id: await approvalOf(id) } }, deputy.token)
    const names = await app.sql('select name from users where id = $1', [away.id])
    expect(data?.acts.at(-1)).toMatchObject({ act: 'approved', by: { id: deputy.id }, standsFor: names[0]?.name })
    expect(await decide(id, away)).toBe(5022)
    await app.call(deputyContract.removeDeputy, {}, away.token)
    const next = await submitNotice()
    expect(await waitsFor(deputy, next)).toBeUndefined()
  })

  it('hand a step over to a colleague who may decide', async () => {
    const [first, colleague, unable] = [await enter(), await enter(), await enter(['sysNews:list'])]
    await setSteps(step('users', [first.id]))
    const id = await submitNotice()
    const approval = await approvalOf(id)
    const handOver = (account: string, token = first.token) =>
      app.call(delegate, { params: { id: approval }, body: { account, version: 1 } }, token)
    expect((await handOver(unable.account)).code).toBe(2305)
    expect((await handOver('no-such-account')).code).toBe(2305)
    expect((await handOver(first.account, colleague.token)).code).toBe(2301)
    expect((await handOver(colleague.account)).code).toBe(0)
    expect(await decide(id, first)).toBe(2301)
    expect(await decide(id, colleague)).toBe(0)
    expect(await historyOf(id)).toEqual(['asked', 'delegated', 'approved'])
  })

  it('are passed over when they lead and ask themselves: the next leader up decides', async () => {
    const [lead, head] = [await enter(authorPermissions), await enter()]
    const above = await stage.addOrg(companyId)
    const own = await stage.addOrg(companyId, above)
    await stage.join(companyId, lead.id, own.id)
    await stage.join(companyId, head.id, above.id)
    await app.sql(`update user_orgs set duty = 'leader' where user_id = any ($1)`, [[lead.id, head.id]])
    await setSteps(step('leader'))
    const id = await submitNotice('停机通知', lead.token)
    expect(await waitsFor(head, id)).toBeDefined()
    expect(await waitsFor(admin, id)).toBeUndefined()
    await app.sql(`update user_orgs set duty = 'member' where user_id = $1`, [head.id])
    const next = await submitNotice('停机通知', lead.token)
    expect(await waitsFor(admin, next)).toBeDefined()
  })

  it('see what waited before they were given the role', async () => {
    const [first, later] = [await enter(), await enter()]
    const role = await buildRole(app, { companyId })
    const give = ({ id }: Person) =>
      app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [companyId, id, role.id])
    await give(first)
    await setSteps(step('roles', [role.id]))
    const id = await submitNotice()
    expect(await waitsFor(later, id)).toBeUndefined()
    await give(later)
    expect(await waitsFor(later, id)).toBeDefined()
    expect(await decide(id, later)).toBe(0)
  })

  it('are left out of the names of a flow once they are deleted, and can be taken out of it', async () => {
    const [gone, stays] = [await enter(), await enter()]
    await setSteps(step('users', [gone.id, stays.id]))
    await app.sql('update users set deleted_at = now() where id = $1', [gone.id])
    const [found] = (await app.call(flows, {}, admin.token)).data?.kinds.filter(({ id }) => id === 'notice') ?? []
    expect(found?.steps[0]?.ids).toEqual([gone.id, stays.id])
    expect(found?.names.map(({ id }) => id)).toEqual([stays.id])
    await setSteps(step('users', [stays.id]))
  })

  it('are replaced by administrators when they leave', async () => {
    const first = await enter()
    await setSteps(step('users', [first.id]))
    const id = await submitNotice()
    await app.sql('update users set status = 0 where id = $1', [first.id])
    await runDue()
    expect(await waitsFor(admin, id)).toBeDefined()
    expect(await decide(id, admin)).toBe(0)
  })
})

describe('time', () => {
  it('reminds, lets administrators join, and ends what is open', async () => {
    const first = await enter()
    await setSteps(step('users', [first.id], { remindHours: 1, escalateHours: 2 }))
    const id = await submitNotice()
    const approval = await approvalOf(id)
    await app.sql(`update approvals set remind_at = now(), escalate_at = now() where id = $1`, [approval])
    await runDue()
    expect(await waitsFor(admin, id)).toBeDefined()
    await app.sql(`update approvals set expires_at = now() where id = $1`, [approval])
    await runDue()
    await runDue()
    expect((await historyOf(id)).toSorted()).toEqual(['asked', 'expired', 'reminded', 'widened'])
    expect(await stage.get(id, author)).toMatchObject({ status: 7, decideBy: { name: '系统' } })
    expect(await decide(id, first)).not.toBe(0)
  })
})

describe('an approval', () => {
  it('is taken back by who asked, and by nobody else', async () => {
    await setSteps(step('administrators'))
    const id = await submitNotice()
    const params = { id: await approvalOf(id) }
    expect((await app.call(withdraw, { params, body: { version: 1 } }, admin.token)).code).toBe(2304)
    expect((await app.call(withdraw, { params, body: { version: 1 } }, author)).code).toBe(0)
    expect(await statusOf(id)).toBe(0)
    expect((await app.call(withdraw, { params, body: { version: 2 } }, author)).code).toBe(2300)
    expect(await historyOf(id)).toEqual(['asked', 'withdrawn'])
  })

  it('begins again when its subject has changed', async () => {
    const [first, second] = [await enter(), await enter()]
    await setSteps(step('users', [first.id]), step('users', [second.id]))
    const id = await submitNotice()
    expect(await decide(id, first)).toBe(0)
    expect((await stage.edit(id, author, { title: '另一个标题' })).code).toBe(0)
    expect(await waitsFor(second, id)).toBeUndefined()
    const { version } = await stage.get(id, author)
    expect((await app.call(submit, { params: { id }, body: { version } }, author)).code).toBe(0)
    expect(await waitsFor(first, id)).toBeDefined()
  })

  it('is read by those who take part, and not decided on where its kind has its own way', async () => {
    const [first, other] = [await enter(), await enter()]
    await setSteps(step('users', [first.id]))
    const id = await submitNotice()
    const params = { id: await approvalOf(id) }
    expect((await app.call(get, { params }, first.token)).data).toMatchObject({
      name: '停机通知',
      may: { decide: false, elsewhere: true, delegate: true, withdraw: false },
    })
    expect((await app.call(get, { params }, other.token)).code).toBe(404)
    expect((await app.call(get, { params }, await app.signIn())).code).toBe(404)
    expect((await app.call(approve, { params, body: { version: 1 } }, first.token)).code).toBe(2303)
  })

  it('is settled once, by two who decide at the same time', async () => {
    const [first, second] = [await enter(), await enter()]
    await setSteps(step('users', [first.id, second.id]))
    const id = await submitNotice()
    const codes = await Promise.all([decide(id, first), refuse(id, second)])
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect((await historyOf(id)).length).toBe(2)
  })
})
