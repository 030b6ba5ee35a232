import { randomUUID } from 'node:crypto'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { companiesErrors } from '@atrium/contract/features/tenancy/companies/companies.errors.ts'
import { recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/harness.ts'
import { buildLivedInTenant, createRecoveryStage, type RecoveryStage } from '../../../../../test/recovery-stage.ts'
import { clonedTables } from './cloned-columns.ts'

vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let root: string
let stage: RecoveryStage
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  stage = createRecoveryStage(app, root)
})

const buildSource = async () => {
  const lived = await buildLivedInTenant(app, '源')
  const { id, person, head } = lived
  await app.sql(
    `update users set name = '欧阳娜娜', email = 'ouyang@example.cn', remark = '住院请假', signature = '座右铭某句' where id = $1`,
    [person.id],
  )
  await app.sql(
    `update companies set legal = '法人某某', phone = '010-99998888', address = '某路一号', contact = '联系某人' where id = $1`,
    [id],
  )
  await app.sql(`update orgs set phone = '010-77776666', email = 'hq@example.cn' where id = $1`, [head])
  await app.sql(
    `update roles set code = 'keeper', description = '由欧阳负责', data_org_ids = array[$2::uuid] where id = $1`,
    [lived.role.id, head],
  )
  await app.sql(
    `insert into number_series (company_id, series, period, last) values ($1, 'assets.asset', '2026', 41)`,
    [id],
  )
  const sub = randomUUID()
  await app.sql('insert into companies (id, name, parent_id) values ($1, $2, $3)', [sub, `分公司${sub}`, id])
  const deepest = randomUUID()
  await app.sql('insert into companies (id, name, parent_id) values ($1, $2, $3)', [deepest, `支公司${deepest}`, sub])
  const comparison = await stage.compare(id, await stage.export(id))
  return { ...lived, sub, comparisonId: comparison.id }
}
const newClone = () => {
  const key = randomUUID().slice(0, 8)
  return { name: `演示${key}`, days: 14, account: `trial${key}`, adminName: '演示管理员' }
}
const findClone = async (name: string) =>
  String((await app.sql('select id from companies where name = $1', [name]))[0]?.id)
const rowsOf = async (table: string, top: string) =>
  app.sql(
    `select to_jsonb(t) as row from ${table} t
     where ${table === 'companies' ? 'id' : 'company_id'} in (select id from companies where top_id = $1)`,
    [top],
  )

describe('a clone of an archive', () => {
  it('has the structure with other ids, and nothing personal', async () => {
    const source = await buildSource()
    const wanted = newClone()
    expect(await stage.cloned(source.id, source.comparisonId, wanted)).toMatchObject({ failed: 0 })
    const top = await findClone(wanted.name)
    const texts: string[] = []
    for (const table of clonedTables) {
      const [theirs, ours] = [await rowsOf(table, source.id), await rowsOf(table, top)]
      // Its administrator and the roles that every company has come on top.
      const isMore = ['users', 'user_roles', 'roles', 'role_elements', 'role_menus'].includes(table)
      expect(ours.length >= theirs.length && (isMore || ours.length === theirs.length), table).toBe(true)
      const ids = new Set(theirs.flatMap(({ row }) => (row as { id?: string }).id ?? []))
      expect(ours.filter(({ row }) => ids.has((row as { id?: string }).id ?? ''))).toEqual([])
      texts.push(JSON.stringify(ours))
    }
    const everything = texts.join()
    const { person, id, head, role } = source
    const secret = [
      '欧阳',
      'ouyang',
      '住院',
      '座右铭',
      '法人某某',
      '99998888',
      '某路',
      '联系某人',
      '77776666',
      'hq@',
      '张伟',
    ]
    for (const word of [...secret, person.account, person.id, id, head, role.id])
      expect([word, everything.includes(word)]).toEqual([word, false])
    expect(everything).toContain('财务部')
    const [org] = await app.sql(`select path, id, parent_id from orgs where company_id = $1 and name = '财务部'`, [top])
    expect(org?.path).toBe(`/${org?.parent_id}/${org?.id}/`)
    const [copied] = await app.sql(
      `select roles.data_org_ids[1] = orgs.id as mapped from roles join orgs on orgs.company_id = roles.company_id
       where roles.company_id = $1 and roles.name = '店长' and orgs.name = '总部'`,
      [top],
    )
    expect(copied).toEqual({ mapped: true })
    expect(await app.sql('select name from companies where top_id = $1 order by created_at', [top])).toHaveLength(3)
    // Its numbers begin again, as it has none of the numbered rows.
    for (const table of ['sessions', 'webhooks', 'open_apps', 'messages', 'base_parameters', 'number_series'])
      expect([table, await rowsOf(table, top)]).toEqual([table, []])
  })

  it('is a trial with an end, whose people have no way in but its administrator', async () => {
    const source = await buildSource()
    const wanted = newClone()
    await stage.cloned(source.id, source.comparisonId, wanted)
    const top = await findClone(wanted.name)
    const [tenant] = await app.sql(
      `select state_of(tenants) as state, grace_days, expire_at between now() + interval '13 days' and now() + interval '15 days' as ends
       from tenants where company_id = $1`,
      [top],
    )
    expect(tenant).toEqual({ state: 'trial', grace_days: 0, ends: true })
    const [anyone] = await app.sql(`select account from users where company_id = $1 and name like '用户%' limit 1`, [
      top,
    ])
    const verify = (account: string, password: string) =>
      app.call(signInContract.verify, { body: { account, password } })
    expect((await verify(String(anyone?.account), source.person.password)).code).toBe(1001)
    expect((await verify(wanted.account, source.person.password)).code).toBe(1001)
    const { data } = await app.call(companiesContract.reset, { params: { id: top } }, root)
    expect((await verify(wanted.account, data?.password ?? '')).code).not.toBe(1001)
    // The original is as it was.
    expect((await verify(source.person.account, source.person.password)).code).toBe(0)
  })

  it('is made of a whole tenant alone, under a name and an account that are free, or not at all', async () => {
    const source = await buildSource()
    const params = { id: source.id, comparisonId: source.comparisonId }
    const [{ name } = { name: '' }] = await app.sql('select name from companies where id = $1', [source.id])
    const taken = await app.call(recoveryContract.clone, { params, body: { ...newClone(), name: String(name) } }, root)
    expect(taken).toMatchObject({ code: companiesErrors.nameTaken.code })
    const wanted = { ...newClone(), account: source.person.account }
    const { data } = await app.call(recoveryContract.clone, { params, body: wanted }, root)
    const state = async () => (await app.sql('select state, problem from job_runs where id = $1', [data?.id]))[0]
    await expect.poll(state).toEqual({ state: 'failed', problem: '账号已存在' })
    expect(await app.sql('select from companies where name = $1', [wanted.name])).toEqual([])
  })
})
