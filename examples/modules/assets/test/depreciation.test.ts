import { installationContract, tenantsContract } from '@atrium/kit/test'
import { beforeAll, expect, it, vi } from 'vitest'
import { assetsContract, assetsErrors } from '../assets/assets.contract.ts'
import { type Office, openOffice } from './office.ts'

let office: Office
let operator: string
beforeAll(async () => {
  office = await openOffice()
  operator = await office.app.signIn()
})

/** A node may take a while to begin with a run. */
const soon = { timeout: 20_000 }
vi.setConfig({ testTimeout: 60_000 })

/** The first day of the month so many months ago. */
const monthsAgo = (count: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 10)
}
const depreciate = async () => {
  const params = { name: 'assets.depreciation' }
  expect((await office.app.call(installationContract.runSchedule, { params }, operator)).code).toBe(0)
}
const chargesOf = async (id: string) =>
  (await office.app.call(assetsContract.depreciation, { params: { id } }, office.token)).data ?? []
const cents = (amount: string) => Math.round(Number(amount) * 100)
const total = (charges: readonly { amount: string }[]) => charges.reduce((sum, { amount }) => sum + cents(amount), 0)

it('charges each month from the one after the purchase once, to the cent', async () => {
  const id = await office.add({ price: '6999.00', boughtOn: monthsAgo(3) })
  await depreciate()
  await expect.poll(async () => (await office.read(id)).netValue, soon).toBe('6444.91')
  const charges = await chargesOf(id)
  expect(charges.map(({ month }) => month)).toEqual([0, 1, 2].map((count) => monthsAgo(count).slice(0, 7)))
  expect(cents('6999.00') - total(charges)).toBe(cents('6444.91'))
  const later = await office.add({ boughtOn: monthsAgo(1) })
  await depreciate()
  await expect.poll(async () => (await chargesOf(later)).length, soon).toBe(1)
  expect(await chargesOf(id)).toEqual(charges)
})

it('ends at the residual value, and with the asset', async () => {
  const old = await office.add({ price: '100.00', boughtOn: monthsAgo(100) })
  const scrapped = await office.add({ boughtOn: monthsAgo(5) })
  await office.app.sql(`update assets.assets set state = 'scrapped' where id = $1`, [scrapped])
  await depreciate()
  await expect.poll(async () => (await office.read(old)).netValue, soon).toBe('5.00')
  expect(await chargesOf(old)).toHaveLength(36)
  expect(total(await chargesOf(old))).toBe(9500)
  expect(await chargesOf(scrapped)).toEqual([])
})

it('keeps the price of what has been depreciated', async () => {
  const id = await office.add({ boughtOn: monthsAgo(2) })
  await depreciate()
  await expect.poll(async () => (await chargesOf(id)).length, soon).toBe(2)
  const { version } = await office.read(id)
  const body = { ...office.sample, boughtOn: monthsAgo(2), version }
  const change = (write: object) =>
    office.app.call(assetsContract.update, { params: { id }, body: { ...body, ...write } }, office.token)
  expect((await change({ price: '1.00' })).code).toBe(assetsErrors.depreciated.code)
  expect((await office.app.call(assetsContract.remove, { params: { id } }, office.token)).code).toBe(
    assetsErrors.depreciated.code,
  )
  expect((await change({ location: '五楼' })).code).toBe(0)
  expect(await office.read(id)).toMatchObject({ location: '五楼', price: '6999.00' })
})

it('leaves out companies in which the module is off', async () => {
  const off = await openOffice(office.app)
  const id = await off.add({ boughtOn: monthsAgo(2) })
  const body = { module: 'assets', on: false }
  await office.app.call(tenantsContract.switchModule, { params: { id: off.companyId }, body }, operator)
  const other = await office.add({ boughtOn: monthsAgo(2) })
  await depreciate()
  await expect.poll(async () => (await chargesOf(other)).length, soon).toBe(2)
  expect(await office.app.sql('select from assets.depreciations where asset_id = $1', [id])).toEqual([])
})

it('goes on where it was killed, and charges nothing twice', async () => {
  const { app, companyId } = office
  const first = await office.add({ price: '1000.00', boughtOn: monthsAgo(4) })
  await app.sql(
    `insert into assets.assets select (jsonb_populate_record(assets, jsonb_build_object('id', gen_random_uuid(), 'number', 'N' || n))).*
     from assets.assets, generate_series(1, 700) as n where id = $1`,
    [first],
  )
  const read = async () => {
    const [row] = await app.sql(
      `select count(*)::int as assets, count(*) filter (where depreciated_months = 4)::int as charged,
         (select count(*)::int from assets.depreciations where company_id = $1) as charges
       from assets.assets where company_id = $1 and price = 1000`,
      [companyId],
    )
    return row as { assets: number; charged: number; charges: number }
  }
  const before = await read()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Holds the last asset, so that the run waits in its second batch.
  const holding = app.database.transact({ reach: 'company', companyId }, async (db) => {
    await db
      .selectFrom('assets.assets')
      .where('price', '=', '1000.00')
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .execute()
    await held
  })
  await depreciate()
  await expect.poll(async () => (await read()).charged, soon).toBe(500)
  await expect
    .poll(
      () =>
        app.superuserSql(
          `select pg_terminate_backend(pid) as killed from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%assets.depreciations%'`,
        ),
      soon,
    )
    .toHaveLength(1)
  release()
  await holding
  await depreciate()
  await expect.poll(async () => (await read()).charged, soon).toBe(701)
  expect(await read()).toEqual({ assets: 701, charged: 701, charges: before.charges + 701 * 4 })
})
