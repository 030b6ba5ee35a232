import { documentAccessContract } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildDocument, buildFolder, buildGrant } from '../../../../test/document-factories.ts'
import { buildCompany, buildRole, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { newId } from '../../../kernel/ids.ts'

const { access, changeAccess, subjects } = documentAccessContract
const { folders, list, get } = documentsContract
const permissions = ['list', 'share'].map((each) => `sysDocs:${each}`)

let app: TestApp
let companyId: string
let manager: string
let person: Awaited<ReturnType<typeof buildUser>>
let token: string
beforeAll(async () => {
  app = await createTestApp()
  companyId = await buildCompany(app, '甲公司')
  manager = await app.signIn(await buildUser(app, { companyId, permissions: [...permissions, 'sysDocs:manage'] }))
  person = await buildUser(app, { companyId, permissions })
  token = await app.signIn(person)
})

const org = async (parent?: { id: string; path: string }, status = 1) => {
  const id = newId()
  const path = `${parent?.path ?? '/'}${id}/`
  await app.sql('insert into orgs (company_id, id, parent_id, name, path, status) values ($1, $2, $3, $4, $5, $6)', [
    companyId,
    id,
    parent?.id ?? null,
    `组织${id}`,
    path,
    status,
  ])
  return { id, path }
}
const join = (orgId: string) =>
  app.sql('insert into user_orgs (company_id, user_id, org_id) values ($1, $2, $3)', [companyId, person.id, orgId])
const levelIn = async (folderId: string, as = token) =>
  ((await app.call(folders, {}, as)).data ?? []).find(({ id }) => id === folderId)?.level
const readVersion = async (id: string) =>
  Number((await app.sql('select version from documents where id = $1', [id]))[0]?.version)
type Body = RequestOf<typeof changeAccess>['body']
const change = async (id: string, body: Omit<Body, 'version'>, as = manager) =>
  app.call(changeAccess, { params: { id }, body: { ...body, version: await readVersion(id) } }, as)

describe('rights', () => {
  it('come from grants to a person, their roles with those above, their organisations with those above, and everyone', async () => {
    const parent = await buildRole(app, { companyId })
    await app.sql('update roles set parent_id = $1 where id = $2', [parent.id, person.roleId])
    const upper = await org()
    const lower = await org(upper)
    await join(lower.id)
    const other = await org(upper)
    const granted = async (level: number, subject?: Parameters<typeof buildGrant>[4]) => {
      const folder = await buildFolder(app, companyId)
      await buildGrant(app, companyId, folder, level, subject)
      return levelIn(folder)
    }
    expect(await granted(1)).toBe('view')
    expect(await granted(2, { user: person.id })).toBe('download')
    expect(await granted(3, { role: person.roleId })).toBe('edit')
    expect(await granted(4, { role: parent.id })).toBe('manage')
    expect(await granted(2, { org: lower.id })).toBe('download')
    expect(await granted(2, { org: upper.id })).toBe('download')
    expect(await granted(4, { org: other.id })).toBeUndefined()
    expect(await granted(4, { role: (await buildRole(app, { companyId })).id })).toBeUndefined()
  })
  it('of an expired role, a stopped organisation or a deleted user are gone', async () => {
    const folder = await buildFolder(app, companyId)
    const role = await buildRole(app, { companyId })
    await app.sql(
      `insert into user_roles (company_id, user_id, role_id, expires_at) values ($1, $2, $3, now() - interval '1 minute')`,
      [companyId, person.id, role.id],
    )
    const stopped = await org(undefined, 0)
    await join(stopped.id)
    await buildGrant(app, companyId, folder, 1, { role: role.id })
    await buildGrant(app, companyId, folder, 1, { org: stopped.id })
    expect(await levelIn(folder)).toBeUndefined()
  })
  it('inherit down to a folder that does not, where the highest level counts', async () => {
    const top = await buildFolder(app, companyId)
    const middle = await buildFolder(app, companyId, '中', top)
    const closed = await buildFolder(app, companyId, '密', middle)
    const below = await buildFolder(app, companyId, '底', closed)
    await buildGrant(app, companyId, top, 2, { user: person.id })
    await buildGrant(app, companyId, middle, 1)
    await app.sql('update documents set inherits = false where id = $1', [closed])
    expect([await levelIn(top), await levelIn(middle), await levelIn(closed), await levelIn(below)]).toEqual([
      'download',
      'download',
      undefined,
      undefined,
    ])
    await buildGrant(app, companyId, closed, 3, { user: person.id })
    expect([await levelIn(closed), await levelIn(below)]).toEqual(['edit', 'edit'])
    expect([await levelIn(closed, manager), await levelIn(below, manager)]).toEqual(['manage', 'manage'])
  })
  it('on a single file show it without its folder', async () => {
    const folder = await buildFolder(app, companyId)
    const shared = await buildDocument(app, companyId, folder, { name: `共享${newId()}.png` })
    const hidden = await buildDocument(app, companyId, folder)
    await buildGrant(app, companyId, shared, 2, { user: person.id })
    expect(await levelIn(folder)).toBeUndefined()
    const { data = [] } = await app.call(list, { query: { search: '共享' } }, token)
    expect(data).toMatchObject([{ id: shared, level: 'download', folderId: null, folderTitle: '', takeable: false }])
    expect((await app.call(get, { params: { id: shared } }, token)).data).toMatchObject({ path: [] })
    expect((await app.call(get, { params: { id: hidden } }, token)).code).toBe(404)
  })
  it('of another company reach nothing', async () => {
    const elsewhere = await buildCompany(app, '乙公司')
    const stranger = await app.signIn(
      await buildUser(app, { companyId: elsewhere, permissions: [...permissions, 'sysDocs:manage'] }),
    )
    const folder = await buildFolder(app, companyId)
    const file = await buildDocument(app, companyId, folder)
    await buildGrant(app, companyId, folder, 4)
    expect((await app.call(folders, {}, stranger)).data).toEqual([])
    expect((await app.call(get, { params: { id: file } }, stranger)).code).toBe(404)
    expect((await app.call(access, { params: { id: folder } }, stranger)).code).toBe(404)
  })
})

describe('rights on one file', () => {
  it('are those that its list has, wherever it lies', async () => {
    const company = await buildCompany(app, '随机公司')
    const reader = await buildUser(app, { companyId: company, permissions: ['sysDocs:list'] })
    const as = await app.signIn(reader)
    // The same numbers each time, and every kind of tree among them.
    let seed = 7
    const below = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    const places: (string | null)[] = [null]
    const files: string[] = []
    for (let at = 0; at < 40; at += 1) {
      const folder = await buildFolder(app, company, undefined, places[below(places.length)] ?? null)
      places.push(folder)
      const file = await buildDocument(app, company, folder)
      files.push(file)
      if (below(3) === 0) await app.sql('update documents set inherits = false where id = $1', [folder])
      if (below(12) === 0)
        await app.sql('update documents set trashed_at = now(), trashed_by = created_by where id = $1', [folder])
      if (below(3) === 0) await buildGrant(app, company, folder, 1 + below(4), { user: reader.id })
      if (below(6) === 0) await buildGrant(app, company, file, 1 + below(4))
    }
    const { data = [] } = await app.call(list, { query: { size: 100 } }, as)
    const listed = new Map(data.map(({ id, level, folderId }) => [id, { level, folderId }]))
    const alone: typeof listed = new Map()
    for (const id of files) {
      const { data: file } = await app.call(get, { params: { id } }, as)
      if (file) alone.set(id, { level: file.level, folderId: file.folderId })
    }
    expect(listed.size).toBeGreaterThan(5)
    expect(listed.size).toBeLessThan(40)
    expect(new Set([...listed.values()].map(({ level }) => level)).size).toBeGreaterThan(2)
    expect(alone).toEqual(listed)
  })
})

describe('changing who has access', () => {
  it('shows own and inherited grants with where they come from', async () => {
    const top = await buildFolder(app, companyId, `上${newId()}`)
    const folder = await buildFolder(app, companyId, '下', top)
    await buildGrant(app, companyId, top, 1)
    const grants = [
      { kind: 'user' as const, subjectId: person.id, level: 'edit' as const },
      { kind: 'role' as const, subjectId: person.roleId, level: 'download' as const },
    ]
    expect((await change(folder, { inherits: true, grants })).code).toBe(0)
    const { data } = await app.call(access, { params: { id: folder } }, manager)
    expect(data).toMatchObject({
      folder: true,
      inherits: true,
      grants: [
        { kind: 'user', subjectId: person.id, name: '张伟', level: 'edit', from: null },
        { kind: 'role', subjectId: person.roleId, level: 'download', from: null },
        { kind: 'everyone', subjectId: '', name: '全体成员', level: 'view', from: { id: top } },
      ],
    })
    const only = [{ kind: 'user' as const, subjectId: person.id, level: 'manage' as const }]
    expect((await change(folder, { inherits: false, grants: only })).code).toBe(0)
    expect((await app.call(access, { params: { id: folder } }, token)).data?.grants).toMatchObject([
      { subjectId: person.id, level: 'manage', from: null },
    ])
    const [audited] = await app.sql(
      `select event, after from audit_log where entity_id = $1 order by seq desc limit 1`,
      [folder],
    )
    expect(audited).toMatchObject({
      event: 'docAccess.changed',
      after: { grants: [{ name: '张伟', level: 'manage' }], inherits: false },
    })
  })
  it('needs a manager, the newest version, and someone who manages what stands alone', async () => {
    const folder = await buildFolder(app, companyId)
    await buildGrant(app, companyId, folder, 3, { user: person.id })
    const everyone = { kind: 'everyone' as const, subjectId: '' as const, level: 'view' as const }
    expect((await change(folder, { inherits: true, grants: [everyone] }, token)).code).toBe(8153)
    expect((await app.call(access, { params: { id: folder } }, token)).code).toBe(8153)
    expect((await change(folder, { inherits: true, grants: [everyone] })).code).toBe(8160)
    const body = { inherits: true, grants: [{ ...everyone, level: 'manage' as const }], version: 99 }
    const outdated = await app.call(changeAccess, { params: { id: folder }, body }, manager)
    const current = { inherits: true, grants: [{ kind: 'user', subjectId: person.id, level: 'edit' }] }
    expect(outdated).toMatchObject({ code: 409, data: { current } })
    expect((await change(folder, { inherits: true, grants: [{ ...everyone, level: 'manage' }] })).code).toBe(0)
    expect(await levelIn(folder)).toBe('manage')
  })
  it('refuses whom it does not know', async () => {
    const folder = await buildFolder(app, companyId)
    const everyone = { kind: 'everyone' as const, subjectId: '' as const, level: 'manage' as const }
    for (const kind of ['user', 'role', 'organization'] as const) {
      const stranger = { kind, subjectId: newId(), level: 'view' as const }
      expect((await change(folder, { inherits: true, grants: [everyone, stranger] })).code).toBe(8159)
      const unnamed = { kind, subjectId: '' as const, level: 'view' as const }
      expect((await change(folder, { inherits: true, grants: [everyone, unnamed] })).code).toBe(8159)
    }
  })
  it('finds roles, organisations and people', async () => {
    const { data: first = [] } = await app.call(subjects, { query: {} }, manager)
    expect(first[0]).toMatchObject({ kind: 'everyone', name: '全体成员' })
    const { data: found = [] } = await app.call(subjects, { query: { keyword: person.account } }, manager)
    expect(found).toMatchObject([{ kind: 'user', id: person.id, name: '张伟' }])
    const { data: roles = [] } = await app.call(subjects, { query: { keyword: person.roleName } }, manager)
    expect(roles).toMatchObject([{ kind: 'role', id: person.roleId }])
  })
})
