import { randomUUID } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { customFieldsContract } from '@atrium/contract/features/system/custom-fields/custom-fields.contract.ts'
import { recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { recoveryErrors } from '@atrium/contract/features/tenancy/recovery/recovery.errors.ts'
import { ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import { companyTables, differences } from '../../../../test/company-tables.ts'
import { buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import {
  buildLivedInTenant,
  createRecoveryStage,
  type LivedIn,
  type RecoveryStage,
} from '../../../../test/recovery-stage.ts'
import { createVisitStage, visitorPermissions } from '../../../../test/visit-stage.ts'
import { createSecrets } from '../../../kernel/secrets.ts'

vi.setConfig({ testTimeout: 120_000 })

let app: TestApp
let root: string
let stage: RecoveryStage
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
  stage = createRecoveryStage(app, root)
})

const code = () => `c${randomUUID().slice(0, 8)}`
const buildLivedIn = (name: string) => buildLivedInTenant(app, name)
/** Removes and changes something of everything that can be put back. */
const disturb = async ({ id, token, cashier, clerk, finance, head, role, person, parameterId }: LivedIn) => {
  const rename = { name: '文员甲', code: code(), level: 1, version: 1 }
  expect((await app.call(postsContract.update, { params: { id: clerk }, body: rename }, token)).code).toBe(0)
  expect((await app.call(postsContract.remove, { params: { id: cashier } }, token)).code).toBe(0)
  await app.sql(`update base_parameters set value = '"周报"', version = 2 where id = $1`, [parameterId])
  await app.sql('delete from users where company_id = $1 and id = $2', [id, person.id])
  await app.sql('delete from orgs where company_id = $1 and id = $2', [id, finance])
  await app.sql('delete from orgs where company_id = $1 and id = $2', [id, head])
  await app.sql(`delete from role_elements where role_id = $1 and element = 'sysPosts:add'`, [role.id])
}
const everything = ['post', 'role', 'organization', 'user', 'baseParameter'] as const
const allParts = everything.map((kind) => ({ kind, changes: ['changed' as const, 'deleted' as const] }))

describe('an archive beside what there is now', () => {
  it('differs by exactly what was created, changed and deleted, with names and fields', async () => {
    const lived = await buildLivedIn('比较')
    const exported = await stage.export(lived.id)
    expect(stage.differing(await stage.compare(lived.id, exported))).toEqual({})
    await disturb(lived)
    await lived.addPost('会计')
    const found = await stage.compare(lived.id, exported)
    expect(stage.differing(found)).toEqual({
      post: [1, 1, 1],
      role: [0, 1, 0],
      organization: [0, 0, 2],
      user: [0, 0, 1],
      baseParameter: [0, 1, 0],
    })
    const names = async (filter: object) =>
      (await stage.rows(lived.id, found.id, filter)).map(({ name, fields }) => [name.replace(/（.*/, ''), fields])
    expect(await names({ 'f.kind': 'post', 'f.change': 'changed' })).toEqual([['文员甲', ['code', 'level', 'name']]])
    expect(await names({ 'f.kind': 'post', 'f.change': 'deleted' })).toEqual([['出纳', []]])
    expect(await names({ 'f.kind': 'post', 'f.change': 'created' })).toEqual([['会计', []]])
    expect(await names({ 'f.kind': 'role' })).toEqual([['店长', ['role_elements']]])
    expect(await names({ 'f.kind': 'baseParameter' })).toEqual([['标题', ['value']]])
    expect(await names({ 'f.kind': 'organization' })).toEqual([
      ['财务部', []],
      ['总部', []],
    ])
    expect(await names({ search: '出纳' })).toHaveLength(1)
    expect(await app.sql('select from archived_rows where comparison_id = $1', [found.id])).toEqual([])
    const [audit] = await app.sql(`select entity_id from audit_log where event = 'archive.compared' and ok limit 1`)
    expect(audit).toBeDefined()
  })

  it('is listed until it expires, and can be uploaded again', async () => {
    const { id } = await buildLivedIn('上传')
    const exported = await stage.export(id)
    expect((await stage.listed(id))?.archives.map(({ runId }) => runId)).toEqual([exported])
    const { data } = await stage.upload(id, await stage.download(exported))
    expect(await stage.ended(id, data?.id ?? '')).toMatchObject({ state: 'done', name: '公司数据.zip' })
    expect((await stage.listed(id))?.comparisons.map((each) => each.id)).toEqual([data?.id])
  })

  it('of a company’s own export is compared with that company alone', async () => {
    const { id, token } = await buildLivedIn('自助')
    const { raw } = await app.call(ownTenantContract.exportData, {}, token)
    const sub = randomUUID()
    await app.sql('insert into companies (id, name, parent_id) values ($1, $2, $3)', [sub, `下级${sub}`, id])
    const { data } = await stage.upload(id, raw)
    expect(stage.differing(await stage.ended(id, data?.id ?? ''))).toEqual({})
  })
})

describe('what is put back', () => {
  it('is as it was archived, and is taken back', async () => {
    const lived = await buildLivedIn('恢复')
    const { id } = lived
    const exported = await stage.export(id)
    const before = await companyTables(app, id)
    await disturb(lived)
    const disturbed = await companyTables(app, id)
    const compared = await stage.compare(id, exported)
    const { impact, run, runId } = await stage.restored(id, compared.id, allParts)
    expect(impact).toMatchObject({ parts: expect.arrayContaining([{ kind: 'organization', changed: 0, deleted: 2 }]) })
    expect(run).toMatchObject({ ok: 7, failed: 0, undoable: true })
    expect(stage.differing(await stage.compare(id, exported))).toEqual({})
    // A password is in no archive.
    expect(differences(before, await companyTables(app, id))).toEqual(['users'])
    expect(await stage.read(id, compared.id)).toMatchObject({
      outcomes: { restored: 7, refused: 0 },
      restoreRun: runId,
    })
    const events = await app.sql(
      `select entity_name from audit_log where company_id = $1 and event = 'archivedRow.restored' order by 1`,
      [id],
    )
    expect(events).toHaveLength(7)
    const again = await stage.restore(id, compared.id, allParts)
    expect(again.done).toMatchObject(recoveryErrors.nothingToRestore)
    expect(await stage.takenBack(runId)).toMatchObject({ ok: 7, skipped: 0 })
    expect(differences(disturbed, await companyTables(app, id))).toEqual([])
    expect(await stage.read(id, compared.id)).toMatchObject({ outcomes: { restored: 0, undone: 7 } })
  })

  it('has the place of its parent, wherever that lies', async () => {
    const lived = await buildLivedIn('挪动')
    const { id, finance, head, addOrg } = lived
    const team = await addOrg('出纳组', finance)
    const exported = await stage.export(id)
    const paths = () => app.sql('select id, path from orgs where company_id = $1 order by id', [id])
    const before = await paths()
    await app.sql(`update orgs set parent_id = null, path = '/' || id || '/' where id = $1`, [finance])
    await app.sql(`update orgs set path = '/' || $2 || '/' || id || '/' where id = $1`, [team, finance])
    const compared = await stage.compare(id, exported)
    expect(stage.differing(compared)).toEqual({ organization: [0, 1, 0] })
    await stage.restored(id, compared.id, [{ kind: 'organization', changes: ['changed'], rows: [finance] }])
    expect(await paths()).toEqual(before)
    expect(before.find((row) => row.id === team)?.path).toBe(`/${head}/${finance}/${team}/`)
  })

  it('comes after its parents, however deep and old they are', async () => {
    const { id, addOrg } = await buildLivedIn('深')
    const line: string[] = []
    for (let depth = 0; depth < 6; depth += 1) line.push(await addOrg(`第${depth}级`, null))
    // The youngest is at the top.
    for (let depth = 4; depth >= 0; depth -= 1)
      await app.sql(
        `update orgs set parent_id = above.id, path = above.path || orgs.id || '/' from orgs above
         where orgs.id = $1 and above.id = $2`,
        [line[depth], line[depth + 1]],
      )
    const exported = await stage.export(id)
    const paths = () => app.sql('select id, path from orgs where company_id = $1 order by id', [id])
    const before = await paths()
    for (const org of line) await app.sql('delete from orgs where id = $1', [org])
    const compared = await stage.compare(id, exported)
    const { run, runId } = await stage.restored(id, compared.id, [{ kind: 'organization', changes: ['deleted'] }])
    expect(run).toMatchObject({ ok: 6, failed: 0 })
    expect(await paths()).toEqual(before)
    expect(await stage.takenBack(runId)).toMatchObject({ ok: 6, skipped: 0 })
  })

  it('gives a user no way in but a new password, which an administrator sets', async () => {
    const lived = await buildLivedIn('用户')
    const { id, person } = lived
    const exported = await stage.export(id)
    await app.sql('delete from users where id = $1', [person.id])
    const compared = await stage.compare(id, exported)
    await stage.restored(id, compared.id, [{ kind: 'user', changes: ['deleted'] }])
    const [user] = await app.sql('select must_change_password, password_hash from users where id = $1', [person.id])
    expect(user).toMatchObject({ must_change_password: true })
    expect(user?.password_hash).not.toBe('')
    const body = { account: person.account, password: person.password }
    expect((await app.call(signInContract.verify, { body })).code).toBe(1001)
    const names = await app.sql('select kind from login_directory where user_id = $1 order by 1', [person.id])
    expect(names).toEqual([{ kind: 'account' }, { kind: 'phone' }])
  })

  it('is refused row by row with a sentence, and the others go on', async () => {
    const lived = await buildLivedIn('拒绝')
    const { id, cashier, clerk, person, finance, token } = lived
    const exported = await stage.export(id)
    await app.sql('delete from users where id = $1', [person.id])
    await app.sql('delete from orgs where id = $1', [finance])
    for (const post of [cashier, clerk])
      expect((await app.call(postsContract.remove, { params: { id: post } }, token)).code).toBe(0)
    const body = { name: '出纳', code: code(), level: 0 }
    expect((await app.call(postsContract.create, { body }, token)).code).toBe(0)
    const other = await buildUser(app, { companyId: await buildTenant(app, `别家${randomUUID()}`) })
    const compared = await stage.compare(id, exported)
    const parts = [
      { kind: 'user' as const, changes: ['deleted' as const] },
      { kind: 'post' as const, changes: ['deleted' as const] },
    ]
    const { run } = await stage.restored(id, compared.id, parts)
    expect(run).toMatchObject({ ok: 1, failed: 2 })
    const notes = async () =>
      Object.fromEntries(
        (await stage.rows(id, compared.id, { 'f.outcome': 'refused' })).map(({ kind, note }) => [kind, note]),
      )
    expect(await notes()).toEqual({
      user: expect.stringMatching(/^所引用的组织“财务部.*”已被删除，请一并恢复$/),
      post: '岗位名称已存在',
    })
    await app.sql(
      `insert into login_directory (kind, digest, company_id, user_id)
       select 'account', sha256(convert_to('account:' || $1, 'UTF8')), $2, $3`,
      [person.account.toLowerCase(), other.companyId, other.id],
    )
    await stage.restored(id, compared.id, [
      { kind: 'organization', changes: ['deleted'] },
      { kind: 'user', changes: ['deleted'] },
    ])
    expect((await notes()).user).toBe('账号已存在')
  })

  it('has its custom values, is found by them as its field was archived, and is refused one that is taken', async () => {
    const { id, clerk, cashier, head, finance } = await buildLivedIn('字段')
    const { account, password } = await buildUser(app, {
      companyId: id,
      permissions: ['sysPosts:list', 'sysCustomFields:add', 'sysCustomFields:edit'],
    })
    const token = await app.signIn({ account, password })
    const rules = { name: '编号', help: '', pattern: '', unique: true, searchable: true }
    const added = ['post', 'organization'].map(async (entity) => {
      const body = { ...rules, entity, kind: 'text' as const, key: 'no', dictionary: '' }
      return (await app.call(customFieldsContract.create, { body }, token)).data?.id ?? ''
    })
    const [ofPosts = ''] = await Promise.all(added)
    const setNo = (table: string, row: string, value: string) =>
      app.sql(`update ${table} set custom = jsonb_build_object('c_no', $2::text) where id = $1`, [row, value])
    await setNo('posts', clerk, 'P-1')
    await setNo('posts', cashier, 'P-2')
    await setNo('orgs', head, 'O-1')
    await setNo('orgs', finance, 'O-2')
    const exported = await stage.export(id)

    const plain = { ...rules, unique: false, searchable: false, version: 1 }
    const changed = await app.call(customFieldsContract.update, { params: { id: ofPosts }, body: plain }, token)
    expect(changed.code).toBe(0)
    await setNo('posts', cashier, 'P-9')
    await setNo('orgs', head, 'O-9')
    await setNo('orgs', finance, 'O-1')
    const compared = await stage.compare(id, exported)
    expect(stage.differing(compared)).toEqual({ customField: [0, 1, 0], post: [0, 1, 0], organization: [0, 2, 0] })
    const parts = (['customField', 'post', 'organization'] as const).map((kind) => ({
      kind,
      changes: ['changed' as const],
    }))
    const { run } = await stage.restored(id, compared.id, parts)
    // One of the organisations has the other's value until that is put back, too.
    expect(run?.failed).toBe(1)
    const notes = (await stage.rows(id, compared.id)).flatMap(({ note }) => note || [])
    expect(notes).toEqual(['与现有数据重复'])
    const found = async (no: string) =>
      (await app.call(postsContract.list, { query: { 'f.custom': JSON.stringify({ c_no: no }) } as object }, token))
        .data
    await expect.poll(() => found('P-1')).toMatchObject([{ id: clerk, custom: { c_no: 'P-1' } }])
    expect(await found('P-2')).toMatchObject([{ id: cashier }])
    expect(await found('P-9')).toEqual([])
  })

  it('stays below the plan and the number of users', async () => {
    const { id, person, role } = await buildLivedIn('套餐')
    const exported = await stage.export(id)
    await app.sql('delete from users where id = $1', [person.id])
    await app.sql('delete from roles where id = $1', [role.id])
    const plan = randomUUID()
    await app.sql(`insert into plans (id, code, name, most_users) values ($1::uuid, $2, $2, 1)`, [plan, `p${plan}`])
    await app.sql('update tenants set plan_id = $2 where company_id = $1', [id, plan])
    const compared = await stage.compare(id, exported)
    await stage.restored(id, compared.id, [
      { kind: 'user', changes: ['deleted'] },
      { kind: 'role', changes: ['deleted'] },
    ])
    const rows = await stage.rows(id, compared.id, { 'f.outcome': 'refused' })
    expect(Object.fromEntries(rows.map(({ kind, note }) => [kind, note]))).toEqual({
      user: '用户数超过套餐上限',
      role: expect.stringMatching(/^含有当前套餐以外的 2 项权限：sysPosts:add、sysPosts:list$/),
    })
  })

  it('is left alone where it has changed since, by the restoration and by what takes it back', async () => {
    const { id, clerk, cashier, token } = await buildLivedIn('之后')
    const exported = await stage.export(id)
    const edit = async (post: string, name: string, version: number) =>
      (
        await app.call(
          postsContract.update,
          { params: { id: post }, body: { name, code: code(), level: 0, version } },
          token,
        )
      ).code
    expect([await edit(clerk, '甲', 1), await edit(cashier, '乙', 1)]).toEqual([0, 0])
    const compared = await stage.compare(id, exported)
    expect(await edit(clerk, '丙', 2)).toBe(0)
    const { run, runId } = await stage.restored(id, compared.id, [{ kind: 'post', changes: ['changed'] }])
    expect(run).toMatchObject({ ok: 1, failed: 1 })
    expect(await edit(cashier, '丁', 3)).toBe(0)
    const undo = await app.call(ownJobsContract.undoOwn, { params: { id: runId } }, root)
    expect(undo.code).toBe(0)
    await expect
      .poll(async () => (await app.sql('select state from job_runs where id = $1', [undo.data?.id]))[0]?.state)
      .toBe('failed')
    expect(await stage.rows(id, compared.id, { 'f.outcome': 'kept' })).toMatchObject([
      { name: expect.stringContaining('乙') },
    ])
  })
})

describe('an archive that is not this tenant’s own', () => {
  /** Another archive from the entries of one. */
  const repack = async (bytes: Buffer, change: (name: string, content: Buffer) => Buffer | undefined) => {
    const zip = await yauzl.fromBufferPromise(bytes)
    const made = new ZipFile()
    for await (const entry of zip.eachEntry()) {
      const content = change(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
      if (content) made.addBuffer(content, entry.fileName)
    }
    made.end()
    return buffer(made.outputStream)
  }
  let id: string
  let bytes: Buffer
  beforeAll(async () => {
    id = (await buildLivedIn('来源')).id
    bytes = await stage.download(await stage.export(id))
  })
  const refusal = async (sent: Uint8Array, to = id) => {
    const { code: number, msg, data } = await stage.upload(to, sent)
    if (number !== 0) return { code: number, msg }
    const { state, problem } = await stage.ended(to, data?.id ?? '')
    return { state, problem }
  }

  it('is refused with a sentence', async () => {
    const neighbour = await buildTenant(app, `邻居${randomUUID()}`)
    expect(await refusal(bytes, neighbour)).toEqual(recoveryErrors.otherCompany)
    expect(await refusal(Buffer.from('PK not a zip'))).toEqual(recoveryErrors.notAnArchive)
    expect(await refusal(bytes.subarray(0, bytes.length - 200))).toEqual(recoveryErrors.notAnArchive)
    const unsigned = await repack(bytes, (name, content) => (name === 'contents.sig' ? undefined : content))
    expect(await refusal(unsigned)).toEqual(recoveryErrors.unsigned)
    const claimed = await repack(bytes, (name, content) =>
      name === 'contents.json' ? Buffer.from(String(content).replaceAll(id, neighbour)) : content,
    )
    expect(await refusal(claimed, neighbour)).toEqual(recoveryErrors.foreign)
  })

  it('is refused if a row was edited, added or left out', async () => {
    const edited = (change: (lines: string) => string) =>
      repack(bytes, (name, content) => (name === 'posts.jsonl' ? Buffer.from(change(String(content))) : content))
    const damaged = { state: 'failed', problem: '档案中的 posts.jsonl 已损坏或被改动，不能使用' }
    expect(await refusal(await edited((lines) => lines.replace('出纳', '总管')))).toEqual(damaged)
    expect(await refusal(await edited((lines) => `${lines}${lines.split('\n')[0]}\n`))).toEqual(damaged)
    expect(await refusal(await edited((lines) => `${lines.split('\n')[0]}\n`))).toEqual(damaged)
    expect(await refusal(await edited(() => 'not json\n'))).toEqual(damaged)
    expect(
      await refusal(await repack(bytes, (name, content) => (name === 'posts.jsonl' ? undefined : content))),
    ).toEqual(damaged)
  })

  it('is refused if another installation has signed it', async () => {
    const other = await createTestApp({ secrets: createSecrets('the key of another installation') })
    const theirs = createRecoveryStage(other, await other.signIn())
    const tenant = await buildTenant(other, '同名公司')
    const foreign = await theirs.download(await theirs.export(tenant))
    expect(await refusal(foreign)).toEqual(recoveryErrors.foreign)
  })

  it('says what it holds in words, with a signature beside it', async () => {
    const zip = await yauzl.fromBufferPromise(bytes)
    const texts = new Map<string, string>()
    for await (const entry of zip.eachEntry())
      if (entry.fileName.startsWith('contents'))
        texts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
    expect(JSON.parse(texts.get('contents.json') ?? '')).toMatchObject({ format: 1, tenant: id, companies: [id] })
    expect(texts.get('contents.sig')).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a caller who is not the operator', () => {
  it('compares and restores nothing', async () => {
    const lived = await buildLivedIn('外人')
    const { id } = lived
    const exported = await stage.export(id)
    const { id: comparisonId } = await stage.compare(id, exported)
    const bytes = await stage.download(exported)
    const tryAll = async (token: string) => {
      const params = { id, comparisonId }
      const parts = [{ kind: 'post' as const, changes: ['deleted' as const] }]
      return [
        (await app.call(recoveryContract.archives, { params: { id } }, token)).code,
        (await app.call(recoveryContract.compareExport, { params: { id }, body: { runId: exported } }, token)).code,
        (await stage.upload(id, bytes, token)).code,
        (await app.call(recoveryContract.comparison, { params }, token)).code,
        (await app.call(recoveryContract.differences, { params, query: {} }, token)).code,
        (await app.call(recoveryContract.restore, { params, body: { parts } }, token)).code,
      ]
    }
    const permissions = ['sysCompanys:tenant']
    const ofCompany = await buildUser(app, { companyId: id, permissions })
    expect(new Set(await tryAll(await app.signIn(ofCompany)))).not.toContain(0)
    const narrow = await buildUser(app, { companyId: await readPlatformCompany(app), permissions })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    expect(new Set(await tryAll(await app.signIn(narrow)))).toEqual(new Set([421]))
    const visits = await createVisitStage(app, [...visitorPermissions, ...permissions])
    expect(new Set(await tryAll((await visits.enter({ mode: 'manage' })).token))).toEqual(new Set([423]))
  })
})
