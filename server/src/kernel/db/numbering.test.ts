import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildTenant } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { createNumbering, type Numbering, type NumberSeries, numberingOf } from './numbering.ts'

const yearly: NumberSeries = { name: 'asset', prefix: 'ZC-', period: 'year', digits: 6, gapless: true }
const quick: NumberSeries = { ...yearly, name: 'ticket', prefix: 'GD-', gapless: false }
const day = new Date('2026-06-15T04:00:00Z')
const upTo = (count: number) => Array.from({ length: count }, (_, at) => `2026-${String(at + 1).padStart(6, '0')}`)

let app: TestApp
let numbering: Numbering
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  numbering = createNumbering(app.database)
})
beforeEach(async () => {
  companyId = await buildCompany(app, randomUUID())
})

/** Takes numbers in one transaction of a company, and keeps it open until `then` is done. */
const takeIn = (company: string, series: NumberSeries, at = day, then?: (taken: string) => Promise<void>) =>
  app.database.transact({ reach: 'company', companyId: company }, async (db) => {
    const taken = await numbering.take({ db, companyId: company }, series, at)
    await then?.(taken)
    return taken
  })
const take = (series: NumberSeries, at?: Date) => takeIn(companyId, series, at)

describe('a number', () => {
  it('has the prefix, the period and the digits of its series, and grows where these are too few', async () => {
    expect(await take(yearly)).toBe('ZC-2026-000001')
    expect(await take({ ...yearly, name: 'monthly', period: 'month' })).toBe('ZC-202606-000001')
    const plain: NumberSeries = { ...yearly, name: 'plain', prefix: '', period: 'none', digits: 1 }
    const taken: string[] = []
    for (let count = 0; count < 11; count += 1) taken.push(await take(plain))
    expect(taken.slice(-3)).toEqual(['9', '10', '11'])
  })
  it('begins again with the period, by the clock of its zone', async () => {
    const beforeMidnight = new Date('2026-12-31T15:59:59Z')
    const midnight = new Date('2026-12-31T16:00:00Z')
    expect([await take(yearly, beforeMidnight), await take(yearly, midnight), await take(yearly, midnight)]).toEqual([
      'ZC-2026-000001',
      'ZC-2027-000001',
      'ZC-2027-000002',
    ])
    // The year goes on for a row of its last day, and elsewhere.
    expect(await take(yearly, beforeMidnight)).toBe('ZC-2026-000002')
    expect(await take({ ...yearly, timeZone: 'America/New_York' }, midnight)).toBe('ZC-2026-000003')
  })
  it('belongs to the company, the series and the module', async () => {
    const other = await buildCompany(app, randomUUID())
    expect([await take(yearly), await takeIn(other, yearly), await take(quick)]).toEqual([
      'ZC-2026-000001',
      'ZC-2026-000001',
      'GD-2026-000001',
    ])
    const [assets, tools] = ['assets', 'tools'].map((module) => numberingOf(module, numbering))
    const taken = await app.database.transact({ reach: 'company', companyId }, async (db) => [
      await assets?.take({ db, companyId }, yearly, day),
      await tools?.take({ db, companyId }, yearly, day),
      await assets?.take({ db, companyId }, yearly, day),
    ])
    expect(taken).toEqual(['ZC-2026-000001', 'ZC-2026-000001', 'ZC-2026-000002'])
    const of = { reach: 'company', companyId: other } as const
    const taking = app.database.transact(of, (db) => numbering.take({ db, companyId }, yearly, day))
    await expect(taking).rejects.toThrow('row-level security')
  })
})

describe.each([yearly, quick])('numbers of the series $name', (series) => {
  it('are given once, however many are taken at a time', async () => {
    const taken = await Promise.all(Array.from({ length: 40 }, () => take(series)))
    expect(taken.toSorted()).toEqual(upTo(40).map((number) => series.prefix + number))
  })
  it(series.gapless ? 'come back with a transaction that fails' : 'stay taken when a transaction fails', async () => {
    await take(series)
    const refuse = () => Promise.reject(new Error('refused'))
    await expect(takeIn(companyId, series, day, refuse)).rejects.toThrow('refused')
    expect(await take(series)).toBe(`${series.prefix}2026-00000${series.gapless ? 2 : 3}`)
  })
})

/** A transaction that has taken a number, and goes on when it is asked to. */
const holding = async (series: NumberSeries) => {
  const [taken, end] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const done = takeIn(companyId, series, day, (number) => {
    taken.resolve(number)
    return end.promise
  })
  return { number: await taken.promise, end, done }
}

it('is given to the one who waits, when the transaction before fails', async () => {
  const first = await holding(yearly)
  const second = take(yearly)
  first.end.reject(new Error('refused'))
  await expect(first.done).rejects.toThrow('refused')
  expect([first.number, await second]).toEqual(['ZC-2026-000001', 'ZC-2026-000001'])
})

it('is taken beside an open transaction in a quick series', async () => {
  const first = await holding(quick)
  expect(await take(quick)).toBe('GD-2026-000002')
  first.end.resolve()
  expect(await first.done).toBe('GD-2026-000001')
})

it('goes with an erased tenant', async () => {
  const tenant = await buildTenant(app, '将要离开')
  await takeIn(tenant, yearly)
  await app.sql(`update tenants set erase_at = now() - interval '1 second' where company_id = $1`, [tenant])
  await app.database.statement({ text: 'select erase_tenant($1)', values: [tenant] })
  expect(await app.sql('select from number_series where company_id = $1', [tenant])).toEqual([])
})
