import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { buildTenant, buildUser, createTestApp, type TestApp } from '@atrium/kit/test'
import { beforeAll, describe, expect, it } from 'vitest'
import { loansContract } from './contract.ts'

let app: TestApp
let companyId: string
let token: string
let operator: string
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
  companyId = await buildTenant(app, '甲公司')
  token = await app.signIn(await buildUser(app, { companyId, permissions: ['loans:list', 'loans:add', 'loans:edit'] }))
})

/** Asks a user to return a thing. Returns what they are sent. */
const remind = async (thing: string) => {
  const user = await buildUser(app, { companyId })
  const to = `${user.id}@example.com`
  await app.sql('update users set email = $1 where id = $2', [to, user.id])
  const { data } = await app.call(loansContract.create, { body: { name: thing, userId: user.id } }, token)
  await app.call(loansContract.remind, { params: { id: data?.id ?? '' } }, token)
  const sent = async () => (await app.outbox()).filter((message) => message.to === to)
  await expect.poll(sent).toHaveLength(1)
  return (await sent())[0]?.text
}
const findSetting = async () => {
  const query = { search: 'loans.days', 'f.builtin': 'true' as const }
  return (await app.call(baseParametersContract.list, { query }, operator)).data?.[0]
}

describe('a parameter of a module', () => {
  it('is one of the installation, with its default', async () => {
    expect(await findSetting()).toMatchObject({ code: 'loans.days', name: '催还期限', kind: 'number', value: 7 })
    expect(await remind('钥匙')).toContain('请在 7 天内归还钥匙')
  })
  it('keeps its bounds', async () => {
    const { id = '', version = 0 } = (await findSetting()) ?? {}
    const body = { changes: [{ id, value: 91, version }] }
    expect((await app.call(baseParametersContract.updateValues, { body }, operator)).code).not.toBe(0)
  })
  it('is read as operators set it', async () => {
    const { id = '', version = 0 } = (await findSetting()) ?? {}
    const body = { changes: [{ id, value: 3, version }] }
    expect((await app.call(baseParametersContract.updateValues, { body }, operator)).code).toBe(0)
    expect(await remind('投影仪')).toContain('请在 3 天内归还投影仪')
  })
})

describe('a message of a module', () => {
  it('is sent to nobody without an address, nor to users of another company', async () => {
    const other = await buildUser(app, { companyId: await buildTenant(app, '乙公司') })
    await app.sql('update users set email = $1 where id = $2', ['other@example.com', other.id])
    const { data } = await app.call(loansContract.create, { body: { name: '钥匙', userId: other.id } }, token)
    expect((await app.call(loansContract.remind, { params: { id: data?.id ?? '' } }, token)).code).toBe(0)
    expect((await app.outbox()).filter(({ to }) => to === 'other@example.com')).toEqual([])
  })
})
