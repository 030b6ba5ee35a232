import { beforeAll, describe, expect, it } from 'vitest'
import { assetsContract, assetsErrors } from '../assets/assets.contract.ts'
import { type Office, openOffice } from './office.ts'

const { list, get, create, update, remove, keptBy } = assetsContract

let office: Office
let keeper: string
beforeAll(async () => {
  office = await openOffice()
  keeper = await office.app.signIn(office.people.keeper)
})
const namesOf = async (token: string) => {
  const { data = [] } = await office.app.call(list, { query: {} }, token)
  return data.map(({ name }) => name)
}

describe('an asset', () => {
  it('gets a number of its year, without holes', async () => {
    const refused = { ...office.sample, state: 'nothing' }
    const numbers: string[] = []
    for (const _ of [1, 2, 3]) {
      numbers.push((await office.read(await office.add())).number)
      expect((await office.app.call(create, { body: refused }, office.token)).code).not.toBe(0)
    }
    const year = new Date().getFullYear()
    expect(numbers).toEqual([1, 2, 3].map((n) => `ZC-${year}-00000${n}`))
  })
  it('gets a number with the prefix that operators have set', async () => {
    await office.app.sql(`update base_parameters set value = '"IT-"' where code = 'assets.numberPrefix'`)
    const readNumber = async () => (await office.read(await office.add())).number
    await expect.poll(readNumber).toMatch(/^IT-/)
    await office.app.sql(`update base_parameters set value = '"ZC-"' where code = 'assets.numberPrefix'`)
    await expect.poll(readNumber).toMatch(/^ZC-/)
  })
  it('gets the next number that no other was given by hand', async () => {
    const { number } = await office.read(await office.add())
    const numberAfter = (steps: number) =>
      number.replace(/\d+$/, (last) => String(Number(last) + steps).padStart(6, '0'))
    for (const steps of [1, 2]) expect(await office.add({ number: numberAfter(steps) })).not.toBe('')
    expect((await office.read(await office.add())).number).toBe(numberAfter(3))
  })
  it('is found by its name, number and place, and filtered by its category, keeper and organisation', async () => {
    const { app, north, token, people, category } = office
    const id = await office.add({ name: '投影仪', location: '大会议室', org: north, keeper: people.keeper.id })
    const { number } = await office.read(id)
    const filters = { 'f.category': category, 'f.keeper': people.keeper.id, 'f.org': north }
    for (const search of ['投影仪', '大会议室', number])
      expect((await app.call(list, { query: { search, ...filters } }, token)).data).toMatchObject([
        { id, keeper: { name: '保管人甲' }, org: { name: '北区' }, category: { name: '电脑' } },
      ])
    expect((await app.call(list, { query: { 'f.org': office.south } }, token)).data).toEqual([])
  })
  it('is scrapped by approval alone, and its keeper changed by a hand-over', async () => {
    const id = await office.add()
    const { version } = await office.read(id)
    const body = { ...office.sample, version, keeper: office.people.keeper.id, state: 'scrapped' }
    const refused = await office.app.call(update, { params: { id }, body }, office.token)
    expect(refused.code).toBe(assetsErrors.scrapIsApproved.code)
    expect(
      (await office.app.call(update, { params: { id }, body: { ...body, state: 'repair' } }, office.token)).code,
    ).toBe(0)
    expect(await office.read(id)).toMatchObject({ state: 'repair', keeper: null })
  })
})

describe('what callers see of assets', () => {
  it('is what they keep, for a keeper who sees themselves alone', async () => {
    const { north, people } = office
    await office.add({ name: '我的', keeper: people.keeper.id, org: north })
    const other = await office.add({ name: '同事的', keeper: people.colleague.id, org: north })
    expect(await namesOf(keeper)).toContain('我的')
    expect(await namesOf(keeper)).not.toContain('同事的')
    expect((await office.app.call(get, { params: { id: other } }, keeper)).code).toBe(404)
    expect((await office.app.call(remove, { params: { id: other } }, keeper)).code).toBe(403)
  })
  it('is what their organisation has, for its leader, and all, for an administrator', async () => {
    const { north, south } = office
    await office.add({ name: '北区闲置', org: north })
    await office.add({ name: '南区闲置', org: south })
    const leader = await namesOf(await office.app.signIn(office.people.leader))
    expect(leader).toEqual(expect.arrayContaining(['北区闲置', '我的', '同事的']))
    expect(leader).not.toContain('南区闲置')
    expect(await namesOf(office.token)).toEqual(expect.arrayContaining(['北区闲置', '南区闲置', '我的', '同事的']))
  })
  it('holds on the page of a user, too', async () => {
    const { app, people } = office
    const kept = (userId: string, token: string) => app.call(keptBy, { params: { userId } }, token)
    expect((await kept(people.colleague.id, office.token)).data).toMatchObject([{ name: '同事的' }])
    expect((await kept(people.colleague.id, keeper)).data).toEqual([])
  })
})
