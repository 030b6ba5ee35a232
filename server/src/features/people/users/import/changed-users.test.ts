import { elementsContract } from '@atrium/contract/features/access/registry/elements.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { describe, expect, it } from 'vitest'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { buildCompany, buildUser } from '../../../../../test/factories.ts'
import {
  addUser,
  caller,
  check,
  companyId,
  fresh,
  importRows,
  problemsIn,
  role,
  setUpImportedUsers,
  stage,
  storedUser,
  token,
  upload,
} from '../../../../../test/imported-users-stage.ts'

import type { Cell } from '../../../../kernel/workbooks/workbook.ts'

setUpImportedUsers()

describe('a change of a user by an import', () => {
  const change = async (titles: readonly string[], values: readonly Cell[], by = token) => {
    const { rows } = await check(titles, [values], by)
    return problemsIn(rows)[0]?.slice(1)
  }

  it('is refused for oneself, for stronger people, and for the last administrator', async () => {
    expect(await change(['账号', '姓名', '角色'], [caller.account, '张伟', role.name])).toEqual([' 不能操作自己'])
    const strong = await buildUser(stage.app, { companyId, permissions: ['sysUsers:reset'] })
    expect(await change(['账号', '姓名'], [strong.account, '改名'])).toEqual([' 对方拥有您没有的权限，不能操作'])
    const admin = await buildUser(stage.app, { companyId, permissions: ['sysUsers:list'] })
    await stage.app.sql(`update roles set code = 'company-admin', type = 'builtin' where id = $1`, [admin.roleId])
    expect(await change(['账号', '姓名', '角色'], [admin.account, '张伟', role.name])).toEqual([
      ' 不能停用最后一个管理员',
    ])
    expect(await change(['账号', '姓名', '到期时间'], [admin.account, '张伟', '2031-01-01'])).toEqual([
      ' 不能停用最后一个管理员',
    ])
    expect(await change(['账号', '姓名'], [admin.account, '张大伟'])).toEqual([])
  })

  it('finds nobody outside the row scope of the caller, whose accounts are taken', async () => {
    const { account } = fresh()
    await addUser({ account, name: '看不见' })
    await stage.app.sql(`update roles set data_scope = 'self' where id = $1`, [caller.roleId])
    const theirs = await stage.app.signIn(caller)
    expect(await change(['账号', '姓名'], [account, '改名'], theirs)).toEqual(['account 账号已存在'])
  })

  it('fails by itself if the user has changed since the check', async () => {
    const { account } = fresh()
    await addUser({ account, name: '甲' })
    const { id } = await check(
      ['账号', '姓名'],
      [
        [account, '乙'],
        [fresh().account, '丙'],
      ],
    )
    await stage.app.sql('update users set version = version + 1 where account = $1', [account])
    expect((await stage.apply(token, id)).run).toMatchObject({ state: 'done', ok: 1, failed: 1 })
    expect((await stage.readRows(token, id, { 'f.outcome': 'failed' }))[0]?.note).toBe('试运行后该数据已被他人修改')
  })

  it('locks what the user has in other companies if a new way to sign in was added, and says so there', async () => {
    const { account, phone } = fresh()
    const id = await addUser({ account, name: '甲' })
    const elsewhere = await buildCompany(stage.app, `另一家${account}`)
    await stage.app.sql(
      `insert into users (company_id, id, account, name, password_hash, principal_company_id, principal_id)
       values ($1, gen_random_uuid(), $2, '甲', '', $3, $4)`,
      [elsewhere, account, companyId, id],
    )
    expect((await importRows(['账号', '姓名', '手机号'], [[account, '甲', phone]])).run).toMatchObject({
      ok: 1,
      failed: 0,
    })
    const [member] = await stage.app.sql('select status_of(users) as status from users where company_id = $1', [
      elsewhere,
    ])
    expect(member?.status).toBe(2)
    const logged = await stage.app.sql('select event, actor from audit_log where company_id = $1', [elsewhere])
    expect(logged).toMatchObject([{ event: userStatusContract.lock.audit.event, actor: { home: { id: companyId } } }])
  })

  it('is all or nothing on request', async () => {
    const [one, two] = [fresh(), fresh()]
    const id = await upload(
      ['账号', '姓名'],
      [
        [one.account, '甲'],
        [two.account, '乙'],
      ],
    )
    await stage.map(token, id, { atomic: true })
    await stage.check(token, id)
    await addUser({ account: two.account, name: '先来' })
    expect((await stage.apply(token, id)).run).toMatchObject({ state: 'failed' })
    expect(await storedUser(one.account)).toBeUndefined()
  })
})

describe('a restricted field', () => {
  it('has no column, is no key, and keeps its value', async () => {
    const { account, phone } = fresh()
    await addUser({ account, phone, name: '甲' })
    const admin = await stage.app.signIn()
    const [{ id: moduleId } = {}] = await stage.app.sql(`select id from modules where code = 'sysUsers'`)
    const field = { resource: 'users', name: 'phone', effect: 'hide' } as const
    const body = {
      moduleId: String(moduleId),
      operation: 'hidePhone',
      name: '手机号',
      kind: 'field',
      risk: 'low',
      sort: 1,
      desc: '',
      field,
    } as const
    const { done } = await callAndConfirm(stage.app, elementsContract.create, { body }, admin)
    const theirs = await stage.app.signIn(caller)
    try {
      const id = await upload(['账号', '姓名', '手机号'], [[account, '乙', '13911112222']], theirs)
      const found = await stage.read(theirs, id)
      expect(found.fields.map(({ field }) => field)).not.toContain('phone')
      expect(found.keySets).not.toContainEqual(['phone'])
      const columns = [
        { column: 0, field: 'account' },
        { column: 1, field: 'name' },
      ]
      expect((await stage.map(theirs, id, { keys: ['phone'], columns })).code).not.toBe(0)
      expect((await stage.map(theirs, id, { columns: [...columns, { column: 2, field: 'phone' }] })).code).toBe(8310)
      await stage.check(theirs, id)
      expect((await stage.readRows(theirs, id))[0]?.changes.map(({ field }) => field)).toEqual(['name'])
      expect((await stage.apply(theirs, id)).run).toMatchObject({ ok: 1, failed: 0 })
      expect(await storedUser(account)).toMatchObject({ name: '乙', phone })
    } finally {
      await callAndConfirm(stage.app, elementsContract.remove, { params: { id: done.data?.id ?? '' } }, admin)
    }
  })
})
