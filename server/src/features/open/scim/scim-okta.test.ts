import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildRole } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createScimStage, patchBody, type ScimClient } from '../../../../test/scim-stage.ts'

// What Okta sends, after its public protocol reference for SCIM 2.0.
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

let app: TestApp
let scim: ScimClient
let roleId: string
beforeAll(async () => {
  app = await createTestApp()
  const stage = await createScimStage(app)
  const provisioning = await stage.provisioning()
  roleId = (await buildRole(app, { companyId: provisioning.companyId, name: 'Sales', permissions: [] })).id
  await stage.setScim(provisioning.token, provisioning.id, { roleIds: [roleId] })
  scim = provisioning.scim
})

describe('Okta', () => {
  const login = `isaac.brock.${randomUUID().slice(0, 8)}@example.com`
  const profile = {
    schemas: [userSchema],
    userName: login,
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    name: { givenName: 'Isaac', familyName: 'Brock' },
    displayName: 'Isaac Brock',
    active: true,
    emails: [{ primary: true, value: login, type: 'work' }],
    password: '1mz050nq',
  }
  let id = ''

  it('looks whether the user exists, and creates them', async () => {
    const filter = encodeURIComponent(`userName eq "${login}"`)
    const before = await scim('GET', `/Users?filter=${filter}&startIndex=1&count=100`)
    expect([before.status, before.body.totalResults]).toEqual([200, 0])
    const { status, body } = await scim('POST', '/Users', profile)
    expect([status, body]).toMatchObject([
      201,
      { userName: login, displayName: 'Isaac Brock', name: profile.name, active: true },
    ])
    expect(JSON.stringify(body)).not.toContain(profile.password)
    id = String(body.id)
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ id, externalId: profile.externalId })
  })

  it('imports page by page', async () => {
    const page = async (startIndex: number) => (await scim('GET', `/Users?count=1&startIndex=${startIndex}`)).body
    const [first, second, beyond] = [await page(1), await page(2), await page(99)]
    expect(first).toMatchObject({ totalResults: 2, startIndex: 1, itemsPerPage: 1 })
    expect(first.Resources).not.toEqual(second.Resources)
    expect(beyond).toMatchObject({ totalResults: 2, itemsPerPage: 0, Resources: [] })
  })

  it('replaces the profile', async () => {
    const mail = `another-${login}`
    const body = {
      ...profile,
      id,
      emails: [{ primary: true, value: mail, type: 'work' }],
      name: { givenName: 'Isaac', familyName: 'Brock-Lee' },
      displayName: 'Isaac Brock-Lee',
    }
    const { status, body: replaced } = await scim('PUT', `/Users/${id}`, body)
    expect([status, replaced]).toMatchObject([200, { id, displayName: 'Isaac Brock-Lee', emails: [{ value: mail }] }])
  })

  it('deactivates and reactivates without a path', async () => {
    for (const active of [false, true]) {
      const { status, body } = await scim('PATCH', `/Users/${id}`, patchBody({ op: 'replace', value: { active } }))
      expect([status, body.active]).toEqual([200, active])
    }
  })

  it('pushes a group: its name, and its members as a whole', async () => {
    const push = (...operations: Parameters<typeof patchBody>) =>
      scim('PATCH', `/Groups/${roleId}`, patchBody(...operations))
    expect((await push({ op: 'replace', value: { id: roleId, displayName: 'Sales' } })).status).toBe(200)
    const members = [{ value: id, display: login }]
    expect((await push({ op: 'replace', path: 'members', value: members })).body.members).toMatchObject([{ value: id }])
    const replaced = await scim('PUT', `/Groups/${roleId}`, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: roleId,
      displayName: 'Sales',
      members: [],
    })
    expect([replaced.status, replaced.body.members]).toEqual([200, []])
    const created = await scim('POST', '/Groups', { displayName: 'Another', members: [] })
    expect([created.status, created.body.status]).toEqual([403, '403'])
    expect((await scim('DELETE', `/Groups/${roleId}`)).status).toBe(403)
  })
})
