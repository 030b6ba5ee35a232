import { randomUUID } from 'node:crypto'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import {
  type CustomFieldWrite,
  customFieldsContract,
} from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createScimStage, patchBody, type ScimStage, userRights } from '../../../../test/scim-stage.ts'

const schema = 'urn:ietf:params:scim:schemas:extension:atrium:2.0:User'
let app: TestApp
let stage: ScimStage
beforeAll(async () => {
  app = await createTestApp()
  stage = await createScimStage(app)
})
const rights = [...userRights, 'sysCustomFields:list', 'sysCustomFields:add', 'sysCustomFields:edit']
const newName = () => `u${randomUUID().slice(0, 10).replaceAll('-', '_')}`
const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`

/** A company with fields of each kind, whose application provisions users. */
const provision = async () => {
  const company = await stage.provisioning({}, rights)
  const add = async (key: string, name: string, of: Partial<CustomFieldWrite> = {}) => {
    const body = { entity: 'user', kind: 'text' as const, key, name, help: '', pattern: '', dictionary: '', ...of }
    const { code, data } = await app.call(customFieldsContract.create, { body }, company.token)
    expect(code).toBe(0)
    return data?.id ?? ''
  }
  const limit = (id: string, effect: 'hide' | 'mask' | 'readonly' | null) =>
    app.call(customFieldsContract.limit, { params: { id }, body: { effect, roleIds: [] } }, company.token)
  const badge = await add('badge', '工号', { unique: true, pattern: '[A-Z]-\\d+', help: '门禁卡上的号码' })
  await add('height', '身高', { kind: 'number', searchable: true })
  await add('joined', '入职日期', { kind: 'date', searchable: true })
  await add('remote', '远程', { kind: 'switch', searchable: true })
  await add('mentor', '导师', { kind: 'person', searchable: true })
  // Definitions are believed for a second.
  await expect
    .poll(async () => (await company.scim('GET', `/Schemas/${schema}`)).body)
    .toMatchObject({ attributes: { length: 5 } })
  const user = (values: object = {}, rest: object = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', schema],
    userName: newName(),
    displayName: '测试员',
    ...rest,
    [schema]: values,
  })
  const find = async (filter: string) =>
    (((await company.scim('GET', filtered(filter))).body.Resources ?? []) as { id: string }[]).map(({ id }) => id)
  return { ...company, add, limit, badge, newUser: user, find }
}
const all = { c_badge: 'A-1', c_height: 1.75, c_joined: '2026-02-28', c_remote: false }

describe('custom fields', () => {
  it('are described as an extension of users, which companies without fields do not have', async () => {
    const { scim, badge, limit } = await provision()
    const types = (await scim('GET', '/ResourceTypes/User')).body
    expect(types.schemaExtensions).toEqual([{ schema, required: false }])
    const { body } = await scim('GET', `/Schemas/${schema}`)
    expect(body.attributes).toMatchObject([
      {
        name: 'c_badge',
        type: 'string',
        description: '工号\n门禁卡上的号码',
        required: false,
        mutability: 'readWrite',
        uniqueness: 'server',
      },
      { name: 'c_height', type: 'decimal', uniqueness: 'none' },
      { name: 'c_joined', type: 'string' },
      { name: 'c_remote', type: 'boolean' },
      { name: 'c_mentor', type: 'complex', subAttributes: [{ name: 'value' }, { name: 'display' }] },
    ])
    await limit(badge, 'readonly')
    await expect
      .poll(async () => (await scim('GET', `/Schemas/${schema}`)).body)
      .toMatchObject({ attributes: [{ name: 'c_badge', mutability: 'readOnly' }, {}, {}, {}, {}] })
    await limit(badge, 'hide')
    await expect
      .poll(async () => (await scim('GET', `/Schemas/${schema}`)).body)
      .toMatchObject({ attributes: [{ name: 'c_height' }, {}, {}, {}] })
    const other = await stage.provisioning({}, rights)
    expect((await other.scim('GET', '/ResourceTypes/User')).body).not.toHaveProperty('schemaExtensions')
    expect((await other.scim('GET', `/Schemas/${schema}`)).status).toBe(404)
  })

  it('are added, read, replaced, patched and taken away, each change audited with the user', async () => {
    const { scim, newUser, user: owner, companyId } = await provision()
    const sent = newUser({ ...all, c_mentor: { value: owner.id } })
    const added = await scim('POST', '/Users', sent)
    expect(added.status).toBe(201)
    const [person] = await app.sql('select name from users where id = $1', [owner.id])
    const mentor = { value: owner.id, display: person?.name }
    expect(added.body).toMatchObject({ schemas: { length: 2 }, [schema]: { ...all, c_mentor: mentor } })
    const address = `/Users/${added.body.id}`
    expect((await scim('GET', address)).body).toEqual(added.body)
    const shown = await scim('GET', `${address}?attributes=${schema}:c_badge,displayName`)
    expect(shown.body).toMatchObject({ displayName: '测试员', [schema]: { c_badge: 'A-1' } })
    expect(shown.body[schema]).toEqual({ c_badge: 'A-1' })
    const [created] = await app.sql(
      `select after from audit_log where company_id = $1 and event = 'user.created' and entity_id = $2`,
      [companyId, added.body.id],
    )
    expect(created?.after).toMatchObject({ 'custom.c_badge': 'A-1', 'custom.c_mentor': person?.name })

    const put = await scim(
      'PUT',
      address,
      { ...sent, [schema]: { c_badge: 'A-2' } },
      { 'if-match': String(added.headers.etag) },
    )
    expect(put.body[schema]).toEqual({ ...all, c_badge: 'A-2', c_mentor: mentor })
    expect(put.headers.etag).not.toBe(added.headers.etag)
    const operations = patchBody(
      { op: 'replace', path: `${schema}:c_height`, value: '1.8' },
      { op: 'Add', value: { [`${schema}:c_remote`]: 'True' } },
      { op: 'replace', value: { [schema]: { C_JOINED: '2026-03-01' } } },
      { op: 'remove', path: `${schema}:c_mentor` },
    )
    const patched = await scim('PATCH', address, operations)
    expect(patched.body[schema]).toEqual({ c_badge: 'A-2', c_height: 1.8, c_joined: '2026-03-01', c_remote: true })
    const [changed] = await app.sql(
      `select before, after from audit_log where company_id = $1 and event = 'user.updated' and entity_id = $2 order by seq desc limit 1`,
      [companyId, added.body.id],
    )
    expect(changed).toMatchObject({ before: { 'custom.c_height': 1.75 }, after: { 'custom.c_height': 1.8 } })
    const [stored] = await app.sql('select custom from users where id = $1', [added.body.id])
    expect(stored?.custom).toEqual({ c_badge: 'A-2', c_height: 1.8, c_joined: '2026-03-01', c_remote: true })
  })

  it('are refused with a sentence, and nothing of the request is kept', async () => {
    const { scim, newUser, token, companyId, add } = await provision()
    const first = await scim('POST', '/Users', newUser({ c_badge: 'A-1' }))
    const address = `/Users/${first.body.id}`
    const refusals = [
      [{ c_badge: 'A-1' }, '该工号已被使用'],
      [{ c_badge: 'b' }, '格式不正确'],
      [{ c_height: '高' }, '请输入数字'],
      [{ c_joined: '2026-02-30' }, '日期不存在或格式不正确'],
      [{ c_remote: 'maybe' }, '请选择是或否'],
      [{ c_mentor: { value: randomUUID() } }, '所选导师不存在，或不在您的数据范围内'],
      [{ c_badge: ['A-3'] }, '格式有误'],
    ] as const
    for (const [values, detail] of refusals) {
      const refused = await scim('POST', '/Users', newUser(values))
      expect(refused.body, detail).toMatchObject({ status: '400', scimType: 'invalidValue' })
      expect(refused.body.detail).toContain(detail)
    }
    expect(await app.sql('select count(*)::int as users from users where company_id = $1', [companyId])).toEqual([
      { users: 2 },
    ])
    const unknown = await scim('PATCH', address, patchBody({ op: 'add', path: `${schema}:c_none`, value: 'x' }))
    expect(unknown.body).toMatchObject({ status: '400', scimType: 'invalidPath' })
    const renamed = patchBody({ op: 'replace', value: { displayName: '改名', [`${schema}:c_badge`]: 'wrong' } })
    expect((await scim('PATCH', address, renamed)).status).toBe(400)
    expect((await scim('GET', address)).body).toMatchObject({ displayName: '测试员', [schema]: { c_badge: 'A-1' } })
    await add('must', '必填项', { required: true })
    await expect.poll(async () => (await scim('POST', '/Users', newUser())).body.detail).toContain('请填写必填项')
    expect((await scim('POST', '/Users', newUser({ c_must: '有' }))).status).toBe(201)
    const { data } = await app.call(usersContract.list, { query: { size: 100 } }, token)
    expect(data?.find(({ id }) => id === first.body.id)?.custom).toEqual({ c_badge: 'A-1' })
  })

  it('filter and sort lists by what is unique or searchable', async () => {
    const { scim, newUser, user: owner, find, add } = await provision()
    await add('plain', '备注')
    const ids: string[] = []
    for (const [n, height] of [1.5, 1.7, 1.9].entries()) {
      const values = {
        c_badge: `A-${n}`,
        c_height: height,
        c_remote: n === 0,
        c_joined: `2026-0${n + 1}-01`,
        c_mentor: owner.id,
      }
      ids.push(String((await scim('POST', '/Users', newUser(values))).body.id))
    }
    const at = (path: string) => `${schema}:${path}`
    expect(await find(`${at('c_badge')} eq "A-1"`)).toEqual([ids[1]])
    expect(await find(`${at('C_BADGE')} eq "a-1"`)).toEqual([])
    expect(await find(`${at('c_badge')} sw "A-"`)).toHaveLength(3)
    expect(await find(`${at('c_height')} gt 1.6 and ${at('c_height')} le 1.7`)).toEqual([ids[1]])
    expect(await find(`${at('c_height')} eq 1.9`)).toEqual([ids[2]])
    expect(await find(`${at('c_remote')} eq true`)).toEqual([ids[0]])
    expect(await find(`${at('c_joined')} ge "2026-03-01"`)).toEqual([ids[2]])
    expect(await find(`${at('c_mentor.value')} eq "${owner.id}" and ${at('c_badge')} ne "A-0"`)).toHaveLength(2)
    expect((await find(`not (${at('c_badge')} pr)`)).includes(owner.id)).toBe(true)
    const sorted = await scim('GET', `/Users?sortBy=${at('c_height')}&sortOrder=descending&count=2`)
    expect((sorted.body.Resources as { id: string }[]).map(({ id }) => id)).toEqual([ids[2], ids[1]])
    for (const wrong of [at('c_plain'), at('c_none'), schema]) {
      const { body } = await scim('GET', filtered(`${wrong} eq "x"`))
      expect(body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
    }
    expect((await scim('GET', filtered(`${at('c_height')} eq "hoch"`))).body.detail).toContain('不是数字')
  })

  it('stay hidden, masked or read-only for an application as for its owner', async () => {
    const { scim, newUser, badge, limit, find } = await provision()
    const added = await scim('POST', '/Users', newUser({ c_badge: 'A-1', c_height: 1.75 }))
    const address = `/Users/${added.body.id}`
    const read = async () => (await scim('GET', address)).body[schema]
    const change = (value: string) =>
      scim('PATCH', address, patchBody({ op: 'replace', path: `${schema}:c_badge`, value }))
    const filter = `${schema}:c_badge eq "A-1"`
    expect(await find(filter)).toEqual([added.body.id])
    await limit(badge, 'readonly')
    await expect.poll(async () => (await change('A-1')).body.scimType).toBe('mutability')
    expect((await scim('PUT', address, newUser({ c_badge: 'A-2', c_height: 2 }, added.body))).status).toBe(200)
    await limit(badge, 'mask')
    await expect.poll(read).toMatchObject({ c_badge: 'A***' })
    expect((await scim('GET', filtered(filter))).body.scimType).toBe('invalidFilter')
    await limit(badge, 'hide')
    await expect.poll(read).toEqual({ c_height: 2 })
    expect((await change('A-2')).body.scimType).toBe('invalidPath')
    expect((await scim('GET', filtered(filter))).body.scimType).toBe('invalidFilter')
    await limit(badge, null)
    await expect.poll(read).toEqual({ c_badge: 'A-1', c_height: 2 })
  })
})
