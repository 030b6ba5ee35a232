import { randomUUID } from 'node:crypto'
import { tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { tagsErrors } from '@atrium/contract/features/content/tags/tags.errors.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { Endpoint, RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createNarrowStage, type NarrowStage } from '../../../../test/narrow-stage.ts'
import { createVisitStage } from '../../../../test/visit-stage.ts'

const { list, create, update, merge, remove, options, ofRow, attach, detach } = tagsContract
const editing = ['sysUsers:list', 'sysUsers:get', 'sysUsers:edit']
const managing = ['sysTags:list', 'sysTags:add', 'sysTags:edit', 'sysTags:delete']

let app: TestApp
let stage: NarrowStage
let token: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await createNarrowStage(app)
  token = await stage.signInWide(...editing, ...managing)
})

const subject = ({ id }: { id: string }) => ({ entity: 'user', id })
const put = (row: { id: string }, name: string, by = token) => app.call(attach, { body: { ...subject(row), name } }, by)
const read = (row: { id: string }, by = token) => app.call(ofRow, { query: subject(row) }, by)
const namesOf = async (row: { id: string }, by = token) => (await read(row, by)).data?.tags.map(({ name }) => name)
const take = (row: { id: string }, id: string, by = token) =>
  app.call(detach, { params: { id, entity: 'user', row: row.id } }, by)
const confirmed = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>, by: string) =>
  (await callAndConfirm(app, endpoint, request, by)).done
const word = async (name: string) => (await app.call(list, { query: { search: name, size: 100 } }, token)).data?.[0]
const listed = async (tag: string, by = token) =>
  ((await app.call(usersContract.list, { query: { 'f.tags': tag, size: 100 } }, by)).data ?? []).map(({ id }) => id)

describe('a tag of a row', () => {
  it('is put on and taken off, and both stand in the log, for the tag and for the row', async () => {
    const row = await stage.buildMember(stage.south)
    const { data: tag } = await put(row, ' 重点客户 ')
    expect(tag?.name).toBe('重点客户')
    expect(await read(row)).toMatchObject({ data: { tags: [{ name: '重点客户' }], editable: true } })
    expect((await take(row, tag?.id ?? '')).code).toBe(0)
    expect(await namesOf(row)).toEqual([])
    const logged = await app.sql(
      'select event, entity_id, before, after from audit_log where company_id = $1 order by seq',
      [stage.companyId],
    )
    expect(logged.filter(({ entity_id }) => entity_id === row.id)).toMatchObject([
      { event: 'user.updated', before: { tagNames: [] }, after: { tagNames: ['重点客户'] } },
      { event: 'user.updated', before: { tagNames: ['重点客户'] }, after: { tagNames: [] } },
    ])
    expect(logged.filter(({ entity_id }) => entity_id === tag?.id).map(({ event }) => event)).toEqual([
      'tag.attached',
      'tag.detached',
    ])
  })

  it('is one word, however it is written', async () => {
    const row = await stage.buildMember(stage.south)
    const { data: first } = await put(row, 'Café VIP')
    const { data: again } = await put(row, 'CAFE\u0301 vip')
    expect(again).toEqual(first)
    expect(await namesOf(row)).toEqual(['Café VIP'])
    for (const name of ['', '  ', '长'.repeat(33), '零\u200B宽', '两\n行'])
      expect((await put(row, name)).code).toBe(400)
  })

  it('is added once by many callers at once, and a row has at most 20', async () => {
    const row = await stage.buildMember(stage.south)
    const replies = await Promise.all(Array.from({ length: 6 }, () => put(row, '同时')))
    expect(new Set(replies.map(({ data }) => data?.id)).size).toBe(1)
    expect(await namesOf(row)).toEqual(['同时'])
    const more = await Promise.all(Array.from({ length: 22 }, (_, at) => put(row, `第${at}个`)))
    expect(more.filter(({ code }) => code === tagsErrors.tooManyOnRow.code)).toHaveLength(3)
    expect(await namesOf(row)).toHaveLength(20)
  })

  it('is seen by those who may read the row, and changed by those who may edit it', async () => {
    const row = await stage.buildMember(stage.south)
    const { data: tag } = await put(row, '可见范围')
    const reader = await stage.signInWide('sysUsers:get')
    expect((await read(row, reader)).data).toEqual({ tags: [tag], editable: false })
    expect((await put(row, '无权', reader)).code).toBe(403)
    expect((await take(row, tag?.id ?? '', reader)).code).toBe(403)
    const blind = await stage.signInWide('sysUsers:edit')
    expect([(await read(row, blind)).code, (await put(row, '看不见', blind)).code]).toEqual([403, 403])
    expect((await read(row, '')).status).toBe(401)
    expect((await app.call(ofRow, { query: { entity: 'nothing', id: row.id } }, token)).code).toBe(404)

    const own = await stage.buildMember(stage.north, editing, 'self')
    const strangers = [
      await stage.signInNorth(...editing),
      await app.signIn(own),
      await app.signIn(
        await buildUser(app, { companyId: await buildCompany(app, `外公司${randomUUID()}`), permissions: editing }),
      ),
    ]
    for (const stranger of strangers) {
      expect((await read(row, stranger)).code).toBe(404)
      expect((await put(row, '越界', stranger)).code).toBe(404)
      expect((await take(row, tag?.id ?? '', stranger)).code).toBe(404)
      expect(await listed(tag?.id ?? '', stranger)).toEqual([])
    }
    expect(await namesOf(row)).toEqual(['可见范围'])
  })

  it('goes with the row', async () => {
    const row = await stage.buildMember(stage.south)
    await put(row, '随行删除')
    await app.sql('delete from users where id = $1', [row.id])
    expect(await app.sql('select from tagged_rows where row_id = $1', [row.id])).toEqual([])
    expect(await word('随行删除')).toMatchObject({ uses: 0, more: false })
  })

  it('is the visited company’s on a visit', async () => {
    const visit = await createVisitStage(app, ['sysCompanys:switch', 'sysCompanys:list', ...editing])
    const { token: guest } = await visit.enter()
    expect((await put(visit.admin, '来访', guest)).code).toBe(0)
    expect(await namesOf(visit.admin, visit.adminToken)).toEqual(['来访'])
    await visit.quit(guest)
    const { token: viewer } = await visit.enter({ mode: 'view' })
    expect((await read(visit.admin, viewer)).data).toMatchObject({ tags: [{ name: '来访' }], editable: false })
    expect((await put(visit.admin, '只读', viewer)).code).not.toBe(0)
  })
})

describe('a list', () => {
  it('shows tags, finds rows by one, and exports both', async () => {
    const [north, south] = [await stage.buildMember(stage.north), await stage.buildMember(stage.south)]
    const { data: tag } = await put(north, '列表甲')
    await put(south, '列表甲')
    await put(south, '列表未')
    const id = tag?.id ?? ''
    expect((await listed(id)).toSorted()).toEqual([north.id, south.id].toSorted())
    expect(await listed(id, await stage.signInNorth('sysUsers:list'))).toEqual([north.id])
    const { data } = await app.call(usersContract.list, { query: { 'f.tags': id, size: 100 } }, token)
    expect(data?.find((row) => row.id === south.id)?.tags?.map(({ name }) => name)).toEqual(['列表甲', '列表未'])
    const exporter = await stage.signInWide('sysUsers:export')
    const body = { 'f.tags': id, columns: ['name', 'tags'], format: 'csv' as const }
    const { raw } = await app.call(usersContract.exportUsers, { body }, exporter)
    const lines = raw.toString().replace('\uFEFF', '').trim().split(/\r?\n/)
    expect([lines[0], lines.length]).toEqual(['姓名,标签', 3])
    expect(
      lines
        .slice(1)
        .map((line) => line.split(',')[1])
        .toSorted(),
    ).toEqual(['列表甲', '列表甲、列表未'])
  })

  it('of all companies has the operator’s tags alone', async () => {
    const operator = await app.signIn()
    const company = await buildCompany(app, `挂签公司${randomUUID()}`)
    const owner = await app.signIn(
      await buildUser(app, { companyId: company, permissions: ['openApps:list', 'openApps:add', 'openApps:edit'] }),
    )
    const { data: made } = await app.call(openAppsContract.create, { body: { name: '挂签应用' } }, owner)
    const about = { entity: 'openApp', id: made?.id ?? '' }
    const { data: theirs } = await app.call(attach, { body: { ...about, name: '客户自己的' } }, owner)
    const { data: ours } = await app.call(attach, { body: { ...about, name: '平台的' } }, operator)
    const find = async (tag: string | undefined, by: string) =>
      (await app.call(openAppsContract.list, { query: { 'f.tags': tag, size: 100 } }, by)).data?.map(({ tags }) =>
        tags?.map(({ name }) => name),
      )
    expect(await find(ours?.id, operator)).toEqual([['平台的']])
    expect(await find(theirs?.id, owner)).toEqual([['客户自己的']])
    expect([await find(theirs?.id, operator), await find(ours?.id, owner)]).toEqual([[], []])

    const tenant = await buildTenant(app, `续约公司${randomUUID()}`)
    const { data: tag } = await app.call(attach, { body: { entity: 'company', id: tenant, name: '续约' } }, operator)
    const { data: found } = await app.call(companiesContract.list, { query: { 'f.tags': tag?.id } }, operator)
    expect(found).toMatchObject([{ id: tenant, tags: [{ name: '续约' }] }])
  })
})

describe('the words of a company', () => {
  it('are added, renamed, and found by a part', async () => {
    const { data: made } = await app.call(create, { body: { name: '旧名称' } }, token)
    const id = made?.id ?? ''
    expect(await app.call(create, { body: { name: '旧名称' } }, token)).toMatchObject(tagsErrors.nameTaken)
    const row = await stage.buildMember(stage.south)
    await put(row, '旧名称')
    expect((await app.call(update, { params: { id }, body: { name: '新名称', version: 1 } }, token)).code).toBe(0)
    expect(await namesOf(row)).toEqual(['新名称'])
    expect(await word('新名称')).toMatchObject({ id, uses: 1, more: false })
    const nobody = await stage.signInWide()
    const found = await app.call(options, { params: { id: '0' }, query: { keyword: '名称' } }, nobody)
    expect(found.data).toMatchObject([{ value: id, label: '新名称' }])
    expect((await app.call(list, { query: {} }, nobody)).code).toBe(403)
  })

  it('are merged and deleted after their impact was shown', async () => {
    const [one, both] = [await stage.buildMember(stage.south), await stage.buildMember(stage.north)]
    const { data: from } = await put(one, '并入前')
    await put(both, '并入前')
    const { data: into } = await put(both, '并入后')
    const [id, kept] = [from?.id ?? '', into?.id ?? '']
    const asked = await app.call(merge, { params: { id }, body: { into: kept } }, token)
    expect(asked).toMatchObject({ code: 111, data: { impact: { uses: 2, more: false } } })
    const itself = await app.call(merge, { params: { id }, body: { into: id } }, token)
    expect(itself).toMatchObject(tagsErrors.intoItself)
    expect((await confirmed(merge, { params: { id }, body: { into: kept } }, token)).code).toBe(0)
    expect([await namesOf(one), await namesOf(both), await word('并入前')]).toEqual([['并入后'], ['并入后'], undefined])
    expect((await confirmed(remove, { params: { id: kept } }, token)).code).toBe(0)
    expect([await namesOf(one), await word('并入后')]).toEqual([[], undefined])
    expect(await app.sql('select from tagged_rows where tag_id = any($1)', [[id, kept]])).toEqual([])
  })

  it('on more rows than one transaction moves are moved behind the call', async () => {
    const { data: from } = await app.call(create, { body: { name: '很多' } }, token)
    const { data: into } = await app.call(create, { body: { name: '更多' } }, token)
    await app.sql(
      `insert into tagged_rows (company_id, row_id, tag_id, entity)
       select $1, gen_random_uuid(), $2, 'user' from generate_series(1, 4500)`,
      [stage.companyId, from?.id],
    )
    const merged = { params: { id: from?.id ?? '' }, body: { into: into?.id ?? '' } }
    expect((await confirmed(merge, merged, token)).code).toBe(0)
    await expect.poll(async () => (await word('更多'))?.uses, { timeout: 20_000 }).toBe(4500)
  })

  it('of another company are as unknown as random ones', async () => {
    const { data: made } = await app.call(create, { body: { name: '别家的' } }, token)
    const companyId = await buildCompany(app, `别家公司${randomUUID()}`)
    const other = await app.signIn(await buildUser(app, { companyId, permissions: [...managing, ...editing] }))
    const id = made?.id ?? ''
    const { data: own } = await app.call(create, { body: { name: '自家的' } }, other)
    for (const unknown of [id, randomUUID()]) {
      const params = { id: unknown }
      const replies = [
        await app.call(update, { params, body: { name: '改名', version: 1 } }, other),
        await confirmed(remove, { params }, other),
        await confirmed(merge, { params, body: { into: own?.id ?? '' } }, other),
        await confirmed(merge, { params: { id: own?.id ?? '' }, body: { into: unknown } }, other),
      ]
      expect(replies.map(({ code }) => code)).toEqual(replies.map(() => kernelErrors.notFound.code))
    }
    const offered = await app.call(options, { params: { id }, query: { keyword: '家的' } }, other)
    expect(offered.data).toMatchObject([{ label: '自家的' }])
  })

  it('are at most a thousand', async () => {
    const companyId = await buildCompany(app, `满签公司${randomUUID()}`)
    const user = await buildUser(app, { companyId, permissions: [...managing, ...editing] })
    await app.sql(
      `insert into tags (company_id, id, name, created_by, updated_by)
       select $1, gen_random_uuid(), '标签' || n, '{}', '{}' from generate_series(1, 1000) n`,
      [companyId],
    )
    const by = await app.signIn(user)
    expect(await app.call(create, { body: { name: '多一个' } }, by)).toMatchObject(tagsErrors.tooMany)
    expect(await put(user, '多一个', by)).toMatchObject(tagsErrors.tooMany)
    expect((await put(user, '标签7', by)).code).toBe(0)
  })
})
