import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createScimStage, patchBody, type ScimClient } from '../../../../test/scim-stage.ts'

let app: TestApp
let scim: ScimClient
beforeAll(async () => {
  app = await createTestApp()
  scim = (await (await createScimStage(app)).provisioning()).scim
})
const newName = () => `u${randomUUID().slice(0, 10).replaceAll('-', '_')}`
const digits = () => String(Math.floor(Math.random() * 1e8)).padStart(8, '0')
const create = async (rest: object = {}) => {
  const { status, body } = await scim('POST', '/Users', { userName: newName(), displayName: '测试员', ...rest })
  return { status, body, id: String(body.id) }
}
const patch = async (id: string, ...operations: Parameters<typeof patchBody>) => {
  const { status, body } = await scim('PATCH', `/Users/${id}`, patchBody(...operations))
  return { status, ...body } as Record<string, unknown>
}

describe('mail and phone', () => {
  const contacts = () => ({ mail: `${newName()}@example.com`, phone: `138${digits()}` })
  const withContacts = async () => {
    const { mail, phone } = contacts()
    const emails = [{ value: mail, type: 'work', primary: true }]
    const { id } = await create({ emails, phoneNumbers: [{ value: phone, type: 'mobile' }] })
    return { id, mail, phone }
  }
  const kept = ({ emails = [], phoneNumbers = [] }: Record<string, unknown>) =>
    [emails, phoneNumbers].map((values) => (values as { value: string }[])[0]?.value)

  it('stay when values of another kind are added', async () => {
    const { id, mail, phone } = await withContacts()
    const home = [{ value: 'home@example.com', type: 'home' }]
    const desk = [{ value: '021-5000', type: 'work' }]
    for (const operations of [
      [
        { op: 'add', path: 'emails', value: home },
        { op: 'add', path: 'phoneNumbers', value: desk },
      ],
      [{ op: 'Add', value: { emails: home, phoneNumbers: desk } }],
      [{ op: 'add', path: 'emails', value: { value: 'other@example.com', type: 'other', primary: true } }],
      [{ op: 'add', path: 'emails[type eq "home"].value', value: 'home@example.com' }],
      [{ op: 'add', path: 'emails[type eq "work"]', value: home }],
      [{ op: 'add', path: 'emails', value: [] }],
    ])
      expect(kept(await patch(id, ...operations))).toEqual([mail, phone])
  })

  it('give way to values of their own kind', async () => {
    const { id } = await withContacts()
    const { mail, phone } = contacts()
    const added = await patch(
      id,
      { op: 'add', path: 'emails', value: [{ value: 'home@example.com', type: 'home' }, { value: mail }] },
      { op: 'add', path: 'phoneNumbers', value: [{ Value: phone, Type: 'Mobile', Primary: 'True' }] },
    )
    expect(kept(added)).toEqual([mail, phone])
    const two = [
      { value: 'second@example.com', type: 'work', primary: 'False' },
      { value: `first.${mail}`, type: 'Work', primary: 'True' },
    ]
    expect(kept(await patch(id, { op: 'replace', path: 'emails', value: two }))).toEqual([`first.${mail}`, phone])
  })

  it('are found by conditions in any case', async () => {
    const { id, mail, phone } = await withContacts()
    const to = async (path: string, value: string) => kept(await patch(id, { op: 'Replace', path, value }))[0]
    expect(await to('Emails[Type eq "Work"].Value', `a.${mail}`)).toBe(`a.${mail}`)
    expect(await to(`emails[value eq "A.${mail.toUpperCase()}"].value`, `b.${mail}`)).toBe(`b.${mail}`)
    expect(await to('emails[primary eq "True"].value', `c.${mail}`)).toBe(`c.${mail}`)
    expect(await to('emails[type eq "home"].value', `d.${mail}`)).toBe(`c.${mail}`)
    expect(kept(await patch(id, { op: 'remove', path: 'phoneNumbers[type eq "work"]' }))[1]).toBe(phone)
    expect(kept(await patch(id, { op: 'remove', path: 'phoneNumbers[type eq "MOBILE"]' }))[1]).toBeUndefined()
  })

  it('are removed by value only if they have it', async () => {
    const { id, mail, phone } = await withContacts()
    const remove = async (path: string, value?: unknown) => kept(await patch(id, { op: 'remove', path, value }))
    expect(await remove('emails', [{ value: 'home@example.com', type: 'home' }])).toEqual([mail, phone])
    expect(await remove('emails', [{ value: mail.toUpperCase() }])).toEqual([undefined, phone])
    expect(await remove('phoneNumbers')).toEqual([undefined, undefined])
  })

  it('are replaced as a whole by a list, and stay if a resource leaves them out', async () => {
    const { id, mail, phone } = await withContacts()
    const put = async (rest: object) => {
      const { body } = await scim('PUT', `/Users/${id}`, { userName: newName(), displayName: '测试员', ...rest })
      return kept(body)
    }
    expect(await put({})).toEqual([mail, phone])
    expect(await put({ emails: [{ value: 'home@example.com', type: 'home' }] })).toEqual([undefined, phone])
    expect(await put({ emails: [{ value: mail }], phoneNumbers: [] })).toEqual([mail, undefined])
  })
})

describe('names', () => {
  const named = (body: Record<string, unknown>) => [body.displayName, body.name]
  const isaac = { givenName: 'Isaac', familyName: 'Brock' }

  it('of two kinds are kept apart once a display name is given', async () => {
    const { id } = await create({ displayName: 'Isaac Brock', name: { ...isaac, formatted: 'Mr. Isaac Brock' } })
    const married = await patch(id, { op: 'replace', path: 'name.familyName', value: 'Lee' })
    expect(named(married)).toEqual(['Isaac Brock', { ...isaac, familyName: 'Lee', formatted: 'Mr. Isaac Brock' }])
    const formatted = await patch(id, {
      op: 'replace',
      value: { name: { formatted: 'Dr. Lee' }, 'name.givenName': 'I.' },
    })
    expect(named(formatted)).toEqual(['Isaac Brock', { givenName: 'I.', familyName: 'Lee', formatted: 'Dr. Lee' }])
    const { body } = await scim('PUT', `/Users/${id}`, { userName: newName(), name: isaac })
    expect(named(body)[0]).toBe('Isaac Brock')
    const found = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`name.formatted eq "dr. lee" and id eq "${id}"`)}`,
    )
    expect(found.body.totalResults).toBe(1)
  })

  it('are refused with characters that cannot be stored or seen', async () => {
    for (const hidden of ['\u0000', '\u202E', '\u200B', '\uD800', '\n']) {
      const text = `a${hidden}b`
      for (const rest of [
        { externalId: text },
        { name: { givenName: text } },
        { name: { formatted: text } },
        { displayName: text },
      ])
        expect([hidden, rest, (await create(rest)).status]).toEqual([hidden, rest, 400])
    }
  })

  it('are made of their parts without one', async () => {
    const { id, body } = await create({ displayName: undefined, name: isaac })
    expect(named(body)).toEqual(['Isaac Brock', { ...isaac, formatted: 'Isaac Brock' }])
    const changed = await patch(id, { op: 'replace', path: 'name.familyName', value: 'Lee' })
    expect(changed.displayName).toBe('Isaac Lee')
    const edited = { userName: body.userName, displayName: 'Isaac Lee', name: { ...isaac, formatted: 'Isaac Lee' } }
    expect((await scim('PUT', `/Users/${id}`, edited)).body.displayName).toBe('Isaac Brock')
    expect((await patch(id, { op: 'add', path: 'displayName', value: 'Ike' })).displayName).toBe('Ike')
    const removed = await patch(
      id,
      { op: 'remove', path: 'displayName' },
      { op: 'add', path: 'name.givenName', value: 'I.' },
    )
    expect(removed.displayName).toBe('I. Brock')
    const formatted = await patch(id, { op: 'add', path: 'name.formatted', value: 'Lee, Isaac' })
    expect(formatted.displayName).toBe('Lee, Isaac')
  })
})

describe('users', () => {
  it('are created disabled, and cannot sign in until they are enabled', async () => {
    for (const active of [false, 'False']) {
      const { status, body, id } = await create({ active })
      expect([status, body.active]).toEqual([201, false])
      const stored = await app.sql('select status from users where id = $1', [id])
      expect(stored).toEqual([{ status: 0 }])
      expect((await patch(id, { op: 'replace', path: 'active', value: 'true' })).active).toBe(true)
    }
  })

  it('are taken back as they are to be', async () => {
    const { id, body } = await create({ active: false })
    await scim('DELETE', `/Users/${id}`)
    const inactive = await create({ userName: body.userName, active: false })
    expect([inactive.status, inactive.id, inactive.body.active]).toEqual([201, id, false])
    await scim('DELETE', `/Users/${id}`)
    const again = await create({ userName: body.userName, active: null })
    expect([again.status, again.id, again.body.active]).toEqual([201, id, true])
  })

  it('are taken back if they were removed before the application knew them', async () => {
    const mail = `${newName()}@example.com`
    for (const rest of [{}, { userName: mail, emails: [{ value: mail }] }]) {
      const { id, body } = await create(rest)
      await scim('DELETE', `/Users/${id}`)
      await app.sql('delete from open_app_scim_users where user_id = $1', [id])
      const { userName, emails } = body
      const again = await create({ userName, emails, active: false })
      expect([again.status, again.id, again.body.active]).toEqual([201, id, false])
      expect((await create({ userName })).status).toBe(409)
    }
  })

  it('stay as they are by a change to what they have', async () => {
    const { id, body } = await create({
      active: false,
      externalId: 'E-1',
      emails: [{ value: `${newName()}@example.com` }],
    })
    const { status, body: same } = await scim('PUT', `/Users/${id}`, body)
    expect([status, same]).toEqual([200, body])
    const operations = [
      { Op: 'Replace', Path: 'ACTIVE', Value: 'False' },
      { op: 'add', value: { UserName: body.userName, externalID: 'E-1' } },
    ]
    expect(await patch(id, ...operations)).toEqual({ status: 200, ...body })
  })
})

describe('names that every object of JavaScript has', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is no attribute and no resource',
    async (name) => {
      const { id } = await create()
      for (const path of [name, `${name}[value eq "a"]`, `${name}.value`])
        for (const op of ['add', 'replace', 'remove'])
          expect(await patch(id, { op, path, value: 'x' })).toMatchObject({ status: '400', scimType: 'invalidPath' })
      expect((await scim('GET', `/${name}`)).status).toBe(404)
      expect((await scim('GET', `/${name}/x`)).status).toBe(404)
    },
  )
})
