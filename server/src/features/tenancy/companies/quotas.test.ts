import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { messagesContract } from '@atrium/contract/features/communication/messages/messages.contract.ts'
import { accountContract } from '@atrium/contract/features/identity/account/account.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { brandingContract } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { type PlanImpact, plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser } from '../../../../test/factories.ts'
import { buildPortrait } from '../../../../test/file-factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { dataAs } from '../../../../test/loosely-typed.ts'

const { list } = companiesContract
const { replaceLogo } = brandingContract
const { tenant, updateTenant } = tenantsContract

let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  await app.sql(`insert into plan_elements select id, 'sysMessages:test' from plans`)
})
beforeEach(async () => {
  await app.sql('delete from limits')
})

const uniqueName = (word: string) => `${word}${randomUUID().slice(0, 8)}`
const buildSubsidiary = async (parent: string) => {
  const id = await buildCompany(app, uniqueName('下级'))
  await app.sql('update companies set parent_id = $2 where id = $1', [id, parent])
  return id
}
const readTenant = async (id: string) => {
  const { data } = await app.call(tenant, { params: { id } }, root)
  if (!data) throw new Error('no tenant')
  return data
}
const updateTerms = async (id: string, rest: object) => {
  const { planId, startTime, expireTime, graceDays, trial, version } = await readTenant(id)
  const body = { planId, startTime, expireTime, graceDays, trial, version, ...rest }
  expect((await callAndConfirm(app, updateTenant, { params: { id }, body }, root)).done.code).toBe(0)
}
const picture = () =>
  sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
const upload = async (url: string, token: string) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'a.png')
  const encoded = new Response(form)
  const answer = await app.server.inject({
    method: 'POST',
    url,
    headers: { token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json()
}
const newPhone = () => `138${String(randomInt(1e8)).padStart(8, '0')}`
const addUsers = (companyId: string, many: number) =>
  app.sql(
    `insert into users (company_id, id, account, name, password_hash)
     select $1, gen_random_uuid(), 'q' || gen_random_uuid(), '张伟', '' from generate_series(1, $2)`,
    [companyId, many],
  )

describe('the quotas of a tenant', () => {
  it('come from its plan unless overridden', async () => {
    const body = { name: uniqueName('套餐'), code: uniqueName('p-'), mostUsers: 50, mostSms: 100, mostStorage: 20 }
    const { data: plan } = await app.call(plansContract.create, { body }, root)
    const id = await buildTenant(app, uniqueName('公司'))
    await updateTerms(id, { planId: plan?.id, mostSms: 3 })
    expect(await readTenant(id)).toMatchObject({
      planQuotas: { mostUsers: 50, mostSms: 100, mostStorage: 20 },
      mostUsers: null,
      mostSms: 3,
      mostStorage: null,
      usage: { users: 0, sms: 0, storage: 0, companies: 1 },
    })
    const wrong = await app.call(plansContract.create, { body: { ...body, mostStorage: 0 } }, root)
    expect(wrong).toMatchObject({ code: 400, errors: [{ field: 'mostStorage' }] })
  })

  it('are shown with their usage before another plan is chosen', async () => {
    const body = { name: uniqueName('套餐'), code: uniqueName('p-'), mostUsers: 5, mostSms: 100, mostStorage: 20 }
    const { data: plan } = await app.call(plansContract.create, { body }, root)
    const id = await buildTenant(app, uniqueName('公司'))
    await updateTerms(id, { mostStorage: 20 })
    await addUsers(id, 7)
    const { startTime, expireTime, graceDays, trial, mostStorage, version } = await readTenant(id)
    const other = {
      planId: String(plan?.id),
      startTime,
      expireTime,
      graceDays,
      trial,
      mostStorage,
      version,
    }
    const asked = await app.call(updateTenant, { params: { id }, body: other }, root)
    expect(asked).toMatchObject({ code: 111 })
    const { impact } = dataAs<{ impact: PlanImpact }>(asked)
    expect(impact.quotas).toEqual([
      { kind: 'users', before: null, after: 5, used: 7 },
      { kind: 'sms', before: null, after: 100, used: 0 },
    ])
  })

  it('limit daily SMS over all its companies, but not mail or other tenants', async () => {
    const top = await buildTenant(app, uniqueName('公司'))
    const senders = await Promise.all(
      [top, await buildSubsidiary(top), await buildTenant(app, uniqueName('隔壁'))].map((companyId) =>
        buildUser(app, { companyId, permissions: ['sysMessages:test'] }),
      ),
    )
    const [own = '', lower = '', neighbour = ''] = await Promise.all(senders.map((user) => app.signIn(user)))
    const sends = (token: string) =>
      app.call(messagesContract.test, { body: { channel: 'sms', target: newPhone() } }, token)
    expect((await sends(own)).code).toBe(0)
    expect((await readTenant(top)).usage.sms).toBe(1)
    await updateTerms(top, { mostSms: 2 })
    expect((await sends(lower)).code).toBe(0)
    for (const token of [own, lower])
      expect(await sends(token)).toMatchObject({ code: 1006, msg: '公司今日短信发送数已达上限，请联系公司管理员' })
    expect((await sends(neighbour)).code).toBe(0)
    const mail = { channel: 'mail', target: 'a@example.cn' } as const
    expect((await app.call(messagesContract.test, { body: mail }, own)).code).toBe(0)
    expect((await readTenant(top)).usage.sms).toBe(2)
  })

  it('limit the storage of portraits and logos', async () => {
    const top = await buildTenant(app, uniqueName('公司'))
    const sub = await buildSubsidiary(top)
    const [admin, lower] = [await buildUser(app, { companyId: top }), await buildUser(app, { companyId: sub })]
    await buildPortrait(app, lower, 1_572_864)
    expect((await readTenant(top)).usage.storage).toBe(1.5)
    const [token, portrait] = [await app.signIn(admin), accountContract.replacePortrait.path]
    const logo = replaceLogo.path.replace(':id', top)
    await updateTerms(top, { mostStorage: 1 })
    const refused = { code: 3031, msg: '公司的存储空间已达上限，请联系公司管理员' }
    expect(await upload(portrait, token)).toMatchObject(refused)
    expect(await upload(logo, root)).toMatchObject(refused)
    expect(await app.sql('select from portraits where user_id = $1', [admin.id])).toEqual([])
    await updateTerms(top, { mostStorage: 2 })
    expect(await upload(portrait, token)).toMatchObject({ code: 0 })
    expect(await upload(logo, root)).toMatchObject({ code: 0 })
    expect((await readTenant(top)).usage.storage).toBeGreaterThan(1.5)
  })

  it('filter tenants that are full or nearly full', async () => {
    const word = uniqueName('多')
    const createTenant = async (name: string, agreed: object) => {
      const id = await buildTenant(app, `${word}${name}`)
      await updateTerms(id, agreed)
      return id
    }
    const all = await Promise.all(
      [10, 8, 7].map(async (many) => {
        const id = await createTenant(`${many}人`, { mostUsers: 10 })
        await addUsers(many === 8 ? await buildSubsidiary(id) : id, many)
        return id
      }),
    )
    await addUsers(await buildTenant(app, `${word}不限`), 20)
    const [talkative, quiet] = [
      await createTenant('短信', { mostSms: 10 }),
      await createTenant('隔日', { mostSms: 10 }),
    ]
    await app.sql(
      `insert into limits (key, points, expire) select 'message.tenant:' || id, 10,
         (extract(epoch from now()) + seconds) * 1000 from unnest($1::uuid[], $2::int[]) as sent (id, seconds)`,
      [
        [talkative, quiet],
        [3600, -1],
      ],
    )
    const [pictured, plain] = [
      await createTenant('图片', { mostStorage: 2 }),
      await createTenant('图少', { mostStorage: 3 }),
    ]
    for (const companyId of [await buildSubsidiary(pictured), plain]) {
      await buildPortrait(app, await buildUser(app, { companyId }), 1_730_151)
    }
    const found = async (share: 'full' | 'near') =>
      (await app.call(list, { query: { search: word, 'f.usage': share } }, root)).data?.map(({ id }) => id).sort()
    expect(await found('full')).toEqual([all[0], talkative].sort())
    expect(await found('near')).toEqual([...all.slice(0, 2), talkative, pictured].sort())
  })

  it('count users as they are added, removed and restored', async () => {
    const top = await buildTenant(app, uniqueName('公司'))
    const admin = await buildUser(app, {
      companyId: top,
      permissions: ['sysUsers:list', 'sysUsers:get', 'sysUsers:delete'],
    })
    const token = await app.signIn(admin)
    await addUsers(top, 3)
    const countUsers = async () => (await readTenant(top)).usage.users
    expect(await countUsers()).toBe(4)
    const gone = (await app.call(usersContract.list, {}, token)).data?.find(({ id }) => id !== admin.id)?.id ?? ''
    expect((await callAndConfirm(app, userStatusContract.remove, { params: { id: gone } }, token)).done.code).toBe(0)
    expect(await countUsers()).toBe(3)
    expect((await app.call(userStatusContract.restore, { params: { id: gone } }, token)).code).toBe(0)
    expect(await countUsers()).toBe(4)
    await app.sql('delete from users where id = $1', [gone])
    expect(await countUsers()).toBe(3)
    const wrong = await app.sql(
      `select company_id from headcounts where people <> (
         select count(*) from users where users.company_id = headcounts.company_id and deleted_at is null)`,
    )
    expect(wrong).toEqual([])
  })
})
