import { randomUUID } from 'node:crypto'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { customFieldsContract } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { customFieldsErrors } from '@atrium/contract/features/system/custom-fields/custom-fields.errors.ts'
import { offeredFieldsContract } from '@atrium/contract/features/system/custom-fields/offered-fields.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildRole, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const rights = [
  ...['list', 'add', 'edit', 'delete'].map((operation) => `sysCustomFields:${operation}`),
  ...['list', 'get', 'add', 'edit'].map((operation) => `sysUsers:${operation}`),
  ...['list', 'add', 'edit', 'export'].map((operation) => `sysPosts:${operation}`),
]
let app: TestApp
let operator: string
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
})

const buildAdmin = async (permissions = rights) => {
  const companyId = await buildCompany(app, randomUUID())
  const user = await buildUser(app, { companyId, permissions })
  return { ...user, token: await app.signIn(user) }
}
const field = { entity: 'user', kind: 'text' as const, key: 'jobNo', name: '工号' }
const addField = async (token: string, of: Partial<Record<string, unknown>> = {}) => {
  const added = await app.call(customFieldsContract.create, { body: { ...field, ...of } as typeof field }, token)
  expect(added).toMatchObject({ code: 0 })
  return added.data?.id ?? ''
}
let accounts = 0
const newUser = (custom?: Record<string, unknown>) => {
  accounts += 1
  return { account: `custom${accounts}`, name: '张三', ...(custom && { custom: custom as Record<string, string> }) }
}
const addUser = (token: string, custom?: Record<string, unknown>) =>
  app.call(usersContract.create, { body: newUser(custom) }, token)
const readUser = async (token: string, id = '') => (await app.call(usersContract.get, { params: { id } }, token)).data
const listUsers = async (token: string, query: Record<string, string> = {}) =>
  app.call(usersContract.list, { query }, token)

describe('definitions', () => {
  it('are the platform’s for all companies, and a company’s own beside them', async () => {
    const { token } = await buildAdmin()
    const other = await buildAdmin()
    await addField(operator, { key: 'grade', name: '职级' })
    await addField(token, { key: 'seat', name: '工位' })
    const keysFor = async (who: string) =>
      (await app.call(offeredFieldsContract.offered, { params: { entity: 'user' } }, who)).data?.map(({ key }) => key)
    await expect.poll(() => keysFor(token)).toEqual(['grade', 'c_seat'])
    await expect.poll(() => keysFor(other.token)).toEqual(['grade'])
    const [row] = (await app.call(customFieldsContract.list, { query: { search: 'grade' } }, token)).data ?? []
    const { id = '', version = 0 } = row ?? {}
    const edited = { params: { id }, body: { ...field, name: '级别', version } }
    expect(await app.call(customFieldsContract.update, edited, token)).toMatchObject(customFieldsErrors.platformField)
    const removed = await app.call(customFieldsContract.remove, { params: { id } }, token)
    expect(removed).toMatchObject(customFieldsErrors.platformField)
    await app.sql(`update custom_fields set removed_at = now() where key in ('grade', 'c_seat')`)
  })

  it('are those of the visited company for visitors, whose forms need them', async () => {
    const { adminToken, home, enter } = await createVisitStage(app)
    await app.call(customFieldsContract.create, { body: { ...field, key: 'guest' } }, adminToken)
    const { token } = await enter()
    const asked = { params: { entity: 'user' } }
    const keysFor = async (who: string) =>
      (await app.call(offeredFieldsContract.offered, asked, who)).data?.map(({ key }) => key)
    await expect.poll(() => keysFor(token)).toEqual(['c_guest'])
    expect(await keysFor(home.token)).toEqual([])
    expect((await app.call(sessionContract.grants, {}, token)).data?.custom).toHaveProperty('user')
  })

  it('refuse keys that were used before, wrong patterns, unknown entities and groups', async () => {
    const { token } = await buildAdmin()
    const create = (of: Record<string, unknown>) =>
      app.call(customFieldsContract.create, { body: { ...field, ...of } as typeof field }, token)
    const id = await addField(token, { key: 'once' })
    expect(await create({ key: 'once' })).toMatchObject(customFieldsErrors.keyTaken)
    const removal = { params: { id } }
    const asked = await app.call(customFieldsContract.remove, removal, token)
    expect(asked).toMatchObject({ code: 111, data: { impact: { rows: 0, companies: 0 } } })
    const { confirmToken: confirm } = Object(asked.data) as { confirmToken: string }
    expect(await app.call(customFieldsContract.remove, removal, token, { 'x-confirm': confirm })).toMatchObject({
      code: 0,
    })
    expect(await create({ key: 'once' })).toMatchObject(customFieldsErrors.keyTaken)
    expect(await create({ key: 'a', pattern: '(' })).toMatchObject(customFieldsErrors.badPattern)
    expect(await create({ key: 'b', pattern: '(a+)+$', kind: 'number' })).toMatchObject(customFieldsErrors.textOnly)
    expect(await create({ key: 'c', entity: 'role' })).toMatchObject(customFieldsErrors.noSuchEntity)
    expect(await create({ key: 'd', kind: 'choice', dictionary: 'none' })).toMatchObject(customFieldsErrors.noSuchGroup)
    for (const key of ['__proto__', 'constructor', 'A', 'x y', 'k"]', '1a', 'a'.repeat(31)])
      expect((await create({ key })).code, key).toBe(key === 'constructor' ? 0 : 400)
  })
})

describe('values', () => {
  it('stand in rows and details, and change one by one', async () => {
    const { token, id: own } = await buildAdmin()
    await addField(token)
    await addField(token, { key: 'height', kind: 'number', name: '身高' })
    await addField(token, { key: 'joined', kind: 'date', name: '入职日期' })
    await addField(token, { key: 'remote', kind: 'switch', name: '远程' })
    await addField(token, { key: 'mentor', kind: 'person', name: '导师' })
    await addField(token, { key: 'sexOf', kind: 'choice', dictionary: 'sex', name: '选项' })
    const sent = {
      c_jobNo: ' A-1 ',
      c_height: 1.75,
      c_joined: '2026-02-28',
      c_remote: false,
      c_mentor: own,
      c_sexOf: '1',
    }
    await expect.poll(async () => (await addUser(token, sent)).code).toBe(0)
    const [row] = (await listUsers(token, { sort: '-createTime' })).data ?? []
    const custom = { ...sent, c_jobNo: 'A-1', c_mentor: { id: own, name: expect.any(String) } }
    expect(row?.custom).toEqual(custom)
    const { version = 0 } = row ?? {}
    const edit = {
      params: { id: row?.id ?? '' },
      body: { name: '张三', version, custom: { c_height: null, c_jobNo: 'A-2' } },
    }
    expect(await app.call(usersContract.update, edit, token)).toMatchObject({ code: 0 })
    const { c_height: _gone, ...rest } = custom
    expect((await readUser(token, row?.id))?.custom).toEqual({ ...rest, c_jobNo: 'A-2' })
    const stale = await app.call(usersContract.update, edit, token)
    expect(stale).toMatchObject({ code: 409, data: { current: { custom: { c_jobNo: 'A-2' } } } })
    const [logged] = await app.sql(
      `select before, after from audit_log where event = 'user.updated' and entity_id = $1 order by seq limit 1`,
      [row?.id],
    )
    expect(logged).toMatchObject({
      before: { 'custom.c_jobNo': 'A-1', 'custom.c_height': 1.75 },
      after: { 'custom.c_jobNo': 'A-2', 'custom.c_height': '' },
    })
  })

  it('are refused with a sentence at their field', async () => {
    const { token } = await buildAdmin()
    const foreign = await buildAdmin()
    await addField(token, { required: true, pattern: '[A-Z]-\\d+' })
    await addField(token, { key: 'cost', kind: 'money', name: '成本' })
    await addField(token, { key: 'day', kind: 'date', name: '日期' })
    await addField(token, { key: 'boss', kind: 'person', name: '上级' })
    await addField(token, { key: 'unit', kind: 'organization', name: '部门' })
    await addField(token, { key: 'sexOf', kind: 'choice', dictionary: 'sex', name: '选项' })
    await addField(token, { key: 'on', kind: 'switch', name: '开关' })
    await addField(foreign.token, { key: 'theirs', name: '他们的' })
    const problems = async (custom?: Record<string, unknown>) => {
      const { errors = [] } = await addUser(token, custom)
      return Object.fromEntries(errors.map(({ field: at, msg }) => [at, msg]))
    }
    await expect.poll(() => problems()).toEqual({ 'custom.c_jobNo': '请填写工号' })
    expect(await problems({ c_jobNo: 'a' })).toEqual({ 'custom.c_jobNo': '格式不正确' })
    const valid = { c_jobNo: 'A-1' }
    const wrong: readonly (readonly [string, unknown, string])[] = [
      ['c_cost', 1.234, '请输入最多两位小数的数字'],
      ['c_cost', '12', '请输入数字'],
      ['c_day', '2026-02-30', '日期不存在或格式不正确'],
      ['c_boss', foreign.id, '所选上级不存在，或不在您的数据范围内'],
      ['c_boss', 'nobody', '请选择'],
      ['c_unit', foreign.id, '所选部门不存在，或不在您的数据范围内'],
      ['c_sexOf', '99', '所选选项不存在或已停用，请重新选择'],
      ['c_on', 'yes', '请选择是或否'],
      ['c_theirs', 'x', '自定义字段不存在或已停用'],
      ['constructor', 'x', '自定义字段不存在或已停用'],
      ['c_jobNo', '1'.repeat(501), '最多 500 个字符'],
      ['c_jobNo', 'A-1\n2', '不能包含换行符或不可见字符'],
    ]
    for (const [key, value, msg] of wrong)
      expect(await problems({ ...valid, [key]: value }), key).toEqual({ [`custom.${key}`]: msg })
    const raw = `{"account":"protoUser","name":"张三","custom":{"c_jobNo":"A-1","__proto__":{"x":1}}}`
    const sent = await app.server.inject({
      method: 'POST',
      url: '/api/sys/users/v1',
      headers: { token, 'content-type': 'application/json' },
      payload: raw,
    })
    expect(sent.json().code).toBe(400)
    expect((await addUser(token, valid)).code).toBe(0)
  })

  it('are unique in a company, also for two who write at once', async () => {
    const { token } = await buildAdmin()
    const other = await buildAdmin()
    await addField(operator, { key: 'badge', name: '工牌', unique: true })
    await expect.poll(async () => (await addUser(token, { badge: 'B1' })).code).toBe(0)
    const again = await addUser(token, { badge: 'B1' })
    expect(again).toMatchObject({
      code: 400,
      errors: [{ field: 'custom.badge', msg: '该工牌已被使用' }],
    })
    expect((await addUser(other.token, { badge: 'B1' })).code).toBe(0)
    const both = await Promise.all([addUser(token, { badge: 'B2' }), addUser(token, { badge: 'B2' })])
    const lost = both.filter(({ code }) => code !== 0)
    expect(lost).toMatchObject([{ errors: [{ field: 'custom.badge', msg: '该工牌已被使用' }] }])
    await app.sql(`update custom_fields set removed_at = now() where key = 'badge'`)
  })

  it('filter and sort lists, those without one last', async () => {
    const { token } = await buildAdmin()
    const id = await addField(token, { key: 'rank', kind: 'number', name: '名次', searchable: true })
    await addField(token, { key: 'note', name: '说明' })
    for (const rank of [2, 10, 1]) await expect.poll(async () => (await addUser(token, { c_rank: rank })).code).toBe(0)
    const ranks = async (query: Record<string, string>) =>
      (await listUsers(token, query)).data?.map(({ custom }) => custom?.c_rank ?? null)
    await expect.poll(() => ranks({ sort: 'custom.c_rank' })).toEqual([1, 2, 10, null])
    expect(await ranks({ sort: '-custom.c_rank' })).toEqual([10, 2, 1, null])
    expect(await ranks({ sort: '-custom.c_rank', size: '1', page: '2' })).toEqual([2])
    expect(await ranks({ 'f.custom': '{"c_rank":"10"}' })).toEqual([10])
    expect(await ranks({ 'f.custom': '{"c_rank":{"from":"2","to":"9"}}' })).toEqual([2])
    expect(await ranks({ 'f.custom': '{"c_rank":{"from":"2"}}', sort: 'custom.c_rank' })).toEqual([2, 10])
    for (const bad of ['{', '[]', '{"c_rank":{"like":"1"}}', '{"c_note":"x"}', '{"c_none":"x"}', '{"c_rank":"x"}'])
      expect((await listUsers(token, { 'f.custom': bad })).code, bad).toBe(400)
    for (const bad of ['custom.c_note', 'custom.c_none', `custom:number:${id}`, 'custom.*'])
      expect((await listUsers(token, { sort: bad })).code, bad).toBe(400)
  })

  it('of a field that is marked later are found, too', async () => {
    const { token } = await buildAdmin()
    const id = await addField(token, { key: 'city', name: '城市' })
    await expect.poll(async () => (await addUser(token, { c_city: '北京' })).code).toBe(0)
    expect((await addUser(token, { c_city: '北京' })).code).toBe(0)
    const change = (of: object) =>
      app.call(
        customFieldsContract.update,
        { params: { id }, body: { ...field, name: '城市', version: 1, ...of } },
        token,
      )
    expect(await change({ unique: true })).toMatchObject(customFieldsErrors.valuesRepeat)
    expect(await change({ searchable: true })).toMatchObject({ code: 0 })
    await expect.poll(async () => (await listUsers(token, { 'f.custom': '{"c_city":"北京"}' })).total).toBe(2)
  })

  it('of a row that is being written while its field is marked are known to it', async () => {
    const { token, companyId } = await buildAdmin()
    const id = await addField(token, { key: 'pass', name: '门禁卡' })
    await expect.poll(async () => (await addUser(token, { c_pass: '1' })).code).toBe(0)
    const other = (await addUser(token)).data?.id ?? ''
    const body = { ...field, name: '门禁卡', version: 1, unique: true }
    const waiting = `select count(*)::int as writers from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    const { marked } = await app.database.transact({ reach: 'company', companyId }, async (db) => {
      await db.updateTable('users').set({ custom: '{"c_pass":"1"}' }).where('id', '=', other).execute()
      const marked = app.call(customFieldsContract.update, { params: { id }, body }, token)
      await expect.poll(() => app.sql(waiting)).toEqual([{ writers: 1 }])
      return { marked }
    })
    expect(await marked).toMatchObject(customFieldsErrors.valuesRepeat)
  })

  it('go with their field', async () => {
    const { token } = await buildAdmin()
    const id = await addField(token, { key: 'gone', name: '去年' })
    await expect.poll(async () => (await addUser(token, { c_gone: 'x' })).code).toBe(0)
    const asked = await app.call(customFieldsContract.remove, { params: { id } }, token)
    expect(asked).toMatchObject({ code: 111, data: { impact: { rows: 1, companies: 1 } } })
    const { confirmToken: confirm } = Object(asked.data) as { confirmToken: string }
    await app.call(customFieldsContract.remove, { params: { id } }, token, { 'x-confirm': confirm })
    await expect
      .poll(async () => app.sql(`select count(*)::int as left from users where custom ? 'c_gone'`))
      .toEqual([{ left: 0 }])
  })
})

describe('roles', () => {
  const setLimit = (token: string, id: string, effect: 'hide' | 'mask' | 'readonly', roleIds: string[] = []) =>
    app.call(customFieldsContract.limit, { params: { id }, body: { effect, roleIds } }, token)

  it('decide who sees and changes a field', async () => {
    const { token, companyId } = await buildAdmin()
    const id = await addField(token, { key: 'salary', name: '薪资级别', searchable: true })
    await expect.poll(async () => (await addUser(token, { c_salary: 'P7' })).code).toBe(0)
    const [row] = (await listUsers(token, { sort: '-createTime' })).data ?? []
    const shown = async () => (await readUser(token, row?.id))?.custom
    const edit = async (value: unknown) =>
      app.call(
        usersContract.update,
        {
          params: { id: row?.id ?? '' },
          body: {
            name: '张三',
            version: (await readUser(token, row?.id))?.version ?? 0,
            custom: { c_salary: value as string },
          },
        },
        token,
      )
    const refused = { code: 400, errors: [{ field: 'custom.c_salary', msg: '您无权修改薪资级别' }] }
    expect(await setLimit(token, id, 'readonly')).toMatchObject({ code: 0 })
    // Rights change within a second: until then each value is another one.
    await expect.poll(() => edit(randomUUID())).toMatchObject(refused)
    await app.sql(`update users set custom = '{"c_salary": "P7"}' where id = $1`, [row?.id])
    expect(await edit('P7')).toMatchObject({ code: 0 })
    await setLimit(token, id, 'mask')
    await expect.poll(shown).toEqual({ c_salary: 'P***' })
    expect(await edit('P8')).toMatchObject(refused)
    expect(await edit('P***')).toMatchObject({ code: 0 })
    expect((await listUsers(token, { 'f.custom': '{"c_salary":"P7"}' })).code).toBe(400)
    expect((await listUsers(token, { sort: 'custom.c_salary' })).code).toBe(400)
    await setLimit(token, id, 'hide')
    await expect.poll(shown).toBeUndefined()
    expect(await edit('P8')).toMatchObject(refused)
    const role = await buildRole(app, { companyId })
    await app.sql(
      'insert into user_roles (company_id, user_id, role_id, granted_by) select company_id, user_id, $1, granted_by from user_roles where company_id = $2 limit 1',
      [role.id, companyId],
    )
    await setLimit(token, id, 'hide', [role.id])
    await expect.poll(shown).toEqual({ c_salary: 'P7' })
    expect(await edit('P8')).toMatchObject({ code: 0 })
  })
})

describe('data rules', () => {
  it('compare values of users', async () => {
    const { token, companyId } = await buildAdmin()
    await addField(token, { key: 'city', name: '城市' })
    await addField(token, { key: 'level', kind: 'number', name: '级别' })
    await expect.poll(async () => (await addUser(token, { c_city: '北京', c_level: 9 })).code).toBe(0)
    await addUser(token, { c_city: '北京', c_level: 10 })
    await addUser(token, { c_city: '上海', c_level: 10 })
    await addUser(token)
    const caller = await buildUser(app, { companyId, permissions: rights })
    const seen = async (...conditions: object[]) => {
      await app.sql(`update roles set data_scope = 'all', rules = $2 where id = $1`, [
        caller.roleId,
        JSON.stringify([{ resource: 'users', match: 'and', conditions }]),
      ])
      const { data = [] } = await listUsers(await app.signIn(caller))
      return data.flatMap(({ custom }) => (custom?.c_city ? [`${custom.c_city}${custom.c_level}`] : [])).sort()
    }
    const inBeijing = { field: 'custom.c_city', op: 'eq', value: '北京' }
    expect(await seen(inBeijing)).toEqual(['北京10', '北京9'])
    expect(await seen(inBeijing, { field: 'custom.c_level', op: 'gt', value: 9 })).toEqual(['北京10'])
    expect(await seen({ field: 'custom.c_level', op: 'in', value: [10] })).toEqual(['上海10', '北京10'])
    expect(await seen({ field: 'custom.c_city', op: 'contains', value: '海' })).toEqual(['上海10'])
    expect(await seen({ field: 'custom.c_gone', op: 'ne', value: '北京' })).toEqual([])
    expect(await seen({ field: "custom.c_city' or true --", op: 'eq', value: '北京' })).toEqual([])
  })
})

describe('the timeline', () => {
  it('has changed values by the names of their fields, masked or absent as the caller sees them', async () => {
    const { token, companyId } = await buildAdmin([...rights, 'sysLogs:oper'])
    const open = await addField(token, { key: 'seat', name: '工位' })
    const salary = await addField(token, { key: 'salary', name: '薪资' })
    const added = await addUser(token)
    await expect
      .poll(async () => {
        const row = await readUser(token, added.data?.id)
        const body = { name: '张三', version: row?.version ?? 0, custom: { c_seat: 'A1', c_salary: 'P7' } }
        return (await app.call(usersContract.update, { params: { id: row?.id ?? '' }, body }, token)).code
      })
      .toBe(0)
    const timeline = async () => {
      const of = { params: { entity: 'user', id: added.data?.id ?? '' }, query: {} }
      const { data = [] } = await app.call(operationLogsContract.timeline, of, token)
      return data.flatMap(({ diff }) => diff.map(({ label, to }) => [label, to])).filter(([label]) => label !== '姓名')
    }
    expect(await timeline()).toEqual(
      expect.arrayContaining([
        ['工位', 'A1'],
        ['薪资', 'P7'],
      ]),
    )
    const limit = (id: string, effect: 'hide' | 'mask') =>
      app.call(customFieldsContract.limit, { params: { id }, body: { effect, roleIds: [] } }, token)
    await limit(open, 'hide')
    await limit(salary, 'mask')
    await expect.poll(async () => (await timeline()).find(([label]) => label === '薪资')).toEqual(['薪资', 'P***'])
    expect(JSON.stringify(await timeline())).not.toContain('A1')
    expect(companyId).not.toBe('')
  })
  it('names chosen items as their dictionary does', async () => {
    const { token } = await buildAdmin([...rights, 'sysLogs:oper'])
    await addField(token, { key: 'trade', name: '行业', kind: 'choice', dictionary: 'industry' })
    const id = (await addUser(token)).data?.id ?? ''
    const update = async (trade: string | null) => {
      const row = await readUser(token, id)
      const body = { name: '张三', version: row?.version ?? 0, custom: { c_trade: trade } }
      return (await app.call(usersContract.update, { params: { id }, body }, token)).code
    }
    await expect.poll(() => update('A')).toBe(0)
    expect(await update(null)).toBe(0)
    const { data = [] } = await app.call(
      operationLogsContract.timeline,
      { params: { entity: 'user', id }, query: {} },
      token,
    )
    const changes = data.flatMap(({ diff }) =>
      diff.flatMap(({ label, from, to }) => (label === '行业' ? [[from, to]] : [])),
    )
    expect(changes.sort()).toEqual([
      ['', '农、林、牧、渔业'],
      ['农、林、牧、渔业', ''],
    ])
  })
})

describe('posts', () => {
  it('have them by their declaration', async () => {
    const { token, companyId } = await buildAdmin()
    await addField(token, { entity: 'post', key: 'band', name: '序列', searchable: true })
    const body = { name: '会计', code: 'acc', level: 1, custom: { c_band: 'M' } }
    await expect.poll(async () => (await app.call(postsContract.create, { body }, token)).code).toBe(0)
    await app.call(
      postsContract.create,
      { body: { ...body, name: '出纳', code: 'cash', custom: { c_band: 'A' } } },
      token,
    )
    const list = async (query: Record<string, string>) =>
      (await app.call(postsContract.list, { query }, token)).data?.map(({ name, custom }) => [name, custom?.c_band])
    await expect
      .poll(() => list({ sort: 'custom.c_band' }))
      .toEqual([
        ['出纳', 'A'],
        ['会计', 'M'],
      ])
    expect(await list({ 'f.custom': '{"c_band":"M"}' })).toEqual([['会计', 'M']])
    const asked = { 'f.custom': '{"c_band":{"from":"B","to":"Z"}}', columns: ['name' as const] }
    const file = await app.call(postsContract.exportPosts, { body: asked }, token)
    expect(file.raw.toString('utf8')).toBe('\uFEFF岗位名称\r\n会计\r\n')
    const [logged] = await app.sql(
      `select after from audit_log where event = 'posts.exported' and company_id = $1 order by seq desc limit 1`,
      [companyId],
    )
    expect(logged?.after).toMatchObject({ 'custom.c_band': '≥ B ≤ Z', rows: 1 })
  })
})
