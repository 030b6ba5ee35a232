import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionaryQueryContract } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readEvents } from '../../../../test/read-events.ts'

const { list, get, create, update, remove, adjust, restore, groups, createGroup, updateGroup, removeGroup } =
  dictionariesContract
const { query } = dictionaryQueryContract

let app: TestApp
let root: string
let company: { id: string; token: string }
let other: { id: string; token: string }
const permissions = ['list', 'add', 'edit', 'delete'].map((each) => `sysDicts:${each}`)
const enter = async (name: string) => {
  const id = await buildCompany(app, name)
  return { id, token: await app.signIn(await buildUser(app, { companyId: id, permissions })) }
}
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  company = await enter('甲公司')
  other = await enter('乙公司')
})

const addGroup = async (code: string) => {
  const { data, msg } = await app.call(createGroup, { body: { code, name: `分组${code}` } }, root)
  if (!data) throw new Error(msg)
  return data.id
}
const add = async (group: string, code: string, rest: object = {}, token = root) => {
  const { data, msg } = await app.call(create, { body: { group, code, name: `名${code}`, ...rest } }, token)
  if (!data) throw new Error(msg)
  return data.id
}
const read = async (id: string, token = root) => {
  const { data, msg } = await app.call(get, { params: { id } }, token)
  if (!data) throw new Error(msg)
  return data
}
const edit = async (id: string, rest: object, token = root) => {
  const { name, value, parent, sort, color, status, startTime, endTime, desc, version } = await read(id, token)
  const body = { name, value, parent, sort, color, status: status as 1, startTime, endTime, desc, version }
  return app.call(update, { params: { id }, body: { ...body, ...rest } as typeof body }, token)
}
type LayerBody = Omit<RequestOf<typeof adjust>['body'], 'version'>
const layOver = async (id: string, layer: LayerBody, token = company.token) => {
  const { layerVersion: version } = await read(id, token)
  return app.call(adjust, { params: { id }, body: { ...layer, version } }, token)
}
const ask = async (asked: string, token = company.token) =>
  (await app.call(query, { query: { groups: asked } }, token)).data ?? {}
const named = async (group: string, token = company.token) =>
  ((await ask(group, token))[group] ?? []).map(({ code, name }) => `${code} ${name}`)
type Removal = typeof remove | typeof removeGroup
const confirm = async (endpoint: Removal, id: string, token = root) =>
  (await callAndConfirm(app, endpoint, { params: { id } }, token)).done

describe('the platform', () => {
  it('seeds the groups the product reads', async () => {
    const { data = [] } = await app.call(groups, { query: { size: 50 } }, root)
    expect(data.filter(({ builtin }) => builtin).map(({ code, items }) => [code, items])).toEqual([
      ['industry', 20],
      ['companySize', 6],
      ['orgKind', 3],
      ['postLevel', 4],
      ['sex', 3],
      ['lockReason', 5],
    ])
  })
  it('adds groups and items, and finds them', async () => {
    await addGroup('find')
    await add('find', 'x', { name: '雪松', color: 'good', tags: { a: 1 }, value: '7' })
    expect((await app.call(createGroup, { body: { code: 'find', name: '重复' } }, root)).code).toBe(4011)
    const twice = await app.call(create, { body: { group: 'find', code: 'x', name: '又' } }, root)
    expect(twice).toMatchObject({ code: 4010, errors: [{ field: 'code' }] })
    const found = await app.call(list, { query: { search: '雪松' } }, root)
    expect(found.data).toMatchObject([{ code: 'x', group: 'find', groupName: '分组find', color: 'good' }])
    expect(await ask('find')).toEqual({
      find: [{ code: 'x', name: '雪松', value: '7', parent: null, color: 'good', tags: { a: 1 } }],
    })
  })
  it('adds a group by naming it with its first item', async () => {
    const body = { group: 'named', groupName: '新分组', code: 'a', name: '甲' }
    expect((await app.call(create, { body }, root)).code).toBe(0)
    expect((await app.call(groups, { query: { search: 'named' } }, root)).data).toMatchObject([{ name: '新分组' }])
    const { groupName: _, ...unnamed } = { ...body, group: 'unknown' }
    expect((await app.call(create, { body: unnamed }, root)).code).toBe(4012)
  })
  it('edits groups and items by version', async () => {
    const groupId = await addGroup('edit')
    const id = await add('edit', 'a')
    expect((await edit(id, { name: '改' })).code).toBe(0)
    expect((await edit(id, { version: 1 })).code).toBe(409)
    expect(await read(id)).toMatchObject({ name: '改', version: 2 })
    const body = { name: '新名', sort: 3, desc: '', version: 1 }
    expect((await app.call(updateGroup, { params: { id: groupId }, body }, root)).code).toBe(0)
    expect((await app.call(updateGroup, { params: { id: groupId }, body }, root)).code).toBe(409)
  })
  it('keeps items in a tree without cycles', async () => {
    await addGroup('tree')
    const top = await add('tree', 'top')
    const below = await add('tree', 'below', { parent: 'top' })
    expect(await edit(top, { parent: 'below' })).toMatchObject({ code: 4016, errors: [{ field: 'parent' }] })
    expect(await edit(below, { parent: 'none' })).toMatchObject({ code: 4015, errors: [{ field: 'parent' }] })
    expect((await confirm(remove, top)).code).toBe(4017)
  })
  it('makes no cycle of two changes at once, nor a tree deeper than twenty levels', async () => {
    await addGroup('race')
    const [one, other] = [await add('race', 'one'), await add('race', 'other')]
    const outcomes = await Promise.all([edit(one, { parent: 'other' }), edit(other, { parent: 'one' })])
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 4016])
    await addGroup('deep')
    await add('deep', 'level1')
    for (let level = 2; level <= 20; level += 1) await add('deep', `level${level}`, { parent: `level${level - 1}` })
    const body = { group: 'deep', code: 'level21', name: '过深', parent: 'level20' }
    expect(await app.call(create, { body }, root)).toMatchObject({ code: 4024, errors: [{ field: 'parent' }] })
  })
  it('lists items group by group', async () => {
    const { data = [] } = await app.call(list, { query: { size: 50, search: '' } }, root)
    const order = data.map(({ group }) => group)
    expect(order.filter((group, at) => group !== order[at - 1])).toEqual([...new Set(order)])
  })
  it('refuses a period that ends before it starts', async () => {
    await addGroup('period')
    const id = await add('period', 'a')
    const period = { startTime: '2030-01-02T00:00:00Z', endTime: '2030-01-01T00:00:00Z' }
    expect(await edit(id, period)).toMatchObject({ code: 4023, errors: [{ field: 'endTime' }] })
  })
  it('keeps the items of a closed group, apart from their labels', async () => {
    const [male] = (await app.call(list, { query: { 'f.group': 'sex', search: '男' } }, root)).data ?? []
    if (!male) throw new Error('no item')
    expect((await app.call(create, { body: { group: 'sex', code: '9', name: '其他' } }, root)).code).toBe(4014)
    expect((await edit(male.id, { status: 0 })).code).toBe(4014)
    expect((await edit(male.id, { endTime: '2020-01-01T00:00:00Z' })).code).toBe(4014)
    expect((await confirm(remove, male.id)).code).toBe(4013)
    expect((await edit(male.id, { color: 'accent' })).code).toBe(0)
  })
})

describe('a company', () => {
  it('lays its own over the platform’s items and restores them', async () => {
    await addGroup('layer')
    const a = await add('layer', 'a', { sort: 1 })
    const b = await add('layer', 'b', { sort: 2 })
    expect((await layOver(a, { name: '本公司甲', color: 'warn', sort: 9 })).code).toBe(0)
    expect((await layOver(b, { status: 0 })).code).toBe(0)
    expect(await ask('layer')).toMatchObject({
      layer: [
        { code: 'b', name: '名b', retired: true },
        { code: 'a', name: '本公司甲', color: 'warn' },
      ],
    })
    expect(await named('layer', other.token)).toEqual(['a 名a', 'b 名b'])
    expect(await read(a, company.token)).toMatchObject({
      name: '本公司甲',
      companyId: company.id,
      own: false,
      platform: { name: '名a', color: '', sort: 1, status: 1 },
    })

    await edit(a, { name: '平台新名', desc: '说明' })
    expect(await read(a, company.token)).toMatchObject({ name: '本公司甲', desc: '说明' })
    expect((await app.call(restore, { params: { id: a } }, company.token)).code).toBe(0)
    expect(await read(a, company.token)).toMatchObject({ name: '平台新名', platform: null, companyId: null })
    expect((await app.call(restore, { params: { id: a } }, company.token)).code).toBe(4021)
  })
  it('adjusts by version; inherited values alone take the layer away', async () => {
    await addGroup('versions')
    const id = await add('versions', 'a')
    const body = { name: '我的', version: 0 }
    expect((await app.call(adjust, { params: { id }, body }, company.token)).code).toBe(0)
    expect((await app.call(adjust, { params: { id }, body }, company.token)).code).toBe(409)
    // Of two at once, the second one learns of the first.
    const second = { params: { id }, body: { name: '同时', version: 1 } }
    const outcomes = await Promise.all([1, 2].map(() => app.call(adjust, second, company.token)))
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 409])
    expect((await layOver(id, {})).code).toBe(0)
    expect(await app.sql('select 1 from dict_layers where company_id = $1 and code = $2', [company.id, 'a'])).toEqual(
      [],
    )
  })
  it('adds, edits and removes items of its own, which no other company sees', async () => {
    await addGroup('own')
    await add('own', 'shared')
    const id = await add('own', 'mine', { name: '我的' }, company.token)
    expect((await edit(id, { name: '我们的' }, company.token)).code).toBe(0)
    expect(await named('own')).toEqual(['mine 我们的', 'shared 名shared'])
    expect(await named('own', other.token)).toEqual(['shared 名shared'])
    expect((await app.call(get, { params: { id } }, other.token)).code).toBe(404)
    expect((await edit(id, {}, company.token)).code).toBe(0)
    expect((await confirm(remove, id, other.token)).code).toBe(404)
    expect((await confirm(remove, id, company.token)).code).toBe(0)
    expect(await ask('own')).toMatchObject({ own: [{ code: 'mine', retired: true }, { code: 'shared' }] })
  })
  it('edits neither groups nor items of the platform, and takes no code of theirs', async () => {
    const groupId = await addGroup('guarded')
    const id = await add('guarded', 'a')
    const codes = [
      await app.call(createGroup, { body: { code: 'mine', name: '我的' } }, company.token),
      await app.call(updateGroup, { params: { id: groupId }, body: { name: '我的', version: 1 } }, company.token),
      await confirm(removeGroup, groupId, company.token),
      await edit(id, { name: '改' }, company.token),
      await confirm(remove, id, company.token),
      await app.call(create, { body: { group: 'guarded', code: 'a', name: '甲' } }, company.token),
      await app.call(adjust, { params: { id }, body: { name: '改', version: 0 } }, root),
    ].map(({ code }) => code)
    expect(codes).toEqual([4018, 4018, 4018, 4019, 4019, 4010, 4020])
  })
  it('keeps an item of its own under a code that the platform adds later', async () => {
    await addGroup('later')
    await add('later', 'x', { name: '本公司的' }, company.token)
    await add('later', 'x', { name: '平台的' })
    expect(await named('later')).toEqual(['x 本公司的'])
    expect(await named('later', other.token)).toEqual(['x 平台的'])
    const { data = [] } = await app.call(list, { query: { search: '平台的' } }, root)
    expect((await confirm(remove, data[0]?.id ?? '')).code).toBe(0)
    expect(await ask('later')).toMatchObject({ later: [{ code: 'x', name: '本公司的' }] })
    expect((await ask('later')).later?.[0]).not.toHaveProperty('retired')
    const { data: [own] = [] } = await app.call(list, { query: { 'f.group': 'later' } }, company.token)
    expect(own).toMatchObject({ own: true, name: '本公司的' })
  })
  it('keeps an item of the platform below which it has its own', async () => {
    await addGroup('below')
    const id = await add('below', 'top')
    await add('below', 'mine', { parent: 'top' }, company.token)
    expect((await confirm(remove, id)).code).toBe(4026)
  })
})

describe('a code that is no longer offered', () => {
  it('keeps its label: disabled, expired, not yet valid or removed', async () => {
    await addGroup('retired')
    await add('retired', 'a', { status: 0 })
    await add('retired', 'b', { endTime: '2020-01-01T00:00:00Z' })
    await add('retired', 'c', { startTime: '2190-01-01T00:00:00Z' })
    await add('retired', 'd', { startTime: '2020-01-01T00:00:00Z' })
    expect((await confirm(remove, await add('retired', 'e'))).code).toBe(0)
    const { retired: items = [] } = await ask('retired')
    expect(items.map(({ code, retired }) => [code, retired ?? false])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
      ['d', false],
      ['e', true],
    ])
    await add('retired', 'e', { name: '重新启用' })
    expect((await named('retired')).at(-1)).toBe('e 重新启用')
  })
  it('of a removed group is resolved too', async () => {
    const id = await addGroup('gone')
    await add('gone', 'a')
    expect((await confirm(removeGroup, id)).code).toBe(0)
    expect(await ask('gone')).toMatchObject({ gone: [{ code: 'a', name: '名a', retired: true }] })
    expect((await app.call(groups, { query: { search: 'gone' } }, root)).data).toEqual([])
  })
})

describe('a code in use', () => {
  const body = (industry: string) => ({
    name: `公司${industry}`,
    industry,
    admin: { account: `boss${industry}`, name: '王芳' },
  })
  it('is checked when it is written, and an unchanged one stays', async () => {
    const refused = await app.call(companiesContract.create, { body: body('nosuch') }, root)
    expect(refused).toMatchObject({
      code: 4022,
      errors: [{ field: 'industry', msg: '所选行业不存在或已停用，请重新选择' }],
    })
    const itemId = await add('industry', 'used')
    const { data: created } = await app.call(companiesContract.create, { body: body('used') }, root)
    await edit(itemId, { status: 0 })
    const { data: stored } = await app.call(companiesContract.get, { params: { id: created?.id ?? '' } }, root)
    if (!stored) throw new Error('no company')
    const { name, industry, version } = stored
    const same = await app.call(
      companiesContract.update,
      { params: { id: stored.id }, body: { name, industry, version } },
      root,
    )
    expect(same.code).toBe(0)
    const changed = { name, industry: 'A', size: 'huge', version: version + 1 }
    const wrong = await app.call(companiesContract.update, { params: { id: stored.id }, body: changed }, root)
    expect(wrong).toMatchObject({ code: 4022, errors: [{ field: 'size' }] })
  })
  it('is not removed: the refusal and a preview say where it is', async () => {
    const id = await add('industry', 'kept')
    await app.call(companiesContract.create, { body: body('kept') }, root)
    const refused = await app.call(remove, { params: { id } }, root)
    const uses = [{ name: '公司的行业', count: 1 }]
    expect(refused).toMatchObject({ code: 4001, msg: '字典项使用中(1)', data: { uses } })
    const response = await app.server.inject({
      method: 'DELETE',
      url: `/api/sys/dicts/${id}/v1?dryRun=1`,
      headers: { token: root },
    })
    expect(response.json()).toMatchObject({ code: 111, data: { impact: { items: 1, uses } } })
  })
  it('of a company counts in that company alone', async () => {
    const token = await app.signIn(
      await buildUser(app, { companyId: company.id, permissions: [...permissions, 'sysOrgs:add'] }),
    )
    const id = await add('orgKind', 'branch', { name: '分支机构' }, company.token)
    const organization = { name: '华东', kind: 'branch', status: 1 } as const
    expect((await app.call(organizationsContract.create, { body: organization }, token)).code).toBe(0)
    expect((await confirm(remove, id, company.token)).code).toBe(4001)
    const elsewhere = await app.signIn(
      await buildUser(app, { companyId: other.id, permissions: [...permissions, 'sysOrgs:add'] }),
    )
    const refused = await app.call(organizationsContract.create, { body: organization }, elsewhere)
    expect(refused).toMatchObject({ code: 4022, errors: [{ field: 'kind' }] })
  })
})

describe('the query', () => {
  it('answers several groups at once, unknown ones as empty, to anyone who is signed in', async () => {
    const token = await app.signIn(await buildUser(app, { companyId: other.id }))
    const { data } = await app.call(query, { query: { groups: 'sex,nothing' } }, token)
    expect(data?.nothing).toEqual([])
    expect(data?.sex?.map(({ code }) => code)).toEqual(['0', '1', '2'])
    expect((await app.call(query, { query: { groups: '' } }, token)).code).toBe(400)
  })
  it('carries an entity tag and answers 304 while nothing has changed', async () => {
    await addGroup('tagged')
    const id = await add('tagged', 'a')
    const first = await app.call(query, { query: { groups: 'tagged' } }, company.token)
    const etag = String(first.headers.etag)
    const same = await app.call(query, { query: { groups: 'tagged' } }, company.token, { 'if-none-match': etag })
    expect([same.status, same.raw.length, same.headers.etag]).toEqual([304, 0, etag])
    await edit(id, { name: '改' })
    const changed = await app.call(query, { query: { groups: 'tagged' } }, company.token, { 'if-none-match': etag })
    expect([changed.status, changed.data?.tagged?.[0]?.name]).toEqual([200, '改'])
  })
  it('follows a change on another node at once when asked to', async () => {
    const node = await createTestApp({ sharedDatabase: app })
    await addGroup('nodes')
    const id = await add('nodes', 'a')
    const there = await node.signIn(await buildUser(app, { companyId: other.id }))
    await node.call(query, { query: { groups: 'nodes' } }, there)
    await edit(id, { name: '改' })
    const { data } = await node.call(query, { query: { groups: 'nodes', fresh: '1' } }, there)
    expect(data?.nodes).toMatchObject([{ name: '改' }])
  })
  it('tells open consoles: all of them, or those of the company', async () => {
    const mine = await readEvents(app, company.token)
    const theirs = await readEvents(app, other.token)
    await addGroup('pushed')
    const id = await add('pushed', 'a')
    const told = [{}, {}]
    await vi.waitFor(() =>
      expect([mine.listData('dictionaries'), theirs.listData('dictionaries')]).toEqual([told, told]),
    )
    await layOver(id, { name: '我的' })
    await vi.waitFor(() => expect(mine.listData('dictionaries')).toHaveLength(3))
    expect(theirs.listData('dictionaries')).toHaveLength(2)
  })
})
