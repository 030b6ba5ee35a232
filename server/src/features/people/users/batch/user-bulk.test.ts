import { randomUUID } from 'node:crypto'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { bulkContract } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../../test/bulk-stage.ts'
import { callAndConfirm } from '../../../../../test/call-and-confirm.ts'
import { buildUser } from '../../../../../test/factories.ts'
import { readWorkbook } from '../../../../../test/read-workbook.ts'
import {
  add,
  admin,
  app,
  companyId,
  createRole,
  inSeconds,
  setUpUsers,
  token,
  userRights,
} from '../../../../../test/users-stage.ts'
import { passwordMatches } from '../../../../kernel/password-hash.ts'

setUpUsers()

const { lock, unlock, disable, enable, remove } = userStatusContract
let bulk: ReturnType<typeof bulkCaller>
beforeEach(() => {
  bulk = bulkCaller(app, token)
})

describe('an operation on the status of users', () => {
  /** Users of every status, some of which the caller may not touch. */
  const buildAll = async () => {
    const ids: string[] = [admin.id, (await buildUser(app, { companyId, permissions: ['sysBases:edit'] })).id]
    for (const change of [
      `status = 1`,
      `status = 0`,
      `locked_at = now(), locked_by = '{"id":"","name":"系统"}'`,
      `expire_at = now() - interval '1 day'`,
      `deleted_at = now(), deleted_by = '{"id":"","name":"系统"}'`,
    ]) {
      const { id } = await add()
      await app.sql(`update users set ${change} where id = $1`, [id])
      ids.push(id)
    }
    return ids
  }
  const single = {
    lock: (id: string) => callAndConfirm(app, lock, { params: { id }, body: { reason: '盘点', until: null } }, token),
    unlock: (id: string) => callAndConfirm(app, unlock, { params: { id } }, token),
    disable: (id: string) => callAndConfirm(app, disable, { params: { id } }, token),
    enable: (id: string) => callAndConfirm(app, enable, { params: { id } }, token),
    remove: (id: string) => callAndConfirm(app, remove, { params: { id }, body: {} }, token),
  }
  it.each(Object.keys(single) as (keyof typeof single)[])(
    'is judged as the call for one would: %s',
    async (operation) => {
      const ids = await buildAll()
      const input = operation === 'lock' ? { reason: '盘点', until: null } : {}
      const { id } = await bulk.checked(operation, { ids }, input)
      const rows = await bulk.readRows(id)
      const judged = ids.map((each) => rows.get(each)?.reason)
      const answers: string[] = []
      for (const each of ids) {
        const { done } = await single[operation](each)
        answers.push(done.code === 0 ? '' : (done.msg ?? ''))
      }
      expect(judged).toEqual(answers)
      expect(judged).toContain('')
    },
  )
  it('sets and removes when accounts expire', async () => {
    const [one, other] = [await add(), await add({ expireTime: inSeconds(3600) })]
    const ids = [one.id, other.id]
    const { id, verdicts } = await bulk.checked('expire', { ids }, { expireTime: null })
    expect(verdicts).toMatchObject({ change: 1, same: 1 })
    await bulk.apply(id)
    expect(await app.sql('select expire_at from users where id = any($1)', [ids])).toEqual([
      { expire_at: null },
      { expire_at: null },
    ])
    expect((await bulk.check('expire', { ids }, { expireTime: inSeconds(-60) })).code).toBe(2015)
  })
})

const readAssignments = (ids: readonly string[]) =>
  app.sql(
    `select user_id, role_id, scope_org_id, start_at::text, expires_at::text, reason from user_roles
     where user_id = any($1) order by user_id, role_id`,
    [ids],
  )

describe('a role for many users', () => {
  it('is granted to those without it, who gain what it holds, and taken back', async () => {
    const role = await createRole(['sysUsers:list'])
    const [first, second, holder] = [await add(), await add(), await add({ roleIds: [role] })]
    const ids = [first.id, second.id, holder.id]
    const before = await readAssignments(ids)
    const checked = await bulk.checked(
      'grantRole',
      { ids },
      { roleId: role, expireTime: inSeconds(3600), reason: '盘点' },
    )
    expect(checked).toMatchObject({ verdicts: { change: 2, same: 1, refused: 0 } })
    expect(checked.impact).toContainEqual({ name: '获得权限的用户', count: 2 })
    expect(checked.impact).toContainEqual({ name: '获得权限“用户 · 查看列表”的用户', count: 2 })
    expect(await readAssignments(ids)).toEqual(before)
    const { data } = await bulk.apply(checked.id)
    expect(data?.outcomes).toMatchObject({ changed: 2 })
    expect(await readAssignments(ids)).toHaveLength(before.length + 2)
    await bulk.undo(data?.runId ?? null)
    expect(await readAssignments(ids)).toEqual(before)
  })
  it('is revoked, and given back with its term and reason', async () => {
    const role = await createRole(['sysUsers:list'])
    const [holder, other] = [await add({ roleIds: [role] }), await add()]
    await app.sql(
      `update user_roles set expires_at = date_trunc('second', now()) + interval '1 year', reason = '项目'
      where user_id = $1 and role_id = $2`,
      [holder.id, role],
    )
    const ids = [holder.id, other.id]
    const before = await readAssignments(ids)
    const { id, verdicts, impact } = await bulk.checked('revokeRole', { ids }, { roleId: role })
    expect(verdicts).toMatchObject({ change: 1, same: 1 })
    expect(impact).toContainEqual({ name: '失去权限的用户', count: 1 })
    const { data } = await bulk.apply(id)
    expect(await readAssignments(ids)).toHaveLength(before.length - 1)
    await bulk.undo(data?.runId ?? null)
    expect(await readAssignments(ids)).toEqual(before)
  })
  it('must be one that the caller can grant', async () => {
    const role = await createRole(['sysBases:edit'])
    const { id } = await add()
    const { verdicts } = await bulk.checked('grantRole', { ids: [id] }, { roleId: role })
    expect(verdicts).toMatchObject({ change: 0, refused: 1 })
  })
})

describe('many users moved to an organisation', () => {
  it('leave their primary one, and return to it', async () => {
    const [sales, research] = [randomUUID(), randomUUID()]
    for (const [id, name] of [
      [sales, '销售部'],
      [research, '研发部'],
    ])
      await app.sql('insert into orgs (company_id, id, name, path) values ($1, $2, $3, $4)', [
        companyId,
        id,
        name,
        `/${id}/`,
      ])
    const member = await add()
    await app.sql('insert into user_orgs (company_id, user_id, org_id, is_primary) values ($1, $2, $3, true)', [
      companyId,
      member.id,
      sales,
    ])
    const organizations = () =>
      app.sql('select org_id, is_primary, duty from user_orgs where user_id = $1', [member.id])
    const before = await organizations()
    const ids = [member.id]
    expect((await bulk.check('move', { ids }, { orgId: research })).status).toBe(403)
    const mover = bulkCaller(
      app,
      await app.signIn(await buildUser(app, { companyId, permissions: [...userRights, 'sysOrgs:members'] })),
    )
    const { id } = await mover.checked('move', { ids }, { orgId: research })
    const { data } = await mover.apply(id)
    expect(await organizations()).toMatchObject([{ org_id: research, is_primary: true }])
    await mover.undo(data?.runId ?? null)
    expect(await organizations()).toEqual(before)
  })
})

describe('new passwords for many users', () => {
  const { passwords } = bulkContract
  const signIn = async (permissions: string[]) => app.signIn(await buildUser(app, { companyId, permissions }))
  const readHashes = (ids: readonly string[]) =>
    app.sql('select password_hash, must_change_password from users where id = any($1) order by id', [ids])
  const download = async (by: string, id: string) => {
    const answer = await app.server.inject({
      method: 'POST',
      url: passwords.path.replace(':id', id),
      headers: { token: by },
    })
    return answer.rawPayload
  }

  it('are set by a run, end the sessions, and are downloaded once by who asked for them', async () => {
    const [one, other] = [await buildUser(app, { companyId }), await add()]
    const stronger = await buildUser(app, { companyId, permissions: ['sysBases:edit'] })
    const ids = [one.id, other.id]
    const [session, before] = [await app.signIn(one), await readHashes(ids)]
    const checked = await bulk.checked('reset', { ids: [...ids, stronger.id] })
    expect(checked).toMatchObject({ verdicts: { change: 2, refused: 1 }, undoable: false, passwords: 0 })
    expect(await readHashes(ids)).toEqual(before)
    const { data } = await bulk.apply(checked.id)
    expect(await bulk.finished(data?.runId ?? null)).toMatchObject({ ok: 2, undoable: false })
    expect((await app.call(sessionContract.loginInfo, {}, session)).code).not.toBe(0)
    expect(await readHashes(ids)).toMatchObject([{ must_change_password: true }, { must_change_password: true }])
    expect(await bulk.details(checked.id)).toMatchObject({ passwords: 2, outcomes: { changed: 2 } })
    expect(await app.sql('select sealed from bulk_passwords where bulk_id = $1', [checked.id])).toHaveLength(2)

    expect(JSON.parse((await download(await signIn(userRights), checked.id)).toString()).code).toBe(404)
    const { 重置用户密码: [heads, ...rows] = [] } = await readWorkbook(await download(token, checked.id))
    expect(heads).toEqual(['用户', '新密码'])
    expect(rows).toHaveLength(2)
    const shown = String(rows.find(([name]) => String(name).includes(one.account))?.[1])
    const [stored] = await app.sql('select password_hash from users where id = $1', [one.id])
    expect(await passwordMatches(String(stored?.password_hash), shown)).toBe(true)

    expect(await bulk.details(checked.id)).toMatchObject({ passwords: 0 })
    expect(JSON.parse((await download(token, checked.id)).toString()).code).toBe(8358)
    const traces = await app.sql(
      `select before::text || after::text as text from audit_log where company_id = $1 and event ~ 'assword'`,
      [companyId],
    )
    expect(JSON.stringify(traces)).not.toContain(shown)
  })
  it('need the right to reset', async () => {
    const { id } = await add()
    const other = bulkCaller(app, await signIn(['sysUsers:list', 'sysUsers:lock']))
    expect((await other.check('reset', { ids: [id] })).status).toBe(403)
  })
})
