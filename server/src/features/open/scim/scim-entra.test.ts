import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildRole } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createScimStage, patchBody, type ScimClient, type ScimStage } from '../../../../test/scim-stage.ts'

// What the provisioning service of Microsoft Entra ID sends, after its public documentation.
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

let app: TestApp
let stage: ScimStage
let scim: ScimClient
let roleId: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await createScimStage(app)
  const provisioning = await stage.provisioning()
  const role = await buildRole(app, { companyId: provisioning.companyId, name: '销售', permissions: ['sysUsers:list'] })
  roleId = role.id
  expect((await stage.setScim(provisioning.token, provisioning.id, { roleIds: [roleId] })).code).toBe(0)
  scim = provisioning.scim
})

describe('Entra ID', () => {
  const upn = `lin.zhiyuan.${randomUUID().slice(0, 8)}@contoso.com`
  const externalId = 'lin.zhiyuan'
  let id = ''

  it('tests the connection with a user that does not exist', async () => {
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${randomUUID()}"`)}`)
    expect([status, body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    ])
  })

  it('creates a user with attributes of the enterprise extension', async () => {
    const { status, body, headers } = await scim('POST', '/Users', {
      schemas: [userSchema, enterprise],
      externalId,
      userName: upn,
      active: true,
      displayName: '林志远',
      emails: [{ primary: true, type: 'work', value: upn }],
      title: '客户经理',
      meta: { resourceType: 'User' },
      name: { formatted: '林志远', familyName: '林', givenName: '志远' },
      [enterprise]: { department: '销售部', employeeNumber: '1001' },
    })
    expect([status, body]).toMatchObject([
      201,
      {
        userName: upn,
        externalId,
        displayName: '林志远',
        active: true,
        name: { formatted: '林志远', familyName: '林', givenName: '志远' },
        emails: [{ value: upn, type: 'work', primary: true }],
        meta: { resourceType: 'User' },
      },
    ])
    id = String(body.id)
    expect(headers).toMatchObject({ 'content-type': 'application/scim+json; charset=utf-8' })
    expect(String(headers.location)).toMatch(new RegExp(`/scim/v2/Users/${id}$`))
    const again = await scim('POST', '/Users', { schemas: [userSchema], userName: upn.toUpperCase() })
    expect([again.status, again.body]).toMatchObject([409, { scimType: 'uniqueness', status: '409' }])
  })

  it('finds them by user name and external id', async () => {
    const by = (filter: string) => scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    const found = async (filter: string) => (await by(filter)).body.Resources
    const one = [{ id }]
    expect(await found(`userName eq "${upn}"`)).toMatchObject(one)
    expect(await found(`externalId eq "${externalId}"`)).toMatchObject(one)
    expect(await found(`emails[type eq "work"].value eq "${upn}"`)).toMatchObject(one)
    expect(await found(`userName eq "${upn}" and active eq true`)).toMatchObject(one)
    expect(await found(`userName eq "${upn}" and active eq false`)).toEqual([])
  })

  it('changes attributes with and without paths', async () => {
    const changed = await scim(
      'PATCH',
      `/Users/${id}`,
      patchBody(
        { op: 'Replace', path: 'displayName', value: '林志远（华东）' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+86 138 0013 8061' },
        { op: 'Replace', path: 'name.givenName', value: '志遠' },
        { op: 'Add', path: `${enterprise}:department`, value: '市场部' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '021-5000' },
      ),
    )
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        displayName: '林志远（华东）',
        name: { familyName: '林', givenName: '志遠' },
        phoneNumbers: [{ value: '13800138061' }],
      },
    ])
    const mail = `new.${upn}`
    const pathless = await scim(
      'PATCH',
      `/Users/${id}`,
      patchBody({
        op: 'replace',
        value: { displayName: '林志远', 'emails[type eq "work"].value': mail, [`${enterprise}:department`]: '市场部' },
      }),
    )
    expect(pathless.body).toMatchObject({ displayName: '林志远', emails: [{ value: mail }] })
    const renamed = await scim('PATCH', `/Users/${id}`, patchBody({ op: 'Replace', path: 'userName', value: mail }))
    expect(renamed.body).toMatchObject({ id, userName: mail })
  })

  it('disables and enables them by texts', async () => {
    const active = async (value: unknown) =>
      (await scim('PATCH', `/Users/${id}`, patchBody({ op: 'Replace', path: 'active', value }))).body.active
    expect([await active('False'), await active('False'), await active('True'), await active(false)]).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  it('finds a group without its members, and adds and removes members', async () => {
    const query = `filter=${encodeURIComponent('displayName eq "销售"')}&excludedAttributes=members`
    const { body } = await scim('GET', `/Groups?${query}`)
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: roleId, displayName: '销售' }] })
    expect(JSON.stringify(body)).not.toContain('members')
    const change = (...operations: Parameters<typeof patchBody>) =>
      scim('PATCH', `/Groups/${roleId}`, patchBody(...operations))
    const added = await change({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] })
    expect([added.status, added.body]).toMatchObject([200, { members: [{ value: id, type: 'User' }] }])
    expect((await scim('GET', `/Groups?filter=${encodeURIComponent(`members eq "${id}"`)}`)).body.totalResults).toBe(1)
    const removed = await change({ op: 'Remove', path: 'members', value: [{ value: id }] })
    expect([removed.status, 'members' in removed.body && removed.body.members]).toEqual([200, []])
    await change({ op: 'Add', path: 'members', value: [{ value: id }] })
    const legacy = await change({ op: 'Remove', path: `members[value eq "${id}"]` })
    expect(legacy.body.members).toEqual([])
    expect((await change({ op: 'Replace', path: 'externalId', value: 'g-1' })).body).toMatchObject({
      externalId: 'g-1',
    })
    expect((await change({ op: 'Replace', path: 'displayName', value: '别名' })).body).toMatchObject({
      status: '400',
      scimType: 'mutability',
    })
  })

  it('deletes a user, and may create them again', async () => {
    const [gone, missing] = [await scim('DELETE', `/Users/${id}`), await scim('GET', `/Users/${id}`)]
    expect([gone.status, missing.status]).toEqual([204, 404])
    const again = await scim('POST', '/Users', { schemas: [userSchema], userName: `new.${upn}`, displayName: '林志远' })
    expect([again.status, again.body]).toMatchObject([201, { id, active: true, externalId }])
  })
})
