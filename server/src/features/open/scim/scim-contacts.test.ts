import { randomUUID } from 'node:crypto'
import { usersErrors } from '@atrium/contract/features/people/users/users.errors.ts'
import { beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createScimStage, patchBody, type ScimClient, type ScimStage } from '../../../../test/scim-stage.ts'

let app: TestApp
let stage: ScimStage
beforeAll(async () => {
  app = await createTestApp()
  stage = await createScimStage(app)
})
const newMail = () => `${randomUUID().slice(0, 8)}@example.cn`
const readContacts = async (id: string) => (await app.sql('select phone, email from users where id = $1', [id]))[0]
const patchMail = (scim: ScimClient, id: string, value: string) =>
  scim('PATCH', `/Users/${id}`, patchBody({ op: 'replace', path: 'emails[type eq "work"].value', value }))
const makeAdministrator = (companyId: string, userId: string) =>
  app.sql(
    `with made as (
       insert into roles (company_id, id, code, name, type, everything) values ($1, gen_random_uuid(), $2, $2, 'builtin', true)
       returning id)
     insert into user_roles (company_id, user_id, role_id) select $1, $3, id from made`,
    [companyId, `admin${randomUUID().slice(0, 8)}`, userId],
  )

it('an application changes the contacts of people', async () => {
  const { companyId, scim } = await stage.provisioning()
  const { id } = await buildUser(app, { companyId })
  const mail = newMail()
  expect((await patchMail(scim, id, mail)).status).toBe(200)
  expect(await readContacts(id)).toMatchObject({ email: mail })
})

it('an application takes over neither its owner nor an administrator by their contacts', async () => {
  const { companyId, user: owner, scim } = await stage.provisioning()
  const other = await buildUser(app, { companyId })
  await makeAdministrator(companyId, owner.id)
  await makeAdministrator(companyId, other.id)
  for (const { id } of [owner, other]) {
    const before = await readContacts(id)
    const reply = await patchMail(scim, id, newMail())
    expect([reply.status, reply.body.detail]).toEqual([
      403,
      expect.stringContaining(usersErrors.contactByApplication.msg),
    ])
    const phone = await scim('PUT', `/Users/${id}`, {
      userName: 'taken_over',
      phoneNumbers: [{ value: '13812345678' }],
    })
    expect(phone.status).toBe(403)
    expect(await readContacts(id)).toEqual(before)
  }
})
