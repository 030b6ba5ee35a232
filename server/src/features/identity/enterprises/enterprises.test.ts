import { randomUUID } from 'node:crypto'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newCreditCode } from '../../../../test/credit-code.ts'
import { buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { type BuiltEnterprise, buildEnterprise, buildPerson } from '../../../../test/portal-stage.ts'
import { sendFileTo } from '../../../../test/send-file.ts'

const { ent, updateEnt, licence, replaceLicence, applyForRecognition, withdrawApplication } = enterprisesContract
const { enterprises, enterprise, enterpriseLicence, approve, reject, revoke } = recognitionContract

let app: TestApp
let reviewer: string
let picture: Buffer
let ours: BuiltEnterprise
beforeAll(async () => {
  app = await createTestApp()
  const companyId = await readPlatformCompany(app)
  reviewer = await app.signIn(await buildUser(app, { companyId, permissions: ['frontUsers:review'] }))
  picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
})
beforeEach(async () => {
  await app.sql('delete from limits')
  ours = await buildEnterprise(app)
})

const own = async (of = ours) => {
  const { data } = await app.call(ent, {}, of.token)
  if (!data) throw new Error('no enterprise')
  return data
}
const write = async (changed: Partial<Awaited<ReturnType<typeof own>>> = {}, of = ours) => {
  const { name, creditCode, legal, contact, phone, address, version } = { ...(await own(of)), ...changed }
  return app.call(updateEnt, { body: { name, creditCode, legal, contact, phone, address, version } }, of.token)
}
const upload = (file: Buffer = picture, of = ours) =>
  sendFileTo(app, replaceLicence.path, of.token, { bytes: file, name: '执照.png' })
const request = (of = ours) => app.call(applyForRecognition, {}, of.token)
const fill = async (of = ours, creditCode = newCreditCode()) => {
  await write({ creditCode, legal: '王强' }, of)
  await upload(picture, of)
  return request(of)
}
const shown = async (of = ours) => {
  const { data } = await app.call(enterprise, { params: { id: of.companyId } }, reviewer)
  if (!data) throw new Error('not shown')
  return data
}
const decide = async (endpoint: typeof reject | typeof revoke, of = ours) =>
  app.call(
    endpoint,
    { params: { id: of.companyId }, body: { reason: '照片不清晰', version: (await shown(of)).version } },
    reviewer,
  )
const admit = async (of = ours) =>
  app.call(approve, { params: { id: of.companyId }, body: { version: (await shown(of)).version } }, reviewer)

describe('an enterprise', () => {
  it('is read by its members and changed by its administrators', async () => {
    expect(await own()).toMatchObject({ name: ours.name, state: 'none', licence: false })
    expect((await write({ legal: '王强', phone: '021-88886666' })).code).toBe(0)
    const member = await app.signIn(ours.member)
    expect((await app.call(ent, {}, member)).data).toMatchObject({ legal: '王强' })
    expect((await app.call(applyForRecognition, {}, member)).status).toBe(403)
  })
  it('is none for persons', async () => {
    const token = await app.signIn(await buildPerson(app))
    expect((await app.call(ent, {}, token)).data).toBeNull()
  })
  it('refuses a company that the operator created', async () => {
    const companyId = await readPlatformCompany(app)
    const token = await app.signIn(await buildUser(app, { companyId, permissions: ['frontEnts:edit'] }))
    expect((await app.call(applyForRecognition, {}, token)).code).toBe(6100)
  })
  it('takes pictures as its licence', async () => {
    expect((await upload(Buffer.from('%PDF-1.7'))).code).toBe(6106)
    expect((await upload()).code).toBe(0)
    const stored = await app.call(licence, {}, ours.token)
    expect(stored.headers['content-type']).toBe('image/jpeg')
    expect((await upload()).code).toBe(0)
  })
})

describe('an application for recognition', () => {
  it('needs credit code, legal person and licence', async () => {
    expect((await request()).code).toBe(6101)
    expect((await fill()).code).toBe(0)
    expect(await own()).toMatchObject({ state: 'review' })
  })
  it('keeps the data as reviewed until it is withdrawn', async () => {
    await fill()
    expect((await write({ legal: '李四' })).code).toBe(6102)
    expect((await upload()).code).toBe(6102)
    expect((await request()).code).toBe(6102)
    expect((await app.call(withdrawApplication, {}, ours.token)).code).toBe(0)
    expect((await app.call(withdrawApplication, {}, ours.token)).code).toBe(6104)
    expect((await write({ legal: '李四' })).code).toBe(0)
  })
  it('is listed for the operator, with the licence', async () => {
    await fill()
    const { data } = await app.call(enterprises, { query: { 'f.state': 'review', search: ours.name } }, reviewer)
    expect(data).toMatchObject([{ id: ours.companyId, state: 'review', users: 2, applyBy: { id: ours.admin.id } }])
    const shownLicence = await app.call(enterpriseLicence, { params: { id: ours.companyId } }, reviewer)
    expect(shownLicence.headers['content-type']).toBe('image/jpeg')
  })
  it('when approved, makes the data those of the company, and is logged for both', async () => {
    const creditCode = newCreditCode()
    await write({ name: `${ours.name}有限公司` })
    await fill(ours, creditCode)
    expect((await admit()).code).toBe(0)
    const [company] = await app.sql('select name, credit_code, legal from companies where id = $1', [ours.companyId])
    expect(company).toEqual({ name: `${ours.name}有限公司`, credit_code: creditCode, legal: '王强' })
    expect(await own()).toMatchObject({ state: 'recognized' })
    expect((await admit()).code).toBe(6104)
    const logged = await app.sql(
      `select company_id from audit_log where event = 'recognition.approved' and entity_id = $1 and ok`,
      [ours.companyId],
    )
    expect(logged).toHaveLength(2)
  })
  it('is refused for a credit code that another company holds', async () => {
    const creditCode = newCreditCode()
    await fill(ours, creditCode)
    await admit()
    const others = await buildEnterprise(app)
    await fill(others, creditCode)
    expect(await admit(others)).toMatchObject({ code: 3007 })
    expect(await own(others)).toMatchObject({ state: 'review' })
  })
  it('when rejected, says why and may be repeated', async () => {
    await fill()
    expect((await decide(revoke)).code).toBe(6105)
    expect((await decide(reject)).code).toBe(0)
    expect(await own()).toMatchObject({ state: 'rejected', reason: '照片不清晰' })
    expect((await request()).code).toBe(0)
    expect(await own()).toMatchObject({ state: 'review', reason: '' })
  })
})

describe('recognition', () => {
  beforeEach(async () => {
    await fill()
    await admit()
  })
  it('lapses when what was recognised changes, and not otherwise', async () => {
    expect((await request()).code).toBe(6103)
    await write({ contact: '赵敏' })
    expect(await own()).toMatchObject({ state: 'recognized' })
    await write({ legal: '李四' })
    expect(await own()).toMatchObject({ state: 'none' })
  })
  it('lapses with another licence', async () => {
    await upload()
    expect(await own()).toMatchObject({ state: 'none' })
    const logged = await app.sql(
      `select before, after from audit_log where event = 'enterpriseLicence.replaced' and entity_id = $1 and ok order by seq`,
      [ours.companyId],
    )
    expect(logged.at(-1)).toEqual({ before: { recognition: 'recognized' }, after: { recognition: 'none' } })
  })
  it('can be revoked', async () => {
    expect((await decide(revoke)).code).toBe(0)
    expect(await own()).toMatchObject({ state: 'rejected', reason: '照片不清晰' })
    const told = await app.sql('select template from messages where company_id = $1 order by id', [ours.companyId])
    expect(told.map(({ template }) => template)).toEqual(['recognitionApproved', 'recognitionRevoked'])
  })
})

describe('reviewing', () => {
  it('is the operator’s alone', async () => {
    const token = await app.signIn(
      await buildUser(app, { companyId: ours.companyId, permissions: ['frontUsers:review'] }),
    )
    expect((await app.call(enterprises, { query: {} }, token)).code).not.toBe(0)
    const params = { id: ours.companyId }
    expect((await app.call(approve, { params, body: { version: 1 } }, token)).code).not.toBe(0)
  })
  it('decides on what the reviewer saw, and finds no other companies', async () => {
    await fill()
    const params = { id: ours.companyId }
    // Without the newer row, which the console would offer to approve unseen.
    const stale = await app.call(approve, { params, body: { version: 1 } }, reviewer)
    expect(stale.code).toBe(409)
    expect(stale).not.toHaveProperty('data.current')
    const unknown = { params: { id: randomUUID() }, body: { version: 1 } }
    expect((await app.call(approve, unknown, reviewer)).code).toBe(404)
  })
})
