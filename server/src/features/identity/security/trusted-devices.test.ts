import { randomUUID } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { trustedDevices as service } from './trusted-devices.service.ts'

const { trustedDevices, removeTrustedDevice } = securityContract
let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app)
})

const newcomer = async () => {
  const user = await buildUser(app, { companyId })
  return { ...user, owner: { companyId, userId: user.id }, token: await app.signIn(user) }
}
type Owner = Awaited<ReturnType<typeof newcomer>>['owner']
const trust = (owner: Owner, days: number) =>
  app.database.transact({ reach: 'platform' }, (db) =>
    service.trust(db, owner, { ip: '203.0.113.7', agent: 'Firefox' }, days),
  )
const isTrusted = (owner: Owner, token: string) =>
  app.database.transact({ reach: 'platform' }, (db) => service.isTrusted(db, owner, token))

describe('trusted browser', () => {
  it('belongs to its user until it expires or is removed', async () => {
    const [one, other] = [await newcomer(), await newcomer()]
    const secret = await trust(one.owner, 30)
    expect([await isTrusted(one.owner, secret), await isTrusted(other.owner, secret)]).toEqual([true, false])
    expect(await isTrusted(one.owner, '')).toBe(false)
    const [row] = (await app.call(trustedDevices, {}, one.token)).data ?? []
    expect(row).toMatchObject({ ip: '203.0.113.7', agent: 'Firefox' })
    const id = row?.id ?? ''
    for (const foreign of [id, randomUUID()])
      expect((await app.call(removeTrustedDevice, { params: { id: foreign } }, other.token)).code).toBe(404)
    expect((await app.call(removeTrustedDevice, { params: { id } }, one.token)).code).toBe(0)
    expect(await isTrusted(one.owner, secret)).toBe(false)

    const short = await trust(one.owner, 1)
    await app.sql(`update trusted_devices set expires_at = now() - interval '1 second'`)
    expect(await isTrusted(one.owner, short)).toBe(false)
    expect((await app.call(trustedDevices, {}, one.token)).data).toEqual([])
  })
  it('is stored as a digest', async () => {
    const { owner } = await newcomer()
    const secret = await trust(owner, 30)
    const rows = await app.sql('select t::text as row from trusted_devices t')
    expect(rows.some(({ row }) => String(row).includes(secret))).toBe(false)
  })
})
