import { randomUUID } from 'node:crypto'
import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { buildTenant, buildUser, createTestApp, type TestApp } from '@atrium/kit/test'
import { callAndConfirm } from '@atrium/server/test/call-and-confirm.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { loansContract } from './contract.ts'

const { lock, disable, remove } = userStatusContract
const refusal = '“借用管理”不允许：请先归还名下的物品'

let app: TestApp
let companyId: string
let token: string
let operator: string
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
  companyId = await buildTenant(app, '甲公司')
  const rights = ['sysUsers:list', 'sysUsers:lock', 'sysUsers:delete', 'loans:list', 'loans:add']
  token = await app.signIn(await buildUser(app, { companyId, permissions: rights }))
})

/** A user who has borrowed things. */
const buildBorrower = async (...things: string[]) => {
  const user = await buildUser(app, { companyId })
  for (const name of things) await app.call(loansContract.create, { body: { name, userId: user.id } }, token)
  return { ...user, request: { params: { id: user.id }, body: { reason: '离职' } } }
}
const stateOf = async (id: string) => {
  const [user] = await app.sql(
    'select locked_at is not null as locked, deleted_at is not null as gone from users where id = $1',
    [id],
  )
  return user
}
const switchTo = (on: boolean) =>
  app.call(tenantsContract.switchModule, { params: { id: companyId }, body: { module: 'loans', on } }, operator)

describe('a hook before a change', () => {
  it('warns in the preview, which is confirmed', async () => {
    const { id, request } = await buildBorrower('钥匙', '投影仪')
    const { impact, done } = await callAndConfirm(app, lock, request, token)
    expect(impact).toMatchObject({
      modules: [
        { module: '借用管理', says: '名下有未归还的物品', refuses: false, count: 2, names: ['投影仪', '钥匙'] },
      ],
    })
    expect([done.code, await stateOf(id)]).toEqual([0, { locked: true, gone: false }])
  })
  it('refuses with its sentence, which the preview has', async () => {
    const { id, request } = await buildBorrower('钥匙')
    const { impact, done } = await callAndConfirm(app, remove, { ...request, body: {} }, token)
    expect(impact).toMatchObject({
      modules: [{ says: '请先归还名下的物品', refuses: true, count: 1, names: ['钥匙'] }],
    })
    expect(done).toMatchObject({ code: 422, msg: refusal })
    expect(await stateOf(id)).toEqual({ locked: false, gone: false })
  })
  it('refuses one of many in its row', async () => {
    const [{ id: borrower }, { id: other }] = [await buildBorrower('钥匙'), await buildUser(app, { companyId })]
    const body = { action: 'delete' as const, ids: [borrower, other], params: {} }
    const { done } = await callAndConfirm(app, userBatchContract.batch, { body }, token)
    expect(done.data).toMatchObject({ ok: 1, failed: [{ id: borrower, msg: refusal }] })
  })
  it('shows no names to callers who may not read them', async () => {
    const { request } = await buildBorrower('钥匙')
    const guard = await app.signIn(await buildUser(app, { companyId, permissions: ['sysUsers:list', 'sysUsers:lock'] }))
    const { impact } = await callAndConfirm(app, disable, request, guard)
    expect(impact).toMatchObject({ modules: [{ count: 1, names: [] }] })
  })
  it('is not asked where nothing is concerned, nor where the module is off', async () => {
    const { request: nothing } = await buildBorrower()
    expect((await app.call(lock, nothing, token)).code).toBe(0)
    const { request } = await buildBorrower('钥匙')
    await switchTo(false)
    expect((await app.call(lock, request, token)).code).toBe(0)
    await switchTo(true)
  })
  it('of another company says how many to the operator, and never which', async () => {
    const id = await buildTenant(app, '乙公司')
    const lender = await app.signIn(await buildUser(app, { companyId: id, permissions: ['loans:add'] }))
    await app.call(loansContract.create, { body: { name: '钥匙', userId: randomUUID() } }, lender)
    const { impact } = await callAndConfirm(
      app,
      companiesContract.lock,
      { params: { id }, body: { reason: '欠费' } },
      operator,
    )
    expect(impact).toMatchObject({
      modules: [{ module: '借用管理', says: '仍有物品借出', refuses: false, count: 1, names: [] }],
    })
  })
})

describe('a hook after a change', () => {
  it('runs once it is committed, as the company', async () => {
    const { id, request } = await buildBorrower('钥匙')
    const read = async () =>
      (await app.sql('select return_by is not null as due from loans.loans where user_id = $1', [id]))[0]
    await app.call(lock, request, token)
    expect(await read()).toEqual({ due: false })
    await callAndConfirm(app, lock, request, token)
    await expect.poll(read).toEqual({ due: true })
  })
  it('does not run where the module is off', async () => {
    const { request } = await buildBorrower()
    await switchTo(false)
    await app.call(lock, request, token)
    await switchTo(true)
    const runs = await app.sql(`select from job_runs where name = 'loans.heardEvent' and data ->> 'id' = $1`, [
      request.params.id,
    ])
    expect(runs).toEqual([])
  })
})
