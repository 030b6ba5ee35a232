import { randomUUID } from 'node:crypto'
import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSheet, toBytes } from '../../../../test/filled-workbook.ts'
import { createImportStage, excelOf, type ImportStage } from '../../../../test/import-stage.ts'

const modules = ['sysRoles', 'sysPosts', 'sysOrgs']
const rights = modules.flatMap((module) => ['list', 'add', 'edit', 'delete'].map((right) => `${module}:${right}`))
const roleTitles = ['角色', '编码', '类型', '上级角色']

let stage: ImportStage
let own: Awaited<ReturnType<ImportStage['signInNew']>>
let others: typeof own
beforeAll(async () => {
  stage = await createImportStage()
  own = await stage.signInNew(rights)
  others = await stage.signInNew(rights)
  const id = await stage.upload(others.token, 'role', [
    buildSheet(roleTitles, [['外部店长', 'outer-store', '自定义', '']]),
  ])
  await stage.check(others.token, id)
  await stage.apply(others.token, id)
})
const findTheirs = async () => {
  const rows = await stage.app.sql(`select id, version from roles where company_id = $1 and code = 'outer-store'`, [
    others.companyId,
  ])
  return { id: String(rows[0]?.id), version: rows[0]?.version }
}

describe('an import of another company’s data', () => {
  it('answers what names it like what names nothing', async () => {
    const { id: theirs } = await findTheirs()
    const reasons = async (text: string) => {
      const id = await stage.upload(own.token, 'role', [
        buildSheet(roleTitles, [['店员', `c${randomUUID().slice(0, 8)}`, '自定义', text]]),
      ])
      await stage.check(own.token, id)
      const [row] = await stage.readRows(own.token, id, { 'f.verdict': 'refused' })
      return row?.problems.map(({ field, value, msg }) => [field, value, msg.replaceAll(text, '…')])
    }
    const unknown = await reasons('无此角色')
    expect(unknown).toEqual([['parentName', '无此角色', '没有“…”']])
    for (const text of ['外部店长', 'outer-store', theirs, randomUUID()])
      expect(await reasons(text)).toEqual([['parentName', text, '没有“…”']])
  })

  it('finds no row by its keys, and leaves it as it was', async () => {
    const before = await findTheirs()
    const sheets = [buildSheet(roleTitles, [['外部店长', 'outer-store', '自定义', '']])]
    const id = await stage.upload(own.token, 'role', sheets)
    await stage.map(own.token, id, { mode: 'update' })
    await stage.check(own.token, id)
    const [refused] = await stage.readRows(own.token, id)
    expect(refused).toMatchObject({ verdict: 'refused', problems: [{ msg: '未找到要更新的角色' }] })
    const added = await stage.upload(own.token, 'role', sheets)
    expect((await stage.check(own.token, added)).counts).toMatchObject({ new: 1, refused: 0 })
    await stage.apply(own.token, added)
    expect(await findTheirs()).toEqual(before)
  })

  it('has no template, and shows none of theirs', async () => {
    const body = { name: '他们的', code: 'theirs', entity: 'role', keys: ['code'] }
    const { data } = await stage.app.call(excelsContract.create, { body }, others.token)
    const bytes = await toBytes([buildSheet(roleTitles, [['店员', 'clerk', '自定义', '']])])
    const [foreign, unknown] = [
      await stage.send(own.token, data?.id ?? '', bytes),
      await stage.send(own.token, randomUUID(), bytes),
    ]
    expect(foreign.code).toBe(404)
    expect({ ...foreign, traceId: '' }).toEqual({ ...unknown, traceId: '' })
  })
})

describe('an import whose calls require reauthentication', () => {
  it('is checked and started after it, as a request would be', async () => {
    const { checkImport, applyImport } = importsContract
    const rows = [['会计', `p${randomUUID().slice(0, 8)}`, '基层']]
    const id = await stage.upload(own.token, 'post', [buildSheet(['岗位名称', '编码', '级别'], rows)])
    const params = { id }
    const requires = (mfa: boolean) => stage.app.sql(`update apis set mfa = $1 where key = 'sysPosts.update'`, [mfa])
    const body = { name: '会计', code: 'none', level: 3, version: 1 }
    const request = async () =>
      (await stage.app.call(postsContract.update, { params: { id: randomUUID() }, body }, own.token)).code
    await requires(true)
    // Nodes cache for a second.
    await expect.poll(request, { timeout: 5000 }).toBe(111)
    expect((await stage.app.call(checkImport, { params, body: { revision: 1 } }, own.token)).code).toBe(111)
    expect((await stage.read(own.token, id)).state).toBe('uploaded')
    const prove = { type: 'password', password: own.user.password } as const
    expect((await stage.app.call(securityContract.prove, { body: prove }, own.token)).code).toBe(0)
    const { counts } = await stage.check(own.token, id)
    await stage.app.sql(`update sessions set proved_at = now() - interval '1 hour'`)
    const seen = { revision: 1, counts: counts ?? { total: 0, new: 0, changed: 0, same: 0, refused: 0 } }
    expect((await stage.app.call(applyImport, { params, body: seen }, own.token)).code).toBe(111)
    await requires(false)
  })
})

describe('a caller without the rights of an entity', () => {
  it('has no template of it, and no longer reads what they have imported', async () => {
    const { token, user } = await stage.signInNew(rights, own.companyId)
    const rows = [['出纳', `p${randomUUID().slice(0, 8)}`, '基层']]
    const id = await stage.upload(token, 'post', [buildSheet(['岗位名称', '编码', '级别'], rows)])
    await stage.check(token, id)
    await stage.app.sql(
      `delete from role_elements where role_id = $1 and element in ('sysPosts:add', 'sysPosts:edit')`,
      [user.roleId],
    )
    const later = await stage.app.signIn(user)
    expect((await stage.app.call(importsContract.import, { params: { id } }, later)).code).toBe(404)
    expect((await stage.app.call(importsContract.importRows, { params: { id }, query: {} }, later)).code).toBe(404)
    expect((await stage.app.call(excelsContract.file, { params: { id: excelOf('post') } }, later)).code).toBe(404)
    const bytes = await toBytes([buildSheet(['岗位名称', '编码', '级别'], rows)])
    expect((await stage.send(later, excelOf('post'), bytes)).code).toBe(404)
  })
})
