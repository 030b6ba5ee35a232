import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { describe, expect, it } from 'vitest'
import { buildRole, buildTenant, buildUser } from '../../../../../test/factories.ts'

setUpImportedUsers()

import {
  addOrganization,
  addUser,
  allTitles,
  check,
  companyId,
  fresh,
  importRights,
  post,
  problemsIn,
  role,
  setUpImportedUsers,
  stage,
  storedUser,
  token,
} from '../../../../../test/imported-users-stage.ts'

describe('a row of users', () => {
  it('is refused for the same reasons, in the same words, as a request', async () => {
    const elsewhere = await stage.signInNew(importRights)
    const [taken, foreign, free] = [fresh(), fresh(), fresh()]
    await addUser({ ...taken, name: '先来' })
    await addUser({ ...foreign, name: '别家' }, elsewhere.token)
    const strong = await buildRole(stage.app, { companyId, permissions: ['sysUsers:reset'] })
    const template = await buildRole(stage.app, { companyId, permissions: [] })
    await stage.app.sql(`update roles set type = 'template' where id = $1`, [template.id])
    const stopped = await buildRole(stage.app, { companyId, permissions: [] })
    await stage.app.sql('update roles set status = 0 where id = $1', [stopped.id])
    const closed = await addOrganization('停用部')
    await stage.app.sql('update orgs set status = 0 where id = $1', [closed])
    const giving = await addOrganization('授权部')
    await stage.app.sql('insert into org_roles (company_id, org_id, role_id, granted_by) values ($1, $2, $3, $4)', [
      companyId,
      giving,
      strong.id,
      '{}',
    ])

    type Body = Parameters<typeof stage.app.call<typeof usersContract.create>>[1]['body']
    const base = { account: free.account, name: '某人' }
    const cases: { body: Body; cells: Record<string, string> }[] = [
      { body: { ...base, account: 'a' }, cells: { 账号: 'a' } },
      { body: { ...base, phone: '123' }, cells: { 手机号: '123' } },
      { body: { ...base, email: 'nobody' }, cells: { 邮箱: 'nobody' } },
      { body: { ...base, idCard: '110105194912310021' }, cells: { 身份证号: '110105194912310021' } },
      { body: { ...base, expireTime: '2020-01-01T00:00:00+08:00' }, cells: { 到期时间: '2020-01-01 00:00:00' } },
      { body: { ...base, phone: taken.phone }, cells: { 手机号: taken.phone } },
      { body: { ...base, email: taken.email.toUpperCase() }, cells: { 邮箱: taken.email.toUpperCase() } },
      { body: { ...base, phone: foreign.phone }, cells: { 手机号: foreign.phone } },
      { body: { ...base, account: foreign.account }, cells: { 账号: foreign.account } },
      { body: { ...base, roleIds: [strong.id] }, cells: { 角色: strong.name } },
      { body: { ...base, roleIds: [template.id] }, cells: { 角色: template.name } },
      { body: { ...base, roleIds: [stopped.id] }, cells: { 角色: stopped.name } },
      { body: { ...base, orgs: [{ orgId: closed }] }, cells: { 组织: '停用部' } },
      { body: { ...base, orgs: [{ orgId: giving }] }, cells: { 组织: '授权部' } },
    ]
    const toCells = (cells: Record<string, string>) => {
      const { 账号 = fresh().account, 姓名 = '某人' } = cells
      return allTitles.map((title) => ({ ...cells, 账号, 姓名 })[title] ?? '')
    }
    const { rows, counts } = await check(
      allTitles,
      cases.map(({ cells }) => toCells(cells)),
    )
    expect(counts).toMatchObject({ refused: cases.length })
    const answers: unknown[] = []
    for (const { body } of cases) {
      const { errors, msg } = await stage.app.call(usersContract.create, { body }, token)
      answers.push(errors?.[0]?.msg ?? msg)
    }
    expect(rows.map(({ problems }) => problems[0]?.msg)).toEqual(answers)
    expect(new Set(answers).size).toBeGreaterThan(9)
  })

  it('is refused for what other rows of the file have taken, and not for what they free', async () => {
    const [stored, one, two] = [fresh(), fresh(), fresh()]
    const [freed, swapped] = [fresh(), fresh()]
    await addUser({ ...stored, name: '甲' })
    const { rows, id } = await check(
      ['账号', '姓名', '手机号'],
      [
        [one.account, '乙', one.phone],
        [two.account, '丙', one.phone],
        [stored.account, '甲', freed.phone],
        [swapped.account, '丁', stored.phone],
        [one.account.toUpperCase(), '戊', ''],
      ],
    )
    expect(problemsIn(rows)).toEqual([[2], [3, 'phone 手机号已被使用'], [4], [5], [6, ' 与第 2 行重复']])
    const { run } = await stage.apply(token, id)
    expect(run).toMatchObject({ ok: 3, failed: 0 })
    expect(await storedUser(swapped.account)).toMatchObject({ phone: stored.phone })
  })

  it('shows all of its problems at once', async () => {
    const taken = fresh()
    await addUser({ ...taken, name: '甲' })
    const { rows } = await check(
      ['账号', '姓名', '手机号', '邮箱', '组织'],
      [
        [fresh().account, '乙', taken.phone, taken.email, '没有的部门'],
        [fresh().account, '丙', taken.phone, taken.email, ''],
        ['x', '', '12', '', ''],
      ],
    )
    expect(problemsIn(rows)).toEqual([
      [2, 'orgs 没有“没有的部门”'],
      [3, 'phone 手机号已被使用', 'email 邮箱已被使用'],
      [4, 'name 不能为空', 'account 账号为 4-30 位字母、数字或下划线，以字母开头', 'phone 请输入正确的手机号'],
    ])
  })

  it('names a post or duty only together with an organisation', async () => {
    const { rows } = await check(['账号', '姓名', '岗位'], [[fresh().account, '乙', post]])
    expect(problemsIn(rows)).toEqual([[2, 'post 填写岗位或职务时，请同时填写组织']])
  })

  it('of another company is unknown', async () => {
    const elsewhere = await stage.signInNew(importRights)
    const theirs = await buildRole(stage.app, { companyId: elsewhere.companyId, permissions: [] })
    const { rows } = await check(['账号', '姓名', '角色'], [[fresh().account, '乙', theirs.name]])
    expect(problemsIn(rows)).toEqual([[2, `roles 没有“${theirs.name}”`]])
  })

  it('is refused beyond the user limit of the plan, also while the file is read', async () => {
    const tenant = await buildTenant(stage.app, `限额公司${fresh().account}`)
    const { token: theirs } = await stage.signInNew(importRights, tenant)
    await stage.app.sql('update tenants set most_users = 3 where company_id = $1', [tenant])
    const rows = [fresh(), fresh(), fresh()].map(({ account }) => [account, '乙'])
    const { rows: checked, id } = await check(['账号', '姓名'], rows, theirs)
    expect(checked.map(({ verdict }) => verdict)).toEqual(['new', 'new', 'refused'])
    const { msg } = await stage.app.call(usersContract.create, { body: { account: 'abcd', name: '甲' } }, theirs)
    expect(msg).toBe('ok')
    const { run } = await stage.apply(theirs, id)
    expect(run).toMatchObject({ ok: 1, failed: 1 })
    const refusal = await stage.app.call(usersContract.create, { body: { account: 'abce', name: '甲' } }, theirs)
    expect((await stage.readRows(theirs, id, { 'f.outcome': 'failed' }))[0]?.note).toBe(refusal.msg)
  })

  it('needs the rights of the calls that change roles and members', async () => {
    await addOrganization('质检部')
    const user = await buildUser(stage.app, {
      companyId,
      permissions: ['sysExcels:list', 'sysExcels:run', 'sysUsers:list', 'sysUsers:add', 'sysUsers:edit'],
    })
    const theirs = await stage.app.signIn(user)
    const { rows } = await check(
      ['账号', '姓名', '组织', '角色'],
      [
        [fresh().account, '乙', '质检部', ''],
        [fresh().account, '乙', '', role.name],
        [fresh().account, '乙', '', ''],
      ],
      theirs,
    )
    expect(rows.map(({ verdict }) => verdict)).toEqual(['refused', 'refused', 'new'])
    const body = { account: fresh().account, name: '乙', roleIds: [role.id] }
    const { msg } = await stage.app.call(usersContract.create, { body }, theirs)
    expect(rows[1]?.problems[0]?.msg).toBe(msg)
  })
})
