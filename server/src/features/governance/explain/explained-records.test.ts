import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { describe, expect, it } from 'vitest'
import {
  addRole,
  admin,
  apiId,
  app,
  companyId,
  deniedRead,
  explained,
  setUpExplanations,
  viewer,
} from '../../../../test/explain-stage.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { newId } from '../../../kernel/ids.ts'

setUpExplanations()

const { explain } = explainContract

describe('a record', () => {
  const org = async (parent = '') => {
    const id = newId()
    const path = `${parent || '/'}${id}/`
    await app.sql(`insert into orgs (company_id, id, parent_id, name, path) values ($1, $2, $3, '部门' || $4, $4)`, [
      companyId,
      id,
      parent === '' ? null : parent.split('/').at(-2),
      path,
    ])
    return { id, path }
  }
  const join = (user: { id: string }, { id }: { id: string }) =>
    app.sql('insert into user_orgs values ($1, $2, $3)', [companyId, user.id, id])
  const shows = (roleId: string, scope: string, rules: object[] = []) =>
    app.sql('update roles set data_scope = $2, rules = $3 where id = $1', [roleId, scope, JSON.stringify(rules)])
  const recordStep = async (resourceId: string, key = 'sysUsers.list', who = admin) => {
    const answer = await explained({ userId: viewer.id, apiId: await apiId(key), resourceId }, who)
    const step = answer.now.steps.find((each) => each.step === 'scope')
    return { ...answer, step, last: answer.now.steps.at(-1) }
  }

  it('has its own step: the role that shows it, or what hides it in each role', async () => {
    const head = await org()
    const below = await org(head.path)
    const [near, far] = [await buildUser(app, { companyId }), await buildUser(app, { companyId })]
    await join(viewer, head)
    await join(near, below)
    const name = viewer.roleName
    await shows(viewer.roleId, 'orgSub')
    expect(await recordStep(near.id)).toMatchObject({
      now: { allowed: true },
      step: { ok: true, detail: `角色“${name}”（本组织及下级）的数据范围包含该记录` },
      last: { step: 'result', ok: true },
    })
    expect(await recordStep(far.id)).toMatchObject({
      now: { allowed: false },
      step: { ok: false, detail: `角色“${name}”（本组织及下级）的数据范围不包含该记录` },
      last: { step: 'result', ok: false },
      advice: '可以调用，但无权查看该记录：需调整该用户角色的数据范围或数据规则',
      elements: [],
    })
    await shows(viewer.roleId, 'org')
    expect((await recordStep(near.id)).step?.detail).toBe(`角色“${name}”（本组织）的数据范围不包含该记录`)
    const rule = (value: string) => ({
      resource: 'users',
      match: 'and',
      conditions: [{ field: 'account', op: 'eq', value }],
    })
    await shows(viewer.roleId, 'company', [rule(near.account), rule(far.account)])
    expect((await recordStep(near.id)).step).toMatchObject({
      ok: false,
      detail: `角色“${name}”（本公司）的第 2 条数据规则排除了该记录`,
    })
    expect((await recordStep(viewer.id)).step).toMatchObject({ ok: true, detail: '该记录属于本人，始终可见' })
    const wide = await addRole('看全部', [])
    await shows(wide, 'all')
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      companyId,
      viewer.id,
      wide,
    ])
    expect((await recordStep(near.id)).step?.detail).toBe('角色“看全部”（全部数据）的数据范围包含该记录')
  })
  it('agrees with the list the user reads', async () => {
    const head = await org()
    const people = await Promise.all(Array.from({ length: 4 }, () => buildUser(app, { companyId })))
    for (const user of people.slice(0, 2)) await join(user, head)
    await join(viewer, head)
    for (const scope of ['all', 'company', 'orgSub', 'org', 'self']) {
      await shows(viewer.roleId, scope)
      const token = await app.signIn(viewer)
      const { data } = await app.call(usersContract.list, { query: { size: 50 } }, token)
      const visibleIds = new Set(data?.map(({ id }) => id))
      for (const { id } of [...people, viewer]) expect((await recordStep(id)).step?.ok).toBe(visibleIds.has(id))
    }
  })
  it('can be a session, of no other kind, and is evaluated beside a denied call', async () => {
    await shows(viewer.roleId, 'self')
    const other = await buildUser(app, { companyId })
    await app.signIn(other)
    const [session] = await app.sql('select id from sessions where user_id = $1', [other.id])
    expect((await recordStep(String(session?.id), 'sysOnline.list')).step).toMatchObject({ ok: false })
    expect((await recordStep(newId(), 'sysBases.list')).step?.detail).toBe('该操作的记录不支持按编号判断数据范围')
    const refused = await recordStep(other.id, 'sysUsers.lock')
    expect([refused.now.allowed, refused.step?.ok, refused.elements[0]?.code]).toEqual([false, false, 'sysUsers:lock'])
  })
  it('of another company, or not visible to the requester, is not found', async () => {
    const foreign = await buildUser(app, { companyId: await buildCompany(app, `别家${newId()}`) })
    const unseen = await buildUser(app, { companyId })
    const readOutcome = async (id: string, who = admin) => {
      const { step, last: _, ...answer } = await recordStep(id, 'sysUsers.list', who)
      expect(step).toMatchObject({ ok: false, detail: '记录不存在，或您无权查看' })
      return JSON.stringify(answer)
    }
    expect(await readOutcome(foreign.id)).toBe(await readOutcome(newId()))
    const shared = await org()
    for (const user of [admin, viewer]) await join(user, shared)
    await shows(admin.roleId, 'org')
    const narrow = { ...admin, token: await app.signIn(admin) }
    expect(await readOutcome(unseen.id, narrow)).toBe(await readOutcome(newId(), narrow))
    const query = { userId: unseen.id, apiId: await apiId('sysUsers.list') }
    expect((await app.call(explain, { query }, narrow.token)).code).toBe(404)
  })
  it('is asked about a user, never about a denial', async () => {
    const query = { traceId: await deniedRead(), resourceId: newId() }
    expect((await app.call(explain, { query }, admin.token)).code).toBe(400)
  })
})
