import { randomUUID } from 'node:crypto'
import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { userPortraitsContract } from '@atrium/contract/features/people/users/user-portraits.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../../test/factories.ts'
import { buildPortrait } from '../../../../../test/file-factories.ts'
import { add, admin, app, companyId, newAccount, root, setUpUsers, token } from '../../../../../test/users-stage.ts'

setUpUsers()

const find = async (keyword: string, chosen = '0', by = token) =>
  (await app.call(usersContract.options, { params: { id: chosen }, query: { keyword } }, by)).data ?? []
const signInWith = async (permissions: string[], dataScope?: string) => {
  const user = await buildUser(app, { companyId, permissions })
  if (dataScope) await app.sql('update roles set data_scope = $2 where id = $1', [user.roleId, dataScope])
  return app.signIn(user)
}

describe('an autocomplete field', () => {
  it('finds users by name or account, the chosen one first, at most twenty', async () => {
    const name = `韩${randomUUID().slice(0, 6)}`
    const [first, second] = [await add({ name }), await add({ name })]
    expect((await find(name)).map(({ value }) => value).sort()).toEqual([first.id, second.id].sort())
    expect(await find(first.account)).toEqual([
      { value: first.id, label: `${name}（${first.account}）`, extra: { status: 1 } },
    ])
    expect((await find(first.account, second.id)).map(({ value }) => value)).toEqual([second.id, first.id])
    expect((await find('', first.id)).map(({ value }) => value)).toEqual([first.id, second.id, admin.id])
    for (let n = 0; n < 20; n += 1)
      await app.sql(`insert into users (company_id, id, account, name, password_hash) values ($1, $2, $3, $4, '')`, [
        companyId,
        randomUUID(),
        newAccount(),
        name,
      ])
    expect([(await find(name)).length, (await find('')).length]).toEqual([20, 20])
  })
  it('finds no users outside the row scope or in other companies', async () => {
    const user = await add()
    const limited = await signInWith(['sysUsers:list'], 'self')
    expect([await find(user.account, '0', limited), await find('', user.id, limited)]).toMatchObject([[], [{}]])
    expect((await find('', user.id, limited)).map(({ value }) => value)).not.toContain(user.id)
    const stranger = await buildUser(app, { companyId: await buildCompany(app) })
    expect([await find(stranger.account), await find(stranger.account, stranger.id)]).toEqual([[], []])
  })
  it('names organisations with their ancestors, and posts with their code', async () => {
    const [market, second, post] = [randomUUID(), randomUUID(), randomUUID()]
    const insert = 'insert into orgs (company_id, id, name, parent_id, path) values ($1, $2, $3, $4, $5)'
    await app.sql(insert, [companyId, market, '市场部', null, `/${market}/`])
    await app.sql(insert, [companyId, second, '二组', market, `/${market}/${second}/`])
    await app.sql(
      `insert into posts (company_id, id, name, code, level, created_by, updated_by) values ($1, $2, '经理', 'lead', 1, '{}', '{}')`,
      [companyId, post],
    )
    const reader = await signInWith(['sysOrgs:list', 'sysPosts:list'])
    const organizations = async (keyword: string, id = '0') =>
      (await app.call(organizationsContract.options, { params: { id }, query: { keyword } }, reader)).data
    const [top, below] = [
      { value: market, label: '市场部', extra: { status: 1 } },
      { value: second, label: '市场部 / 二组', extra: { status: 1 } },
    ]
    expect([await organizations('二'), await organizations(''), await organizations('', second)]).toEqual([
      [below],
      [top],
      [below, top],
    ])
    const posts = await app.call(postsContract.options, { params: { id: '0' }, query: { keyword: 'lead' } }, reader)
    expect(posts.data).toEqual([{ value: post, label: '经理（lead）', extra: {} }])
  })
  it('finds companies, plans and menus for the platform alone', async () => {
    const menu = { params: { id: '0' }, query: { keyword: 'sys/users' } }
    expect((await app.call(menusContract.options, menu, root)).data).toMatchObject([
      { label: expect.stringMatching(/ \/ 用户管理$/), extra: { kind: 'menu' } },
    ])
    const company = { params: { id: companyId }, query: { keyword: '无此公司' } }
    expect((await app.call(companiesContract.options, company, root)).data).toMatchObject([{ value: companyId }])
    const plan = { params: { id: '0' }, query: {} }
    expect((await app.call(plansContract.options, plan, root)).data?.length).toBeGreaterThan(0)
    const customer = await signInWith(['sysMenus:list', 'sysCompanys:list', 'sysPlans:list'])
    expect((await app.call(menusContract.options, menu, customer)).code).not.toBe(0)
    expect((await app.call(companiesContract.options, company, customer)).code).not.toBe(0)
    expect((await app.call(plansContract.options, plan, customer)).code).not.toBe(0)
  })
})

describe('small portraits', () => {
  it('are read for many users at once, within the row scope', async () => {
    const [one, other] = [await add(), await add()]
    await buildPortrait(app, { companyId, id: one.id }, 1, '0102')
    const read = async (by: string) =>
      (await app.call(userPortraitsContract.portraits, { query: { ids: [one.id, other.id].join(',') } }, by)).data
    expect(await read(token)).toEqual([{ id: one.id, image: 'AQI=' }])
    expect(await read(await signInWith(['sysUsers:list'], 'self'))).toEqual([])
    const wrong = await app.call(userPortraitsContract.portraits, { query: { ids: 'x' } }, token)
    expect(wrong.code).toBe(400)
  })
})
