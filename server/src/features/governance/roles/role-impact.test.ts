import type { GrantImpact } from '@atrium/contract/features/access/authorization/grant-impact.ts'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { unchecked } from '../../../../test/loosely-typed.ts'
import { createRoleStage, getImpact, type RoleStage, roleRights } from '../../../../test/role-stage.ts'
import { isThorough } from '../../../../test/thorough.ts'
import { seededRandom } from '../../../kernel/seeded-random.ts'

const { updateElements, updateGrants } = roleGrantsContract
const { update, lock, unlock } = rolesContract
const heldRights = ['sysUsers:list', 'sysUsers:get', 'sysUsers:add', 'sysUsers:edit', 'sysOnline:list', 'sysOnline:end']
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
const createStage = () => createRoleStage(app, { permissions: heldRights })

/** Rights of every user, by asking for each of them. */
const effectiveSets = async (stage: RoleStage, people: readonly string[]) => {
  const sets = new Map<string, Set<string>>()
  for (const id of people) {
    const { data } = await app.call(userRolesContract.effective, { params: { id } }, stage.token)
    const codes = Object.entries(data?.modules ?? {}).flatMap(([module, rights]) =>
      rights.map(({ operation }) => `${module}:${operation}`),
    )
    sets.set(id, new Set(codes))
  }
  return sets
}
const bindings = async () => {
  const rows = await app.sql(
    `select method || ' ' || path as api, array_agg(element) as elements from apis
     join element_apis on api_id = id where auth = 'perm' group by 1`,
  )
  return rows.map(({ api, elements }) => ({ api: String(api), elements: elements as string[] }))
}
type Sets = ReadonlyMap<string, ReadonlySet<string>>
/** The expected impact, computed independently. */
const expectedImpact = async (before: Sets, after: Sets) => {
  const side = (from: Sets, to: Sets) => {
    const changed = [...to].map(([id, set]) => ({
      id,
      elems: [...set].filter((code) => !from.get(id)?.has(code)).sort(),
    }))
    return changed.filter(({ elems }) => elems.length > 0).sort((one, other) => (one.id < other.id ? -1 : 1))
  }
  const counts = (people: ReturnType<typeof side>) => {
    const counted = new Map<string, number>()
    for (const code of people.flatMap(({ elems }) => elems)) counted.set(code, (counted.get(code) ?? 0) + 1)
    return Object.fromEntries(counted)
  }
  const apis = await bindings()
  const opened = (from: Sets, to: Sets) => {
    const can = (sets: Sets, id: string, elements: readonly string[]) =>
      elements.some((code) => sets.get(id)?.has(code))
    return apis
      .filter(({ elements }) => [...to.keys()].some((id) => can(to, id, elements) && !can(from, id, elements)))
      .map(({ api }) => api)
      .sort()
  }
  const [gain, lose] = [side(before, after), side(after, before)]
  return {
    gain,
    lose,
    gained: counts(gain),
    lost: counts(lose),
    apis: { gain: opened(before, after), lose: opened(after, before) },
  }
}
const shownImpact = ({ gain, lose, gained, lost, apis }: GrantImpact) => {
  const people = (list: GrantImpact['gain']) => list.map(({ userId, elems }) => ({ id: userId, elems }))
  const counts = (list: GrantImpact['gained']) => Object.fromEntries(list.map(({ code, users }) => [code, users]))
  return { gain: people(gain), lose: people(lose), gained: counts(gained), lost: counts(lost), apis }
}

const userCount = isThorough ? 14 : 7
const changeCount = isThorough ? 24 : 9
describe('the impact of a change', () => {
  it('matches the rights after the change, for every user and every kind of change', async () => {
    const stage = await createStage()
    const random = seededRandom(7)
    const roles: string[] = []
    for (let at = 0; at < 9; at += 1)
      roles.push(await stage.create({ parent: at < 3 ? null : random.pick(roles.slice(0, 3)) }))
    for (const role of roles) await stage.grant(role, { elems: stage.elems(...random.some(heldRights, 2)) })
    const people: string[] = []
    for (let at = 0; at < userCount; at += 1) people.push((await stage.createAssignee(...random.some(roles, 4))).id)
    const [over, ahead, binned] = people
    await app.sql(`update user_roles set expires_at = now() - interval '1 day' where user_id = $1`, [over])
    await app.sql(`update user_roles set start_at = now() + interval '1 day' where user_id = $1`, [ahead])
    await app.sql('update users set deleted_at = now() where id = $1', [binned])
    const present = people.filter((id) => id !== binned)

    let shown = 0
    const change = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => {
      const before = await effectiveSets(stage, present)
      const first = await app.call(endpoint, request, stage.token)
      if (first.code !== 111) return expect([0, 2008, 2054, 2061, 2064]).toContain(first.code)
      const { impact, confirmToken } = getImpact(first)
      expect(await effectiveSets(stage, present)).toEqual(before)
      expect((await app.call(endpoint, request, stage.token, { [Header.confirm]: confirmToken })).code).toBe(0)
      expect(shownImpact(impact)).toEqual(await expectedImpact(before, await effectiveSets(stage, present)))
      expect([impact.gainingUsers, impact.losingUsers]).toEqual([impact.gain.length, impact.lose.length])
      shown += 1
    }
    for (let step = 0; step < changeCount; step += 1) {
      const id = random.pick(roles)
      const { name, version, status } = await stage.get(id)
      const params = { id }
      if (step % 3 === 0)
        await change(updateElements, { params, body: { ids: stage.elems(...random.some(heldRights, 2)), version } })
      else if (step % 3 === 1) await change(status === 1 ? lock : unlock, { params })
      else await change(update, { params, body: { name, version, parent: random.pick([...roles, null]) } })
    }
    expect(shown).toBeGreaterThan(changeCount / 3)
    // Hundreds of calls, each replanned behind a pooler.
  }, 60_000)
  it.runIf(isThorough)('is exact beyond the names it lists, which are the first two hundred', async () => {
    const stage = await createStage()
    const { companyId, token } = stage
    const [id, other] = [await stage.create(), await stage.create()]
    await stage.grant(id, { elems: stage.elems('sysUsers:list') })
    await stage.grant(other, { elems: stage.elems('sysUsers:add') })
    const [all, having] = [10_250, 50]
    await app.sql(
      `with many as (
         insert into users (company_id, id, account, name, password_hash, deleted_at)
         select $1, gen_random_uuid(), 'many' || n, '众', '', case when n > $4::integer then now() end
         from generate_series(1, $4::integer + 1) n returning id, substr(account, 5)::integer as n)
       insert into user_roles (company_id, user_id, role_id)
       select $1, id, $2::uuid from many union all select $1, id, $3::uuid from many where n <= $5`,
      [companyId, id, other, all, having],
    )
    await app.sql('analyze users, user_roles')
    const assigneeCount = async (without: string) =>
      (
        await app.sql(
          `select user_id from user_roles where company_id = $1 and role_id = $2
             and user_id not in (select id from users where company_id = $1 and deleted_at is not null)
             and user_id not in (select user_id from user_roles where company_id = $1 and role_id::text = $3)
           order by user_id limit 200`,
          [companyId, id, without],
        )
      ).map((row) => row.user_id)
    const { version } = await stage.get(id)
    const request = { params: { id }, body: { ids: stage.elems('sysUsers:add'), version } }
    const asked = {
      method: 'PUT',
      url: `${updateElements.path.replace(':id', id)}?dryRun=1`,
      payload: request.body,
    } as const
    const { impact, confirmToken } = getImpact((await app.server.inject({ ...asked, headers: { token } })).json())
    expect(impact).toMatchObject({ affectedUsers: all, gainingUsers: all - having, losingUsers: all })
    expect(impact.gained).toMatchObject([{ code: 'sysUsers:add', users: all - having }])
    expect(impact.lost).toMatchObject([{ code: 'sysUsers:list', users: all }])
    expect(impact.gain.map(({ userId }) => userId)).toEqual(await assigneeCount(other))
    expect(impact.lose.map(({ userId }) => userId)).toEqual(await assigneeCount(''))
    expect((await stage.grants(id)).elems).toEqual(stage.elems('sysUsers:list'))
    expect((await app.call(updateElements, request, token, { [Header.confirm]: confirmToken })).code).toBe(0)
    expect((await stage.grants(id)).elems).toEqual(stage.elems('sysUsers:add'))
  })
  it('names descendants and counts users who gain or lose nothing', async () => {
    const stage = await createStage()
    const id = await stage.create()
    const descendant = await stage.create({ name: '继承者', parent: id })
    await stage.createAssignee(descendant)
    const body = { ...(await stage.grants(id)), dataScope: 'self' as const }
    const { impact } = getImpact(await app.call(updateGrants, { params: { id }, body }, stage.token))
    expect(impact).toMatchObject({ affectedUsers: 1, gainingUsers: 0, heirs: [{ id: descendant, name: '继承者' }] })
    // A change that affects no rights is made at once.
    expect(
      (
        await app.call(
          updateGrants,
          { params: { id }, body: { ...body, dataScope: 'all', assignable: [descendant] } },
          stage.token,
        )
      ).code,
    ).toBe(0)
  })
  it('says who keeps their rights and why, as far as the caller sees them', async () => {
    const stage = await createStage()
    const [id, other] = [await stage.create(), await stage.create({ name: '另一角色' })]
    await stage.grant(other, { elems: stage.elems('sysUsers:get') })
    const gaining = await stage.createAssignee(id)
    const holding = await stage.createAssignee(id, other)
    await app.sql('update users set locked_at = now() where id = $1', [gaining.id])
    const body = { ids: stage.elems('sysUsers:get'), version: (await stage.get(id)).version }
    const { impact } = getImpact(await app.call(updateElements, { params: { id }, body }, stage.token))
    expect(impact.gain).toMatchObject([{ userId: gaining.id, active: false }])
    expect(impact.unchanged).toMatchObject([
      { reason: 'otherRole', users: 1, people: [{ userId: holding.id, active: true, roles: ['另一角色'] }] },
    ])
    const childRole = await stage.create({ name: '锁定的下级', parent: id })
    await stage.createAssignee(childRole)
    await app.sql('update roles set status = 0 where id = $1', [childRole])
    const again = getImpact(await app.call(updateElements, { params: { id }, body }, stage.token))
    expect(again.impact.unchanged).toMatchObject([
      { reason: 'locked', users: 1, people: [{ roles: ['锁定的下级'] }] },
      { reason: 'otherRole', users: 1 },
    ])
  })
  it('shows rows before and after, and how many users they concern', async () => {
    const stage = await createStage()
    const [id, open] = [await stage.create(), await stage.create()]
    const rules = [{ resource: 'users', match: 'and', conditions: [{ field: 'sex', op: 'eq', value: 1 }] }]
    expect((await stage.grant(id, { dataScope: 'self', rules })).code).toBe(0)
    expect((await stage.grant(open, { dataScope: 'company', rules: [] })).code).toBe(0)
    await stage.createAssignee(id)
    await stage.createAssignee(id, open)
    const asked = async (change: object) => {
      const body = { ...(await stage.grants(id)), ...change }
      return app.call(updateGrants, { params: { id }, body }, stage.token)
    }
    expect(getImpact(await asked({ dataScope: 'company', rules: [] })).impact).toMatchObject({
      affectedUsers: 2,
      gainingUsers: 0,
      losingUsers: 0,
      rows: {
        change: 'wider',
        users: 1,
        before: { dataScope: 'self', orgs: [], rules },
        after: { dataScope: 'company', orgs: [], rules: [] },
      },
    })
    expect(getImpact(await asked({ dataScope: 'org' })).impact.rows).toMatchObject({ change: 'wider' })
    expect(getImpact(await asked({ elems: stage.elems('sysUsers:get') })).impact.rows).toBeNull()
    // The same rules in the database's order are no change.
    expect((await asked({ rules })).code).toBe(0)
  })
  it('is only shown on a dry run', async () => {
    const stage = await createStage()
    const id = await stage.create()
    await stage.createAssignee(id)
    const body = { ids: stage.elems('sysUsers:get'), version: 1 }
    const asked = { method: 'PUT', url: `${updateElements.path.replace(':id', id)}?dryRun=1`, payload: body } as const
    const answer = await app.server.inject({ ...asked, headers: { token: stage.token } })
    const { confirmToken } = getImpact(answer.json())
    const again = await app.server.inject({ ...asked, headers: { token: stage.token, [Header.confirm]: confirmToken } })
    expect(again.json().code).toBe(111)
    expect((await stage.grants(id)).elems).toEqual([])
    const confirmed = await app.call(updateElements, { params: { id }, body }, stage.token, {
      [Header.confirm]: confirmToken,
    })
    expect(confirmed.code).toBe(0)
  })
})

it('a dry run changes nothing, even where there is nothing to confirm', async () => {
  const stage = await createStage()
  const [id, other] = [await stage.create(), await stage.create()]
  const { grantableScopes: _, ...grants } = await stage.grants(id)
  const answer = await app.server.inject({
    method: 'PUT',
    url: `${updateGrants.path.replace(':id', id)}?dryRun=1`,
    payload: { ...grants, assignable: [other] },
    headers: { token: stage.token },
  })
  expect(answer.json()).toMatchObject({ code: 111, data: { impact: null } })
  expect(await stage.grants(id)).toMatchObject({ assignable: [], version: grants.version })
})

describe('a confirmation token', () => {
  const offered = async () => {
    const stage = await createStage()
    const id = await stage.create()
    await stage.createAssignee(id)
    const body = { ids: stage.elems('sysUsers:get'), version: 1 }
    const token = getImpact(await app.call(updateElements, { params: { id }, body }, stage.token)).confirmToken
    const send = (change: object = {}, by = stage.token, params = { id }) =>
      app.call(updateElements, { params, body: { ...body, ...change } }, by, { [Header.confirm]: token })
    return { stage, id, send }
  }
  it('is rejected once other users would be affected', async () => {
    const { stage, id, send } = await offered()
    await stage.createAssignee(id)
    const answer = await send()
    expect(getImpact(answer).impact.affectedUsers).toBe(2)
    expect((await stage.grants(id)).elems).toEqual([])
  })
  it('is rejected for another body, role or caller', async () => {
    const { stage, id, send } = await offered()
    expect((await send({ ids: stage.elems('sysUsers:get', 'sysUsers:edit') })).code).toBe(111)
    const twin = await stage.create()
    await stage.createAssignee(twin)
    expect((await send({}, stage.token, { id: twin })).code).toBe(111)
    const permissions = [...roleRights, ...heldRights]
    const colleague = await buildUser(app, { companyId: stage.companyId, permissions })
    expect((await send({}, await app.signIn(colleague))).code).toBe(111)
    expect((await send({}, await app.signIn(stage.admin))).code).toBe(111)
    expect((await stage.grants(id)).elems).toEqual([])
    expect((await send()).code).toBe(0)
  })
})

describe('roles assigned to one user', () => {
  const assignRoles = async (userId: string, roles: object[], by: string) => {
    const { data } = await app.call(userRolesContract.roles, { params: { id: userId } }, by)
    const request = { params: { id: userId }, body: { roles: unchecked(roles), version: data?.version ?? 0 } }
    return callAndConfirm(app, userRolesContract.assignRoles, request, by)
  }
  const rights = ['sysUsers:list', 'sysUsers:roles', 'sysLogs:oper', 'sysBases:list', 'sysBases:edit']
  const readTimeline = async (entity: string, id: string, by: string) => {
    const { data } = await app.call(operationLogsContract.timeline, { params: { entity, id }, query: {} }, by)
    return data?.map(({ action, diff }) => [action, ...diff.map(({ from, to }) => [from, to])])
  }

  it('confirm gains and losses first and appear on both timelines', async () => {
    const stage = await createRoleStage(app, { permissions: rights })
    const [kept, gone, come] = [await stage.create(), await stage.create(), await stage.create({ name: '新来的' })]
    await stage.grant(kept, { elems: stage.elems('sysUsers:list') })
    await stage.grant(gone, { elems: stage.elems('sysUsers:list', 'sysBases:list') })
    await stage.grant(come, { elems: stage.elems('sysBases:edit') })
    const user = await stage.createAssignee(kept, gone)
    const { done, impact } = await assignRoles(user.id, [{ roleId: kept }, { roleId: come }], stage.token)
    expect(done.code).toBe(0)
    expect(impact).toMatchObject({ affectedUsers: 1, gainingUsers: 1, losingUsers: 1, heirs: [], rows: null })
    const { gained, lost, apis } = impact as GrantImpact
    // A right held through another role is not lost.
    expect([gained, lost].map((side) => side.map(({ name }) => name))).toEqual([
      ['基础参数 · 编辑'],
      ['基础参数 · 查看列表'],
    ])
    expect(apis.lose).toContain('GET /api/sys/bases/v1')
    expect((await readTimeline('role', come, stage.token))?.[0]).toEqual([
      'role.membersChanged',
      [undefined, [user.account]],
    ])
    expect((await readTimeline('role', gone, stage.token))?.[0]).toEqual([
      'role.membersChanged',
      [[user.account], undefined],
    ])
    expect((await readTimeline('role', kept, stage.token))?.[0]?.[0]).not.toBe('role.membersChanged')

    expect((await stage.members(come, { remove: [user.id] })).code).toBe(0)
    expect((await readTimeline('user', user.id, stage.token))?.[0]).toEqual([
      'user.rolesChanged',
      [['新来的'], undefined],
    ])
  })
  it('are assigned at once if nothing is gained or lost, and shown on every dry run', async () => {
    const stage = await createRoleStage(app, { permissions: rights })
    const [empty, other] = [await stage.create(), await stage.create()]
    await stage.grant(other, { elems: stage.elems('sysBases:list') })
    const user = await stage.createAssignee()
    expect((await assignRoles(user.id, [{ roleId: empty }], stage.token)).impact).toBeUndefined()
    // A future assignment is shown as of now; its start asks nothing.
    const startTime = new Date(Date.now() + 86_400_000).toISOString()
    const later = await assignRoles(user.id, [{ roleId: empty }, { roleId: other, startTime }], stage.token)
    expect([later.done.code, (later.impact as GrantImpact).gainingUsers]).toEqual([0, 1])
    // Removing a future assignment loses nothing.
    const sooner = await assignRoles(user.id, [{ roleId: empty }, { roleId: other }], stage.token)
    expect([sooner.done.code, sooner.impact]).toEqual([0, undefined])
  })
})
