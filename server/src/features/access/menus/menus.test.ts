import { randomUUID } from 'node:crypto'
import { type MenuImpact, menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs, unchecked } from '../../../../test/loosely-typed.ts'
import { createFrameOrigins } from './index.ts'

const { list, get, create, update, remove, sort } = menusContract
type Body = Parameters<typeof app.call<typeof create>>[1]['body']
let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})

let count = 0
const freshPath = () => {
  count += 1
  return `p${count}`
}
const page = (change: Partial<Body> = {}, metadata: object = {}): Body => ({
  name: '页面',
  parent: null,
  kind: 'menu',
  sort: 10,
  status: 1,
  metadata: JSON.stringify({ path: freshPath(), component: 'sample/welcome', ...metadata }),
  ...change,
})
const folder = (change: Partial<Body> = {}, metadata: object = {}): Body =>
  page({ kind: 'dir', name: '目录', metadata: JSON.stringify({ path: freshPath(), ...metadata }), ...change })
const add = async (body: Body) => {
  const { data, msg } = await app.call(create, { body }, admin)
  if (!data) throw new Error(msg)
  return data.id
}
const read = async (id: string) => {
  const { data, msg } = await app.call(get, { params: { id } }, admin)
  if (!data) throw new Error(msg)
  return data
}
const all = async (search = '') => (await app.call(list, { query: { search } }, admin)).data ?? []
const seeded = async (name: string) => {
  const found = (await all()).find((menu) => menu.origin === 'code' && menu.name === name)
  if (!found) throw new Error(`${name} is not seeded`)
  return found
}
const toBody = ({ name, parent, kind, sort: at, status, metadata, version }: Awaited<ReturnType<typeof read>>) => ({
  name,
  parent,
  kind,
  sort: at,
  status,
  metadata,
  version,
})
const confirmed = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) =>
  callAndConfirm(app, endpoint, request, admin)
const change = async (id: string, body: Body & { version: number }) =>
  (await confirmed(update, { params: { id }, body })).done
const drop = async (id: string) => (await confirmed(remove, { params: { id } })).done
type Node = { name: string; children: Node[] }
const names = (nodes: readonly Node[]): string[] => nodes.flatMap(({ name, children }) => [name, ...names(children)])
const sidebar = async (token = admin) => names((await app.call(sessionContract.menus, {}, token)).data ?? [])

describe('the list', () => {
  it('is complete, every menu after its parent', async () => {
    const rows = await all()
    const ids = rows.map(({ id }) => id)
    expect(rows.length).toBeGreaterThan(10)
    for (const { id, parent } of rows) if (parent) expect(ids.indexOf(parent)).toBeLessThan(ids.indexOf(id))
  })
  it('keeps the ancestors of matches by name, path or template', async () => {
    expect((await all('基础参数')).map(({ name }) => name)).toEqual(['系统设置', '基础参数'])
    expect((await all('sys/ONLINE')).map(({ name }) => name)).toEqual(['登录与安全', '在线用户'])
    expect(await all('%')).toEqual([])
  })
})

describe('a menu', () => {
  it('is added, changed and deleted, and the sidebar follows at once', async () => {
    const id = await add(page({ name: '报表' }, { icon: 'house', badge: '新' }))
    expect(await sidebar()).toContain('报表')
    const row = await read(id)
    expect(JSON.parse(row.metadata)).toMatchObject({ icon: 'house', badge: '新' })
    expect(await change(id, { ...toBody(row), name: '新报表' })).toMatchObject({ code: 0 })
    expect(await sidebar()).toContain('新报表')
    expect(await change(id, toBody(row))).toMatchObject({ code: 409, data: { current: { id, version: 2 } } })
    expect((await drop(id)).code).toBe(0)
    expect(await sidebar()).not.toContain('新报表')
    expect((await app.call(get, { params: { id } }, admin)).code).toBe(404)
  })
  it('hides its descendants when stopped', async () => {
    const parent = await add(folder({ name: '停用的目录' }))
    await add(page({ name: '停用目录下的页面', parent }))
    expect(await sidebar()).toEqual(expect.arrayContaining(['停用的目录', '停用目录下的页面']))
    await change(parent, { ...toBody(await read(parent)), status: 0 })
    const shown = await sidebar()
    expect(shown).not.toContain('停用的目录')
    expect(shown).not.toContain('停用目录下的页面')
  })
  it('is removed from every role when deleted', async () => {
    const id = await add(page({ name: '借出' }))
    const companyId = await buildCompany(app, '借用公司')
    const user = await buildUser(app, { companyId })
    await app.sql('insert into role_menus (company_id, role_id, menu_id) values ($1, $2, $3)', [
      companyId,
      user.roleId,
      id,
    ])
    const token = await app.signIn(user)
    expect(await sidebar(token)).toEqual(['借出'])
    expect((await drop(id)).code).toBe(0)
    expect(await sidebar(token)).toEqual([])
  })
  it('is not deleted while it has children, nor if the product declares it', async () => {
    const parent = await add(folder())
    await add(page({ parent }))
    expect((await drop(parent)).code).toBe(2101)
    expect((await drop((await seeded('邀请码')).id)).code).toBe(2104)
    expect((await drop(randomUUID())).code).toBe(404)
  })
  it('opens a page that exists: the nearest are named', async () => {
    const refused = await app.call(create, { body: page({}, { component: 'sys/user' }) }, admin)
    expect(refused).toMatchObject({ code: 2112, errors: [{ field: 'metadata.component' }] })
    expect(refused.msg).toMatch(/^模板 sys\/user 不存在，相近的有 sys\/users、/)
    const id = await add(page({}, { component: 'sample/anything' }))
    const changed = await change(id, { ...toBody(await read(id)), metadata: '{"path":"b","component":"sys/nothing"}' })
    expect(changed.code).toBe(2112)
  })
  it('has a unique address', async () => {
    const parent = await add(folder({}, { path: 'reports' }))
    await add(page({ parent }, { path: 'daily' }))
    const duplicate = await app.call(create, { body: page({}, { path: '/reports/daily/' }) }, admin)
    expect(duplicate).toMatchObject({ code: 2102, errors: [{ field: 'metadata.path' }] })
    const other = await add(page({ parent }, { path: 'weekly' }))
    const moved = await change(other, { ...toBody(await read(other)), metadata: '{"path":"daily","component":"a"}' })
    expect(moved.code).toBe(2102)
  })
  it('admits one of two parallel creations of the same path', async () => {
    const body = page({}, { path: 'raced' })
    const codes = await Promise.all(Array.from({ length: 8 }, () => app.call(create, { body }, admin)))
    expect(codes.map(({ code }) => code).sort((one, other) => one - other)).toEqual([0, ...Array(7).fill(2102)])
  })
  it('is placed below a directory or a page, at most five deep, never below itself', async () => {
    let parent: string | null = null
    const line: string[] = []
    for (let depth = 1; depth <= 5; depth += 1) {
      parent = await add(folder({ parent }))
      line.push(parent)
    }
    expect((await app.call(create, { body: page({ parent }) }, admin)).code).toBe(2106)
    const [top = '', second = ''] = line
    expect((await change(top, { ...toBody(await read(top)), parent: second })).code).toBe(2105)
    const link = await add(page({ kind: 'link', metadata: '{"external":"https://example.com/"}' }))
    expect((await app.call(create, { body: page({ parent: link }) }, admin)).code).toBe(2107)
    expect((await app.call(create, { body: page({ parent: randomUUID() }) }, admin)).code).toBe(2107)
  })
  it('never makes its own page unreachable', async () => {
    for (const name of ['角色与权限', '菜单管理'])
      expect((await change((await seeded(name)).id, { ...toBody(await seeded(name)), status: 0 })).code).toBe(2108)
  })
})

describe('a change, before it is made', () => {
  type Shown = { impact: MenuImpact; confirmToken: string }
  const grant = async (companyId: string, roleId: string, ...menuIds: string[]) =>
    app.sql('insert into role_menus (company_id, role_id, menu_id) select $1, $2, unnest($3::uuid[])', [
      companyId,
      roleId,
      menuIds,
    ])
  /** A directory with two pages, and users of two companies who were granted some of them. */
  const stage = async () => {
    count += 1
    const parent = await add(folder({ name: `目录${count}` }))
    const [one, two] = [
      await add(page({ name: '一', parent, sort: 1 })),
      await add(page({ name: '二', parent, sort: 2 })),
    ]
    const [here, there] = [await buildCompany(app, `甲公司${count}`), await buildCompany(app, `乙公司${count}`)]
    const [both, first, bare] = [
      await buildUser(app, { companyId: here }),
      await buildUser(app, { companyId: there }),
      await buildUser(app, { companyId: there }),
    ]
    await grant(here, both.roleId, parent, one, two)
    await grant(there, first.roleId, parent, one)
    // Without its ancestors the page is not visible.
    await grant(there, bare.roleId, two)
    const lonely = await buildUser(app, { companyId: here })
    await app.sql('delete from user_roles where user_id = $1', [lonely.id])
    await app.sql('update roles set parent_id = $1 where id = $2', [both.roleId, lonely.roleId])
    return { parent, one, two, here, there, both, first, bare, lonely }
  }
  const admins = async () =>
    Number(
      (
        await app.sql(`select count(distinct user_id) as people from user_roles join roles on roles.id = role_id
      where everything and in_force(user_roles)`)
      )[0]?.people,
    )
  const stop = async (id: string) => ({ params: { id }, body: { ...toBody(await read(id)), status: 0 as const } })
  const shownBy = ({ code, data }: { code: number; data?: unknown }) => {
    if (code !== 111) throw new Error(`nothing was shown: ${code}`)
    return (data as Shown).impact
  }

  it('that stops a menu shows who loses which page, in all companies', async () => {
    const { parent, one, two, both, first, here } = await stage()
    const asked = await app.call(update, await stop(parent), admin)
    const impact = shownBy(asked)
    const allAdmins = await admins()
    expect(impact).toMatchObject({ removed: [], losingUsers: allAdmins + 2, roles: 3, companies: 2, plans: [] })
    expect(impact.pages.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
      [
        { id: one, name: '一', users: allAdmins + 2 },
        { id: two, name: '二', users: allAdmins + 1 },
      ].sort((a, b) => a.name.localeCompare(b.name)),
    )
    const lost = impact.lose.map(({ account }) => account)
    expect(lost).toEqual(expect.arrayContaining([both.account, first.account]))
    expect(impact.lose.find(({ userId }) => userId === both.id)?.companyName).toMatch('甲公司')
    expect((await read(parent)).status).toBe(1)
    expect((await confirmed(update, await stop(parent))).done.code).toBe(0)
    expect((await read(parent)).status).toBe(0)
    // A page without users has no losses.
    expect((await app.call(update, await stop(one), admin)).code).toBe(0)
    expect(await app.sql('select from role_menus where company_id = $1', [here])).toHaveLength(3)
  })
  it('counts users who inherit the page, but not those with inactive roles, expired assignments or deleted accounts', async () => {
    const { one, both, first, lonely, here } = await stage()
    await app.sql('insert into user_roles (company_id, user_id, role_id) values ($1, $2, $3)', [
      here,
      lonely.id,
      lonely.roleId,
    ])
    const losing = async () => shownBy(await app.call(update, await stop(one), admin)).losingUsers - (await admins())
    expect(await losing()).toBe(3)
    await app.sql('update users set deleted_at = now() where id = $1', [first.id])
    expect(await losing()).toBe(2)
    await app.sql('update user_roles set expires_at = now() where user_id = $1', [lonely.id])
    expect(await losing()).toBe(1)
    await app.sql('update roles set status = 0 where id = $1', [both.roleId])
    expect(await losing()).toBe(0)
  })
  it('that moves a page below a menu a user was not granted takes it from them', async () => {
    const { one, first, both, here } = await stage()
    const other = await add(folder({ name: '别处' }))
    await grant(here, both.roleId, other)
    const moved = { ...toBody(await read(one)), parent: other }
    const impacts = [
      shownBy(await app.call(update, { params: { id: one }, body: moved }, admin)),
      shownBy(await app.call(sort, { body: { moves: [{ id: one, parent: other, sort: 1 }] } }, admin)),
    ]
    for (const impact of impacts)
      expect(impact).toMatchObject({
        losingUsers: 1,
        lose: [{ account: first.account }],
        pages: [{ id: one, users: 1 }],
      })
    // Renaming it, or reordering siblings, causes no losses.
    expect((await app.call(sort, { body: { moves: [{ id: one, parent: moved.parent, sort: 1 }] } }, admin)).code).toBe(
      111,
    )
    expect(
      (await app.call(update, { params: { id: one }, body: { ...toBody(await read(one)), name: '新名' } }, admin)).code,
    ).toBe(0)
  })
  it('that deletes includes descendants only with cascade, and names roles and plans', async () => {
    const { parent, one, two, both } = await stage()
    const [plan] = await app.sql(`select id, name from plans where builtin limit 1`)
    await app.sql('insert into plan_menus values ($1, $2)', [plan?.id, one])
    const request = { params: { id: parent }, query: { cascade: '1' as const } }
    expect((await app.call(remove, { params: { id: parent } }, admin)).code).toBe(2101)
    const asked = await app.call(remove, request, admin)
    const impact = shownBy(asked)
    expect(impact).toMatchObject({ roles: 3, companies: 2, plans: [plan?.name] })
    expect([impact.removed[0], impact.removed.slice(1).sort()]).toEqual([
      (await read(parent)).name,
      ['一', '二'].sort(),
    ])
    expect(impact.namedRoles.map(({ id }) => id)).toContain(both.roleId)
    const { confirmToken } = dataAs<Shown>(asked)
    const duplicate = await add(page({ parent }))
    const sent = { [Header.confirm]: confirmToken }
    expect((await app.call(remove, request, admin, sent)).code).toBe(111)
    expect((await confirmed(remove, request)).done.code).toBe(0)
    for (const id of [parent, one, two, duplicate])
      expect((await app.call(get, { params: { id } }, admin)).code).toBe(404)
    expect(await app.sql('select from role_menus where menu_id = any($1)', [[parent, one, two]])).toEqual([])
    const auditRow = await app.sql(
      `select entity_id from audit_log where event = 'menu.removed' and ok and entity_id = any($1)`,
      [[parent, one, two, duplicate]],
    )
    expect(auditRow).toHaveLength(4)
  })
  it('that deletes an ungranted menu requires confirmation all the same', async () => {
    const id = await add(folder({ status: 0 }))
    expect(shownBy(await app.call(remove, { params: { id } }, admin))).toMatchObject({
      losingUsers: 0,
      roles: 0,
      pages: [],
    })
  })
  it('never deletes menus of the product below it', async () => {
    const parent = await add(folder())
    const { id, sort: at } = await seeded('邀请码')
    const home = await read(id)
    expect((await confirmed(sort, { body: { moves: [{ id, parent, sort: at }] } })).done.code).toBe(0)
    expect((await app.call(remove, { params: { id: parent }, query: { cascade: '1' } }, admin)).code).toBe(2109)
    await confirmed(sort, { body: { moves: [{ id, parent: home.parent, sort: at }] } })
  })
})

describe('required elements of a menu', () => {
  /** Elements of a business system, by id and code. */
  const addElements = async (...operations: string[]) => {
    count += 1
    const module = { code: `shop${count}`, name: '商城', app: 'console', sort: 1, desc: '' } as const
    const moduleId = (await app.call(modulesContract.create, { body: module }, admin)).data?.id ?? ''
    const added = []
    for (const operation of operations) {
      const element = { moduleId, operation, name: operation, kind: 'page', risk: 'low', sort: 1, desc: '' } as const
      const { data } = await app.call(elementsContract.create, { body: element }, admin)
      added.push({ id: data?.id ?? '', code: `${module.code}:${operation}`, name: operation })
    }
    return added
  }
  const addTwo = async () => (await addElements('order', 'refund')) as [Found, Found]
  type Found = { id: string; code: string; name: string }
  /** A user granted these menus and holding these elements. */
  const createHolder = async (companyId: string, permissions: string[], ...menuIds: string[]) => {
    const user = await buildUser(app, { companyId, permissions })
    await app.sql('insert into role_menus (company_id, role_id, menu_id) select $1, $2, unnest($3::uuid[])', [
      companyId,
      user.roleId,
      menuIds,
    ])
    return { ...user, token: await app.signIn(user) }
  }
  const needing = async (id: string, elemIds: string[]) => ({
    params: { id },
    body: { ...toBody(await read(id)), elemIds },
  })

  it('are alternatives: users without any of them see neither the menu nor its descendants', async () => {
    const [order, refund] = await addTwo()
    const id = await add(page({ name: '商城', elemIds: [order.id, refund.id] }))
    const below = await add(page({ name: '商城明细', parent: id }))
    expect((await read(id)).elems).toEqual([order, refund])
    const companyId = await buildCompany(app, '商城公司')
    const [holder, bare] = [
      await createHolder(companyId, [refund.code], id, below),
      await createHolder(companyId, ['sysUsers:list'], id, below),
    ]
    expect(await sidebar(holder.token)).toEqual(['商城', '商城明细'])
    expect(await sidebar(bare.token)).toEqual([])
    // Holders of everything hold these.
    expect(await sidebar()).toEqual(expect.arrayContaining(['商城', '商城明细']))
    expect((await confirmed(update, await needing(id, []))).done.code).toBe(0)
    expect(await sidebar(bare.token)).toEqual(['商城', '商城明细'])
  })
  it('stay if absent from an update, are audited by code, and must exist', async () => {
    const [order, refund] = await addTwo()
    const id = await add(page({ elemIds: [order.id] }))
    expect(await change(id, { ...toBody(await read(id)), name: '改名' })).toMatchObject({ code: 0 })
    expect((await read(id)).elems).toEqual([order])
    expect((await confirmed(update, await needing(id, [refund.id, refund.id]))).done.code).toBe(0)
    const [auditRow] = await app.sql(
      `select before, after from audit_log where event = 'menu.updated' and entity_id = $1 order by seq desc limit 1`,
      [id],
    )
    expect(auditRow).toMatchObject({ before: { elems: [order.code] }, after: { elems: [refund.code] } })
    expect((await confirmed(update, await needing(id, [randomUUID()]))).done).toMatchObject({
      code: 2110,
      errors: [{ field: 'elemIds' }],
    })
  })
  it('show first who loses the page, unless access widens', async () => {
    const [order, refund] = await addTwo()
    const id = await add(page({ name: '退款' }))
    const companyId = await buildCompany(app, '退款公司')
    const [one, other, none] = [
      await createHolder(companyId, [order.code], id),
      await createHolder(companyId, [refund.code], id),
      await createHolder(companyId, [], id),
    ]
    const first = await app.call(update, await needing(id, [order.id]), admin)
    expect(first.code).toBe(111)
    const { impact } = dataAs<{ impact: MenuImpact }>(first)
    expect(impact).toMatchObject({ removed: [], losingUsers: 2, pages: [{ id, users: 2 }] })
    expect(impact.lose.map(({ account }) => account).sort()).toEqual([other.account, none.account].sort())
    expect((await confirmed(update, await needing(id, [order.id]))).done.code).toBe(0)
    // An additional alternative takes the page from no user; replacing the first takes it from those who hold only
    // that.
    expect((await app.call(update, await needing(id, [order.id, refund.id]), admin)).code).toBe(0)
    const { done, impact: last } = await confirmed(update, await needing(id, [refund.id]))
    expect([done.code, (last as MenuImpact).lose.map(({ account }) => account)]).toEqual([0, [one.account]])
  })
  it('are declared for product pages', async () => {
    const { id, elems } = await seeded('用户管理')
    expect(elems.map(({ code }) => code)).toEqual(['sysUsers:list'])
    expect(
      (
        await app.call(
          update,
          await needing(
            id,
            elems.map((each) => each.id),
          ),
          admin,
        )
      ).code,
    ).toBe(0)
    expect(await app.call(update, await needing(id, []), admin)).toMatchObject({
      code: 2111,
      errors: [{ field: 'elemIds' }],
    })
    // The same page under a custom menu requires the same, unless it names its own elements.
    const own = await add(page({}, { component: 'sys/users' }))
    expect((await read(own)).elems).toEqual(elems)
    expect(await app.sql('select from menu_elements where menu_id = any($1)', [[id, own]])).toEqual([])
  })
  it('are shown at the element, which cannot be deleted while a menu requires it', async () => {
    const [order] = await addTwo()
    const id = await add(page({ name: '下单', elemIds: [order.id] }))
    const element = async () => (await app.call(elementsContract.get, { params: { id: order.id } }, admin)).data
    expect((await element())?.menus).toEqual(['下单'])
    const removed = () => callAndConfirm(app, elementsContract.remove, { params: { id: order.id } }, admin)
    expect((await removed()).done).toMatchObject({
      code: 2221,
      msg: '菜单“下单”需要该权限点，请先在菜单管理中移除',
    })
    const found = await app.call(elementsContract.list, { query: { search: 'sysUsers:list' } }, admin)
    expect(found.data?.[0]?.menus).toContain('用户管理')
    expect((await drop(id)).code).toBe(0)
    expect((await removed()).done.code).toBe(0)
  })
  it('are shown in the grants of a role, and where the page is denied', async () => {
    const [order, refund] = await addTwo()
    const path = freshPath()
    const id = await add(page({ name: '对账', elemIds: [order.id, refund.id] }, { path }))
    const companyId = await buildCompany(app, '对账公司')
    const viewer = await createHolder(companyId, ['sysRoles:list', 'sysExplain:view'], id)
    const cells = await app.call(roleGrantsContract.menus, { params: { id: viewer.roleId } }, viewer.token)
    expect(cells.data?.find((menu) => menu.id === id)).toMatchObject({ needs: [order.id, refund.id], gated: true })
    const open = () => app.call(explainContract.page, { query: { path: `/web/${path}` } }, viewer.token)
    const refused = await open()
    expect(refused.status).toBe(403)
    const asked = { query: { traceId: refused.traceId } }
    const explained = (await app.call(explainContract.explain, asked, viewer.token)).data
    expect(explained?.elements.map(({ code }) => code).sort()).toEqual([order.code, refund.code])
    expect(explained?.advice).toContain('或其他 1 个权限点之一')
    await app.sql('insert into role_elements (company_id, role_id, element) values ($1, $2, $3)', [
      companyId,
      viewer.roleId,
      refund.code,
    ])
    expect((await open()).data).toEqual({ state: 'open' })
    expect((await app.call(explainContract.explain, asked, viewer.token)).data?.now.allowed).toBe(true)
  })
})

describe('metadata', () => {
  it.each([
    ['[]', 'metadata', '内容格式不正确'],
    ['{', 'metadata', 'metadata 不是有效的 JSON'],
    ['{"path":"x","component":"a","evil":1}', 'metadata', '不支持的字段：evil'],
    ['{"path":"../x","component":"a"}', 'metadata.path', '路径只能含字母、数字、斜杠、下划线和短横线'],
    ['{"path":"//","component":"a"}', 'metadata.path', '请输入路径'],
    ['{"path":"x"}', 'metadata.component', '请输入模板'],
    ['{"path":"x","component":"a","icon":"<b>"}', 'metadata.icon', '图标名称只能含小写字母、数字和短横线'],
    ['{"path":"x","component":"a","hidden":"yes"}', 'metadata.hidden', '请填写 true 或 false'],
    ['{"path":"x","component":"a","redirect":"//evil.example"}', 'metadata.redirect', undefined],
    ['{"path":"x","component":"a","query":{"constructor":"1"}}', 'metadata.query', undefined],
  ])('is refused: %s', async (metadata, field, msg) => {
    const answer = await app.call(create, { body: page({ metadata }) }, admin)
    expect(answer).toMatchObject({ code: 2103, errors: [{ field, ...(msg !== undefined && { msg }) }] })
    if (msg !== undefined) expect(answer.msg).toBe(msg)
  })
  it.each(['javascript:alert(1)', 'https://a b', 'data:text/html,x', '//example.com'])(
    'rejects link targets that are not safe: %s',
    async (external) => {
      const metadata = JSON.stringify({ external })
      const answer = await app.call(create, { body: page({ kind: 'link', metadata }) }, admin)
      expect(answer).toMatchObject({ code: 2103, errors: [{ field: 'metadata.external' }] })
    },
  )
  it.each(['http://example.com', 'https://user:pass@example.com/', "https://example.com;script-src'unsafe-inline'/"])(
    'rejects frame addresses a security policy cannot name: %s',
    async (external) => {
      const body = page({ kind: 'iframe' }, { external })
      const answer = await app.call(create, { body }, admin)
      expect(answer).toMatchObject({ code: 2103, errors: [{ field: 'metadata.external' }] })
    },
  )
  it('lists the origins framed by active menus', async () => {
    const id = await add(page({ kind: 'iframe' }, { external: 'https://Reports.example.com:8443/a?b=1#c' }))
    expect(await createFrameOrigins(app.database)()).toEqual(['https://reports.example.com:8443'])
    await change(id, { ...toBody(await read(id)), status: 0 })
    expect(await createFrameOrigins(app.database)()).toEqual([])
  })
})

describe('sorting', () => {
  it('moves many in one call, all or none, and only moved ones get a new version', async () => {
    const parent = await add(folder())
    const [a, b] = [
      await add(page({ name: '甲', parent, sort: 10 })),
      await add(page({ name: '乙', parent, sort: 20 })),
    ]
    const moves = [
      { id: b, parent: null, sort: 5 },
      { id: a, parent, sort: 10 },
    ]
    expect((await confirmed(sort, { body: { moves } })).done.code).toBe(0)
    expect(await read(b)).toMatchObject({ parent: null, sort: 5, version: 2 })
    expect(await read(a)).toMatchObject({ parent, sort: 10, version: 1 })
    const broken = [
      { id: a, parent: null, sort: 1 },
      { id: parent, parent, sort: 1 },
    ]
    expect((await app.call(sort, { body: { moves: broken } }, admin)).code).toBe(2105)
    expect(await read(a)).toMatchObject({ parent, version: 1 })
    const unknown = [{ id: randomUUID(), parent: null, sort: 1 }]
    expect((await app.call(sort, { body: { moves: unknown } }, admin)).code).toBe(404)
    const [auditRow] = await app.sql(
      `select ok, after from audit_log where event = 'menus.sorted' and ok order by seq desc limit 1`,
    )
    expect(auditRow?.after).toEqual([{ name: '乙', parent: null, sort: 5 }, expect.objectContaining({ name: '甲' })])
  })
  it('rejects cycles made of several moves', async () => {
    const [a, b] = [await add(folder()), await add(folder())]
    const moves = [
      { id: a, parent: b, sort: 1 },
      { id: b, parent: a, sort: 1 },
    ]
    expect((await confirmed(sort, { body: { moves } })).done.code).toBe(2105)
  })
  it('rejects cycles made of two parallel moves that are valid alone', async () => {
    const below = (id: string, parent: string) => confirmed(sort, { body: { moves: [{ id, parent, sort: 1 }] } })
    for (let round = 1; round <= 5; round += 1) {
      const [a, b] = [await add(folder()), await add(folder())]
      const outcomes = await Promise.all([below(a, b), below(b, a)])
      expect(outcomes.map(({ done }) => done.code).sort()).toEqual([0, 2105])
      expect([(await read(a)).parent, (await read(b)).parent].filter((parent) => parent === null)).toHaveLength(1)
    }
  })
})

describe('access', () => {
  const rights = ['list', 'add', 'edit', 'delete', 'sort'].map((operation) => `sysMenus:${operation}`)
  const attempts = [
    [list, { query: {} }],
    [get, { params: { id: randomUUID() } }],
    [create, { body: page() }],
    [update, { params: { id: randomUUID() }, body: { ...page(), version: 1 } }],
    [remove, { params: { id: randomUUID() } }],
    [sort, { body: { moves: [{ id: randomUUID(), parent: null, sort: 1 }] } }],
  ] as const
  it('is refused without the right', async () => {
    const token = await app.signIn(await buildUser(app, { companyId: await readPlatformCompany(app) }))
    for (const [endpoint, request] of attempts)
      expect(await app.call(endpoint, unchecked(request), token)).toMatchObject({ status: 403, code: 403 })
  })
  it('is refused to other companies, whatever their rights', async () => {
    const companyId = await buildCompany(app, '外部公司')
    const token = await app.signIn(await buildUser(app, { companyId, permissions: rights }))
    for (const [endpoint, request] of attempts)
      expect(await app.call(endpoint, unchecked(request), token)).toMatchObject({ status: 403, code: 403 })
    const write = app.database.transact({ reach: 'company', companyId }, (db) =>
      db.updateTable('menus').set({ name: '被改' }).executeTakeFirstOrThrow(),
    )
    expect((await write).numUpdatedRows).toBe(0n)
  })
})
