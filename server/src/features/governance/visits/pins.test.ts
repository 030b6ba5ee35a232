import { maxPins } from '@atrium/contract/features/governance/visits/max-pins.ts'
import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createVisitStage, type VisitStage, visitorPermissions } from '../../../../test/visit-stage.ts'

let app: TestApp
let stage: VisitStage
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  stage = await createVisitStage(app)
  token = stage.home.token
})

const pin = (id: string, by = token) => app.call(switchingContract.pin, { params: { id } }, by)
const unpin = (id: string, by = token) => app.call(switchingContract.unpin, { params: { id } }, by)
const pinned = async (by = token) =>
  (await app.call(companiesContract.list, { query: { 'f.pinned': '1', size: 50 } }, by)).data?.map(({ id }) => id)
const findRow = async (id: string, search: string) =>
  (await app.call(companiesContract.list, { query: { search } }, token)).data?.find((row) => row.id === id)

describe('pinning a company', () => {
  it('marks its row, lists pins newest first and can be undone', async () => {
    const other = await buildTenant(app, `另一家${crypto.randomUUID().slice(0, 8)}`)
    expect(await findRow(stage.host, stage.hostName)).toMatchObject({ pinned: false })
    for (const id of [stage.host, other, stage.host]) expect((await pin(id)).code).toBe(0)
    expect(await findRow(stage.host, stage.hostName)).toMatchObject({ pinned: true })
    expect(await pinned()).toEqual([other, stage.host])
    for (const id of [other, other]) expect((await unpin(id)).code).toBe(0)
    expect(await pinned()).toEqual([stage.host])
  })

  it('is per user, also during a visit', async () => {
    const { token: visit } = await stage.enter()
    expect((await pin(stage.host, visit)).code).toBe(0)
    expect(await pinned()).toEqual([stage.host])
    const colleague = await app.signIn(
      await buildUser(app, { companyId: await readPlatformCompany(app), permissions: visitorPermissions }),
    )
    expect(await pinned(colleague)).toEqual([])
    expect((await unpin(stage.host, colleague)).code).toBe(0)
    expect(await pinned()).toEqual([stage.host])
  })

  it(`allows ${maxPins} pins, also with concurrent calls`, async () => {
    const [row] = await app.sql(`select company_id from users where id = $1`, [stage.visitor.id])
    for (let at = 1; at < maxPins; at += 1)
      await app.sql('insert into pinned_companies (company_id, user_id, pinned_id) values ($1, $2, $3)', [
        row?.company_id,
        stage.visitor.id,
        await buildTenant(app, `固定${crypto.randomUUID().slice(0, 8)}`),
      ])
    const others = await Promise.all([1, 2].map(() => buildTenant(app, `多${crypto.randomUUID().slice(0, 8)}`)))
    const answers = await Promise.all(others.map((id) => pin(id)))
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 3157])
    expect(answers.find(({ code }) => code === 3157)?.msg).toBe('最多固定 20 家公司，请先取消固定不常用的公司')
    const [first = ''] = (await pinned()) ?? []
    expect((await pin(first)).code).toBe(0)
    expect(await pinned()).toHaveLength(maxPins)
  })

  it('requires the permission to switch, and a customer company', async () => {
    const reader = await app.signIn(
      await buildUser(app, { companyId: await readPlatformCompany(app), permissions: ['sysCompanys:list'] }),
    )
    expect((await pin(stage.host, reader)).status).toBe(403)
    for (const id of [crypto.randomUUID(), await readPlatformCompany(app)]) {
      expect((await pin(id)).code).toBe(404)
      expect((await unpin(id)).code).toBe(404)
    }
  })
})
