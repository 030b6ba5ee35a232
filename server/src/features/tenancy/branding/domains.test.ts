import { systemSettingsContract } from '@atrium/contract/features/identity/system-settings/system-settings.contract.ts'
import { brandingContract } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import { domainsContract } from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { toAccent } from '@atrium/contract/kernel/accent-colors.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDnsStandIn } from '../../../../test/dns-stand-in.ts'
import { buildTenant } from '../../../../test/factories.ts'
import { buildStoredFile } from '../../../../test/file-factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { tenant } = tenantsContract
const { addDomain, verifyDomain, removeDomain } = domainsContract
const { updateBranding } = brandingContract
const { subject, logo } = systemSettingsContract

let dns: Awaited<ReturnType<typeof createDnsStandIn>>
let app: TestApp
let root: string
beforeAll(async () => {
  dns = await createDnsStandIn()
  app = await createTestApp({ dnsServers: [dns.address] })
  root = await app.signIn()
})
beforeEach(async () => {
  await app.sql('delete from limits')
})

const add = (id: string, host: string) => app.call(addDomain, { params: { id }, body: { host } }, root)
const verify = (id: string, host: string) => app.call(verifyDomain, { params: { id, host } }, root)
const listDomains = async (id: string) => (await app.call(tenant, { params: { id } }, root)).data?.domains ?? []
/** Adds a domain and puts its record into DNS. */
const publishRecord = async (id: string, host: string) => {
  const { data } = await add(id, host)
  if (!data) throw new Error('not added')
  dns.records.set(data.record, [...(dns.records.get(data.record) ?? []), 'v=spf1 -all', data.txt])
  return data
}
const readSignInPage = async (host: string) => (await app.call(subject, {}, undefined, { host })).data

describe('a domain', () => {
  it('is verified once DNS has its record', async () => {
    const id = await buildTenant(app, '域名公司')
    const added = await add(id, 'Console.Factory.Example.COM')
    expect(added.data).toMatchObject({ host: 'console.factory.example.com', verified: false })
    expect(added.data?.record).toBe('_atrium.console.factory.example.com')
    expect(added.data?.txt).toMatch(/^atrium-verify=[\w-]{24}$/)
    const host = 'console.factory.example.com'
    const early = await verify(id, host)
    expect(early).toMatchObject({ code: 3026, msg: expect.stringContaining(`_atrium.${host}`) })
    dns.records.set(`_atrium.${host}`, ['atrium-verify=another', `${added.data?.txt}x`])
    expect(await verify(id, host)).toMatchObject({ code: 3026 })
    dns.records.set(`_atrium.${host}`, ['v=spf1 -all', added.data?.txt ?? ''])
    expect(await verify(id, host)).toMatchObject({ code: 0 })
    expect(await listDomains(id)).toMatchObject([{ host, verified: true }])
    const audited = await app.sql(`select event, ok from audit_log where entity_id = $1 order by seq`, [id])
    expect(audited.map(({ event }) => event)).toEqual(['domain.added', 'domain.verified'])
  })
  it('belongs to the tenant that verifies it first', async () => {
    const [first, second] = [await buildTenant(app, '先到'), await buildTenant(app, '后到')]
    const host = 'shared.example.com'
    await publishRecord(first, host)
    await publishRecord(second, host)
    const both = await Promise.all([verify(first, host), verify(second, host)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 3023])
    expect(await add(await buildTenant(app, '再来'), host)).toMatchObject({ code: 3023, errors: [{ field: 'host' }] })
    const [owner, other] = both[0]?.code === 0 ? [first, second] : [second, first]
    expect(await app.call(removeDomain, { params: { id: owner, host } }, root)).toMatchObject({ code: 0 })
    expect(await verify(other, host)).toMatchObject({ code: 0 })
  })
  it.each(['localhost', '10.0.0.1', 'http://a.cn', 'a.cn/x', 'a..cn', '-a.cn', 'a_b.cn', '公司.cn', 'a.cn:80'])(
    'rejects an invalid host name: %s',
    async (host) => {
      const id = await buildTenant(app, `域名${host}`)
      expect(await add(id, host)).toMatchObject({ code: 400, errors: [{ field: 'host' }] })
    },
  )
  it("is added once, up to ten per tenant, and never the platform's own host", async () => {
    const id = await buildTenant(app, '十个域名')
    for (let n = 0; n < 10; n++) expect((await add(id, `h${n}.example.com`)).code).toBe(0)
    expect(await add(id, 'h10.example.com')).toMatchObject({ code: 3025 })
    expect(await app.call(removeDomain, { params: { id, host: 'h0.example.com' } }, root)).toMatchObject({ code: 0 })
    expect(await add(id, 'h1.example.com')).toMatchObject({ code: 3024 })
    expect(await app.call(removeDomain, { params: { id, host: 'h0.example.com' } }, root)).toMatchObject({ code: 404 })
  })
})

describe('the sign-in page', () => {
  it("shows the tenant's branding on a verified host only", async () => {
    const id = await buildTenant(app, '登录页公司')
    const host = 'login.example.com'
    const body = { title: '云上工厂', primary: '#7a1fa2', background: '#101820', version: 1 }
    await app.call(updateBranding, { params: { id }, body }, root)
    await publishRecord(id, host)
    const platform = await readSignInPage('localhost')
    expect(platform).toMatchObject({ logo: '', bg: '', theme: null })
    expect(await readSignInPage(host)).toEqual(platform)
    await verify(id, host)
    const theme = { primary: '#7a1fa2', ...toAccent('#7a1fa2') }
    expect(await readSignInPage(`${host.toUpperCase()}:8443`)).toMatchObject({
      title: '云上工厂',
      bg: '#101820',
      theme,
    })
    expect(platform?.language).toBe('')
    await app.sql(`update tenants set language = 'en' where company_id = $1`, [id])
    expect((await readSignInPage(host))?.language).toBe('en')
    expect(platform?.methods).toContain('passkey')
    expect((await readSignInPage(host))?.methods).not.toContain('passkey')
    expect(await readSignInPage(`evil.${host}`)).toEqual(platform)
    expect(await readSignInPage(`${host}'; select 1`)).toEqual(platform)

    expect((await app.call(logo, {}, undefined, { host })).code).toBe(404)
    const file = await buildStoredFile(app, id, Buffer.from('x'))
    await app.sql(`insert into tenant_logos (company_id, file_id, etag) values ($1, $2, 'mark')`, [id, file])
    expect((await readSignInPage(host))?.logo).toBe(`${logo.path}?v=mark`)
    const shown = await app.server.inject({ url: `${logo.path}?v=mark`, headers: { host } })
    expect([shown.headers['content-type'], shown.body]).toEqual(['image/png', 'x'])
    expect((await app.call(logo, {}, undefined, { host: 'localhost' })).code).toBe(404)
  })
})
