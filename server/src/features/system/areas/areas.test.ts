import { join } from 'node:path'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { areasContract } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { loadAreas } from './area-load.repository.ts'

const { list, path, ended } = areasContract
const file = join(import.meta.dirname, '../../../../reference/areas.tsv.br')

let app: TestApp
let token: string
let loaded: number
beforeAll(async () => {
  app = await createTestApp()
  loaded = await loadAreas(app.ownerUrl, file)
  const companyId = await buildCompany(app)
  token = await app.signIn(await buildUser(app, { companyId, permissions: ['sysAreas:list'] }))
})
const children = async (parent: string) => (await app.call(list, { query: { parent } }, token)).data ?? []
const search = async (words: string) => (await app.call(list, { query: { search: words } }, token)).data ?? []
const read = async (code: string) => (await app.call(path, { params: { code } }, token)).data

it('loads what the product ships once', async () => {
  expect(loaded).toBeGreaterThan(50_000)
  expect(await loadAreas(app.ownerUrl, file)).toBe(0)
  const levels = await app.sql(
    'select level, count(*)::int as n from areas where valid_until is null group by level order by level',
  )
  expect(levels.map(({ n }) => n)).toEqual([34, 342, 2976, 41_352])
})
it('leaves no ended code without one in force that it leads to', async () => {
  const lost = await app.sql(
    `select areas.code from areas left join areas today on today.code = areas.successor and today.valid_until is null
     where areas.valid_until is not null and today.code is null`,
  )
  expect(lost).toEqual([])
})

describe('the tree', () => {
  it('is read level by level', async () => {
    expect((await children('')).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['北京市', '台湾省', '香港特别行政区', '澳门特别行政区']),
    )
    expect(await children('330000')).toContainEqual({
      code: '330100',
      name: '杭州市',
      fullName: '浙江省 / 杭州市',
      parent: '330000',
      level: 2,
      pinyin: 'hang zhou shi',
      leaf: false,
    })
    expect(await children('330106')).toContainEqual(expect.objectContaining({ name: '北山街道', leaf: true }))
    expect(await children('999999')).toEqual([])
  })
  it('has the towns of a city without counties below it', async () => {
    expect(await children('441900')).toContainEqual(expect.objectContaining({ name: '东城街道', level: 4 }))
  })
  it('keeps the towns of a merged county below its successor', async () => {
    expect((await children('500100')).map(({ name }) => name)).toContain('两江新区')
    expect(await children('500157')).toContainEqual(expect.objectContaining({ name: '华新街街道' }))
    expect((await search('华新街街道')).map(({ fullName, parent }) => [fullName, parent])).toContainEqual([
      '重庆市 / 市辖区 / 两江新区 / 华新街街道',
      '500157',
    ])
  })
})

describe('the search', () => {
  it.each([
    ['西湖区', '浙江省 / 杭州市 / 西湖区'],
    ['xihuqu', '浙江省 / 杭州市 / 西湖区'],
    ['hzs', '浙江省 / 杭州市'],
    ['Hang Zhou', '浙江省 / 杭州市'],
    ['浙', '浙江省'],
  ])('finds %s', async (words, fullName) => {
    expect((await search(words)).map((row) => row.fullName)).toContain(fullName)
  })
  it('shows larger areas first, and no ended ones', async () => {
    expect((await search('hangzhou'))[0]).toMatchObject({ code: '330100', level: 2 })
    expect(await search('闸北区')).toEqual([])
    expect(await search('|')).toEqual([])
  })
})

describe('a code', () => {
  it('tells its area', async () => {
    expect(await read('330106')).toEqual({
      code: '330106',
      names: ['浙江省', '杭州市', '西湖区'],
      today: '330106',
      until: null,
      todayNames: ['浙江省', '杭州市', '西湖区'],
    })
  })
  it.each([
    ['500105', '500157', ['重庆市', '市辖区', '两江新区']],
    ['310108', '310106', ['上海市', '市辖区', '静安区']],
    ['110228', '110118', ['北京市', '市辖区', '密云区']],
    ['371200', '370100', ['山东省', '济南市']],
    ['500234', '500154', ['重庆市', '市辖区', '开州区']],
    ['120225', '120119', ['天津市', '市辖区', '蓟州区']],
    ['540530', '540581', ['西藏自治区', '山南市', '错那市']],
  ])('that has ended (%s) leads to %s', async (code, today, todayNames) => {
    expect(await read(code)).toMatchObject({ today, todayNames, until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  })
  it.each([
    ['330106000000', '330106'],
    ['330106002000', '330106002'],
    ['330106002003', '330106002'],
  ])('of the statistical kind (%s) tells its area', async (code, area) => {
    expect(await read(code)).toMatchObject({ code: area, names: expect.arrayContaining(['西湖区']) })
  })
  it('that never was is not found', async () => {
    expect((await app.call(path, { params: { code: '999999' } }, token)).code).toBe(404)
  })
  it('that has ended is listed with its successor and the document', async () => {
    const { data } = await app.call(ended, { query: { search: '500105' } }, token)
    expect(data).toMatchObject(
      [{ name: '江北区', until: '2025-12-01', successor: '500157', successorName: '两江新区', document: /重庆/ }].map(
        (row) => ({ ...row, document: expect.stringMatching(row.document) }),
      ),
    )
  })
})

it('an ID card tells the area that issued it, although it may have ended', async () => {
  const admin = await app.signIn()
  const storeIdCard = async (account: string, idCard: string) => {
    const { data } = await app.call(usersContract.create, { body: { account, name: '王芳', idCard } }, admin)
    return (await app.call(usersContract.get, { params: { id: data?.id ?? '' } }, admin)).data?.idCardArea
  }
  expect(await storeIdCard('cardholder1', '11010519491231002X')).toBe('北京市 / 市辖区 / 朝阳区')
  expect(await storeIdCard('cardholder2', '500105199001011235')).toBe(
    '重庆市 / 市辖区 / 江北区（现为 重庆市 / 市辖区 / 两江新区）',
  )
})

describe('the export', () => {
  const lines = async (body: object, by: string) =>
    (await app.call(areasContract.exportAreas, { body }, by)).raw.toString('utf8').trimEnd().split('\r\n')

  it('has areas with those above them, in force or ended', async () => {
    const by = await app.signIn(
      await buildUser(app, { companyId: await buildCompany(app, '导出区划的公司'), permissions: ['sysAreas:export'] }),
    )
    const [head, ...rows] = await lines({ search: '北山街道' }, by)
    expect(head).toBe('\uFEFF代码,名称,全称,级别,上级代码,拼音,失效日期,现行代码')
    expect(rows).toContainEqual(expect.stringContaining('北山街道,浙江省 / 杭州市 / 西湖区 / 北山街道,乡级,330106,'))
    const [count] = await app.sql(`select count(*)::int as many from areas where valid_until is not null`)
    expect(await lines({ 'f.ended': '1' }, by)).toHaveLength(Number(count?.many) + 1)
    expect((await app.call(areasContract.exportAreas, { body: {} }, token)).status).toBe(403)
  })
})
