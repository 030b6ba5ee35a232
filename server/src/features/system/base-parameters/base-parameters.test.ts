import { randomUUID } from 'node:crypto'
import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { baseParameterErrors } from '@atrium/contract/features/system/base-parameters/base-parameters.errors.ts'
import { builtinParameters } from '@atrium/contract/features/system/base-parameters/builtin-parameters.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeCrud } from '../../../../test/describe-crud.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { create, get, list, update, updateValues, remove, writeSecret, history, revert } = baseParametersContract
let app: TestApp
let admin: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn()
})

const stringParameter = (code: string) => ({ code, name: '参数', kind: 'string' as const, value: '值' })
const createParameter = async (body: Parameters<typeof app.call<typeof create>>[1]['body']) => {
  const { data } = await app.call(create, { body }, admin)
  if (!data) throw new Error('not created')
  return data.id
}
const readParameter = async (id: string) => {
  const { data } = await app.call(get, { params: { id } }, admin)
  if (!data) throw new Error('not found')
  return data
}

describeCrud(baseParametersContract, {
  table: 'base_parameters',
  sample: (n) => stringParameter(`sample.n${n}`),
  searched: 'name',
  unique: { code: baseParameterErrors.codeTaken },
})

describe('typed values', () => {
  it.each([
    ['number', '5', '请输入数字'],
    ['bool', 'true', '请选择是或否'],
    ['json', 'text', '请输入 JSON 对象或数组'],
    ['enum', 'x', '请至少填写一个选项'],
    ['string', 5, '请输入文本'],
    ['secret', 'visible', '密钥值请用“更新密钥”写入'],
  ] as const)('refuses a %s that is none', async (kind, value, sentence) => {
    const answer = await app.call(create, { body: { ...stringParameter('bad.value'), kind, value } }, admin)
    expect(answer).toMatchObject({ status: 200, code: 400, errors: [{ field: 'value', msg: sentence }] })
  })

  it('stores each kind with its type', async () => {
    const body = { ...stringParameter('kept.json'), kind: 'json' as const, value: { a: [1, { b: null }] } }
    expect((await readParameter(await createParameter(body))).value).toEqual(body.value)
  })

  it('rejects keys that reach a prototype, also inside tags', async () => {
    const payload = `{"code":"proto.x","name":"x","kind":"string","value":"","tags":{"a":{"constructor":1}}}`
    const answer = await app.server.inject({
      method: 'POST',
      url: create.path,
      headers: { token: admin, 'content-type': 'application/json' },
      payload,
    })
    expect(answer.json()).toMatchObject({ code: 400, errors: [{ field: 'tags' }] })
  })
})

describe('built-in parameters', () => {
  const builtin = async (code: string) => {
    const { data } = await app.call(list, { query: { search: code } }, admin)
    const row = data?.find((each) => each.code === code)
    if (!row) throw new Error(`${code} is not seeded`)
    return row
  }
  const write = (row: Awaited<ReturnType<typeof builtin>>, value: unknown) => ({
    code: row.code,
    name: row.name,
    kind: row.kind,
    options: row.options,
    desc: row.desc,
    version: row.version,
    tags: {},
    value: value as string,
  })

  it('change the title for all users', async () => {
    const row = await builtin('system.title')
    await app.call(update, { params: { id: row.id }, body: write(row, '晨曦控制台') }, admin)
    expect((await app.call(systemSettingsContract.subject, {})).data?.title).toBe('晨曦控制台')
  })
  it('cannot be deleted, renamed or retyped', async () => {
    const row = await builtin('login.maxFail')
    expect((await app.call(remove, { params: { id: row.id } }, admin)).code).toBe(4004)
    const renamed = { ...write(row, 20), code: 'other.code' }
    expect((await app.call(update, { params: { id: row.id }, body: renamed }, admin)).code).toBe(4004)
  })
  it('stay within their bounds', async () => {
    const row = await builtin('login.maxFail')
    const answer = await app.call(update, { params: { id: row.id }, body: write(row, 101) }, admin)
    expect(answer).toMatchObject({ code: 4002, errors: [{ field: 'value', msg: '请输入 3 到 100 之间的整数' }] })
  })
})

describe('several values', () => {
  const change = ({ id, version }: { id: string; version: number }, value: string | number) => ({ id, version, value })
  const createRows = async (...codes: string[]) =>
    Promise.all(codes.map(async (code) => readParameter(await createParameter(stringParameter(code)))))
  const save = (changes: { id: string; version: number; value: string | number }[], token = admin) =>
    app.call(updateValues, { body: { changes } }, token)

  it('are saved together, each with a version and an audit row of its own', async () => {
    const [one, other] = await createRows('many.one', 'many.other')
    if (!one || !other) throw new Error('not created')
    expect((await save([change(other, '乙'), change(one, '甲')])).code).toBe(0)
    expect(await readParameter(one.id)).toMatchObject({ value: '甲', version: 2, name: '参数' })
    expect((await app.call(history, { params: { id: other.id } }, admin)).data?.map(({ value }) => value)).toEqual([
      '乙',
      '值',
    ])
    const events = await app.sql(
      `select entity_id, before->>'value' as before, after->>'value' as after from audit_log
       where event = 'baseParameter.updated' and entity_id = any($1) order by entity_id`,
      [[one.id, other.id]],
    )
    const expected = [
      { entity_id: one.id, before: '值', after: '甲' },
      { entity_id: other.id, before: '值', after: '乙' },
    ]
    expect(events).toEqual(expected.toSorted((a, b) => (a.entity_id < b.entity_id ? -1 : 1)))
  })
  it('are saved all or none: a wrong one is named by its place', async () => {
    const [row] = await createRows('many.kept')
    const { data } = await app.call(list, { query: { search: 'login.trustDays' } }, admin)
    const days = data?.[0]
    if (!row || !days) throw new Error('not found')
    const answer = await save([change(row, '新'), change(days, 400)])
    expect(answer).toMatchObject({
      code: 4002,
      errors: [{ field: 'changes.1.value', msg: '请输入 0 到 365 之间的整数' }],
    })
    expect(await readParameter(row.id)).toMatchObject({ value: '值', version: 1 })
  })
  it('are refused with the current row if one has changed meanwhile', async () => {
    const [stale, fresh] = await createRows('many.stale', 'many.fresh')
    if (!stale || !fresh) throw new Error('not created')
    await save([change(stale, '先')])
    const answer = await save([change(fresh, '后'), change(stale, '后')])
    expect(answer).toMatchObject({ code: 409, data: { current: { id: stale.id, value: '先', version: 2 } } })
    expect(await readParameter(fresh.id)).toMatchObject({ version: 1 })
  })
  it('take no secret, no row twice and no row of another company', async () => {
    const id = await createParameter({ ...stringParameter('many.secret'), kind: 'secret', value: null })
    expect(await save([{ id, version: 1, value: 'x' }])).toMatchObject({ code: 4002 })
    const [row] = await createRows('many.twice')
    if (!row) throw new Error('not created')
    expect(await save([change(row, 'a'), change(row, 'b')])).toMatchObject({ code: 400, msg: '同一参数不可重复' })
    const companyId = await buildCompany(app, '改值公司')
    const editor = await app.signIn(await buildUser(app, { companyId, permissions: ['sysBases:edit'] }))
    expect((await save([change(row, 'a')], editor)).code).toBe(404)
    const reader = await app.signIn(await buildUser(app, { companyId, permissions: ['sysBases:list'] }))
    expect((await save([change(row, 'a')], reader)).code).toBe(403)
  })
  it('of built-in parameters are listed apart from added ones', async () => {
    const { data, total } = await app.call(list, { query: { 'f.builtin': 'true', size: 100 } }, admin)
    expect(data?.length).toBe(total)
    expect(data?.every(({ builtin }) => builtin)).toBe(true)
    expect(data?.map(({ code }) => code).toSorted()).toEqual(builtinParameters.map(({ code }) => code).toSorted())
  })
})

describe('secrets', () => {
  it('are written separately, never returned, and sealed at rest', async () => {
    const id = await createParameter({ ...stringParameter('gateway.key'), kind: 'secret', value: null })
    await app.call(writeSecret, { params: { id }, body: { value: 'tip-top-secret', version: 1 } }, admin)
    expect((await readParameter(id)).value).toBe('******')
    const everywhere = await app.sql(
      `select b::text || coalesce((select string_agg(a::text, '') from audit_log a), '') ||
      (select string_agg(v::text, '') from base_parameter_versions v) as text from base_parameters b where id = $1`,
      [id],
    )
    expect(String(everywhere[0]?.text)).not.toContain('tip-top-secret')
  })
  it('survive a rename and lose their value with their kind', async () => {
    const id = await createParameter({ ...stringParameter('gateway.other'), kind: 'secret', value: null })
    await app.call(writeSecret, { params: { id }, body: { value: 'v', version: 1 } }, admin)
    const renamed = {
      ...stringParameter('gateway.other'),
      kind: 'secret' as const,
      value: '******',
      name: '新名',
      version: 2,
    }
    expect((await app.call(update, { params: { id }, body: renamed }, admin)).code).toBe(0)
    expect(await readParameter(id)).toMatchObject({ name: '新名', value: '******' })
    await app.call(update, { params: { id }, body: { ...stringParameter('gateway.other'), version: 3 } }, admin)
    expect(await readParameter(id)).toMatchObject({ kind: 'string', value: '值' })
  })
  it('require their own permission', async () => {
    const companyId = await buildCompany(app, '密钥公司')
    const editor = await app.signIn(
      await buildUser(app, { companyId, permissions: ['sysBases:list', 'sysBases:edit'] }),
    )
    const answer = await app.call(
      writeSecret,
      { params: { id: randomUUID() }, body: { value: 'v', version: 1 } },
      editor,
    )
    expect(answer).toMatchObject({ status: 403, code: 403, msg: '拒绝访问' })
  })
})

describe('history', () => {
  it('keeps every version and restores one as a new version', async () => {
    const id = await createParameter(stringParameter('history.one'))
    await app.call(
      update,
      { params: { id }, body: { ...stringParameter('history.one'), value: '第二', version: 1 } },
      admin,
    )
    expect((await app.call(revert, { params: { id }, body: { to: 1, version: 2 } }, admin)).code).toBe(0)
    expect(await readParameter(id)).toMatchObject({ value: '值', version: 3 })
    const versions = await app.call(history, { params: { id } }, admin)
    expect(versions.data?.map(({ version, value }) => [version, value])).toEqual([
      [3, '值'],
      [2, '第二'],
      [1, '值'],
    ])
    expect(versions.total).toBe(3)
  })
  it('rejects an unknown version and the current one', async () => {
    const id = await createParameter(stringParameter('history.two'))
    expect((await app.call(revert, { params: { id }, body: { to: 9, version: 1 } }, admin)).code).toBe(4006)
    expect((await app.call(revert, { params: { id }, body: { to: 1, version: 1 } }, admin)).code).toBe(4007)
  })
})
