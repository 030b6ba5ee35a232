import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { dictionaryQueryContract } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { translationsContract } from '@atrium/contract/features/system/translations/translations.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Announcements } from '../../src/kernel/announcements.ts'
import { callAndConfirm } from '../call-and-confirm.ts'
import { createCookieJar } from '../cookie-jar.ts'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { unchecked } from '../loosely-typed.ts'

const { list, languages, name, write, reset, exportTexts, setLanguage } = translationsContract
const english = { 'accept-language': 'en' }
const chinese = { 'accept-language': 'zh-CN' }

/** Announcements of the nodes of one process. */
const createBus = () => {
  const listeners: ((message: string) => void)[] = []
  const connect = (): Announcements => ({
    publish: (message) => {
      for (const listener of listeners) listener(message)
    },
    subscribe: (listener) => void listeners.push(listener),
    usage: () => undefined,
    close: () => undefined,
  })
  return connect
}

let app: TestApp
let node: TestApp
let root: string
const permissions = [
  'sysTexts:list',
  'sysTexts:edit',
  'sysTexts:export',
  'sysRoles:list',
  'sysRoles:add',
  'sysDicts:list',
  'sysDicts:add',
  'sysDicts:edit',
  'sysDicts:delete',
]
const enter = async (companyName: string, granted = permissions) => {
  const id = await buildCompany(app, companyName)
  return { id, token: await app.signIn(await buildUser(app, { companyId: id, permissions: granted })) }
}
beforeAll(async () => {
  const connect = createBus()
  const jar = createCookieJar()
  app = await createTestApp({ announcements: connect(), jar })
  node = await createTestApp({ sharedDatabase: app, announcements: connect(), jar })
  root = await app.signIn()
})

const find = async (source: string, language = 'en', token = root) =>
  (await app.call(list, { query: { 'f.language': language, search: source, size: 100 } }, token)).data?.find(
    ({ id }) => id === source,
  )
const say = async (source: string, text: string, language = 'en', token = root) => {
  const version = (await find(source, language, token))?.version ?? 0
  return app.call(write, { body: { language, source, text, version } }, token)
}
const unsay = async (source: string, language = 'en', token = root) =>
  app.call(reset, { body: { language, source, version: (await find(source, language, token))?.version ?? 0 } }, token)
const errorOf = async (of: TestApp, headers: Record<string, string>) =>
  (await of.call(sessionContract.menus, {}, 'no token', headers)).msg

describe('a sentence of the product', () => {
  it('is overruled on every node, and comes back', async () => {
    const source = await errorOf(app, chinese)
    const before = await errorOf(node, english)
    expect(await say(source, 'Who are you?')).toMatchObject({ code: 0 })
    expect([await errorOf(app, english), await errorOf(node, english)]).toEqual(['Who are you?', 'Who are you?'])
    expect(await errorOf(node, chinese)).toBe(source)
    expect(await unsay(source)).toMatchObject({ code: 0 })
    expect([await errorOf(app, english), await errorOf(node, english)]).toEqual([before, before])
  })
  it('is overruled in the language of the code as well, and names in replies with it', async () => {
    await say('组织与成员', '人员', 'zh-CN')
    const first = async (headers: Record<string, string>) =>
      (await node.call(sessionContract.menus, {}, root, headers)).data?.[0]?.name
    expect([await first(chinese), await first(english)]).toEqual(['人员', 'People'])
    await unsay('组织与成员', 'zh-CN')
    expect(await first(chinese)).toBe('组织与成员')
  })
  it('is found by what stands on the screen', async () => {
    const search = async (text: string) =>
      (await app.call(list, { query: { 'f.language': 'en', search: text, size: 100 } }, root)).data?.map(({ id }) => id)
    expect(await search('最多 {max} 个字符')).toContain('最多 {max} 个字符')
    expect(await search('最多 20 个字符')).toContain('最多 {max} 个字符')
    expect(await search('At most 20 characters')).toContain('最多 {max} 个字符')
  })
  it('keeps its values: what is wrong is said', async () => {
    const problem = async (text: string) => (await say('最多 {max} 个字符', text)).errors
    const at = (msg: string) => [{ field: 'text', msg }]
    expect(await problem('At most {max')).toEqual(at('语法有误，请检查花括号是否成对'))
    expect(await problem('At most {maximum} or {max}')).toEqual(at('原文中没有 {maximum}'))
    expect(await problem('At most some')).toEqual(at('缺少 {max}'))
    expect(await problem('{max, plural, one {{max} sign} other {{max} signs}}')).toBeUndefined()
    await unsay('最多 {max} 个字符')
  })
})

describe('a name', () => {
  it('of a company is translated within it, and in no other', async () => {
    const [one, other] = [await enter('甲公司'), await enter('乙公司')]
    for (const { token } of [one, other]) {
      const body = { group: 'lockReason', code: 'own', name: '长期出差' }
      expect((await app.call(dictionariesContract.create, { body }, token)).code).toBe(0)
    }
    expect(await say('长期出差', 'Travelling', 'en', one.token)).toMatchObject({ code: 0 })
    const read = async (of: TestApp, token: string, headers: Record<string, string>) =>
      (
        await of.call(dictionaryQueryContract.query, { query: { groups: 'lockReason' } }, token, headers)
      ).data?.lockReason?.find(({ code }) => code === 'own')?.name
    expect([await read(app, one.token, english), await read(node, one.token, english)]).toEqual([
      'Travelling',
      'Travelling',
    ])
    expect(await read(node, one.token, chinese)).toBe('长期出差')
    expect(await read(node, other.token, english)).toBe('长期出差')
    expect((await find('长期出差', 'en', other.token))?.text).toBeNull()
    const { data } = await app.call(
      dictionariesContract.list,
      { query: { 'f.group': 'lockReason' } },
      one.token,
      english,
    )
    expect(data?.map((item) => item.name)).toContain('Travelling')
  })
  it('stays its source when an edit sends what its reader saw', async () => {
    const { token } = await enter('丙公司')
    const body = { group: 'lockReason', code: 'own', name: '借调' }
    const { data: made } = await app.call(dictionariesContract.create, { body }, token)
    await say('借调', 'On loan', 'en', token)
    const params = { id: String(made?.id) }
    const { data: seen } = await app.call(dictionariesContract.get, { params }, token, english)
    expect(seen?.name).toBe('On loan')
    if (!seen) return
    const { name: shown, value, parent, color, tags, startTime, endTime, desc, version } = seen
    const edited = {
      name: shown,
      value,
      parent,
      sort: 7,
      color,
      tags,
      status: 1 as const,
      startTime,
      endTime,
      desc,
      version,
    }
    await app.call(dictionariesContract.update, { params, body: unchecked(edited) }, token, english)
    const { data } = await app.call(dictionariesContract.get, { params }, token, chinese)
    expect([data?.name, data?.sort]).toEqual(['借调', 7])
    expect((await app.call(name, { query: { name: 'On loan' } }, token, english)).data).toMatchObject({
      source: '借调',
      languages: [{ tag: 'en', text: 'On loan' }],
    })
  })
  it('that is gone leaves its translation unused, until it is removed', async () => {
    const { token } = await enter('丁公司')
    await app.call(dictionariesContract.create, { body: { group: 'lockReason', code: 'own', name: '停薪' } }, token)
    await say('停薪', 'Unpaid', 'en', token)
    const { data: items } = await app.call(dictionariesContract.list, { query: { search: '停薪' } }, token)
    await callAndConfirm(app, dictionariesContract.remove, { params: { id: String(items?.[0]?.id) } }, token)
    const unused = async () =>
      (await app.call(list, { query: { 'f.language': 'en', 'f.state': 'unused' } }, token)).data?.map(({ id }) => id)
    expect(await unused()).toEqual(['停薪'])
    expect(await say('停薪', 'Gone', 'en', token)).toMatchObject({ code: 4052 })
    await unsay('停薪', 'en', token)
    expect(await unused()).toEqual([])
  })
  it('of the platform is translated for all', async () => {
    const metadata = JSON.stringify({ path: 'reports', icon: 'table', redirect: 'noRedirect' })
    const body = { name: '月报', parent: null, kind: 'dir' as const, sort: 1, status: 1 as const, metadata }
    await app.call(menusContract.create, { body }, root)
    await say('月报', 'Monthly')
    const { data } = await node.call(menusContract.list, { query: {} }, root, english)
    expect(data?.map((menu) => menu.name)).toContain('Monthly')
  })
})

describe('a company', () => {
  it('sees and writes what it has named, and nothing of the product', async () => {
    const { token } = await enter('戊公司')
    const { data: rows } = await app.call(list, { query: { 'f.language': 'en', 'f.kind': 'product' } }, token)
    expect(rows).toEqual([])
    const body = { language: 'en', source: '保存', text: 'Keep', version: 0 }
    expect(await app.call(write, { body }, token)).toMatchObject({ code: 4052 })
    const french = { tag: 'fr', offered: true, version: 0 }
    const granted = await enter('己公司', [...permissions, 'sysTexts:languages'])
    expect(await app.call(setLanguage, { body: french }, granted.token)).toMatchObject({ code: 4054 })
  })
  it('calls no role otherwise in exports of others', async () => {
    const one = await enter('庚公司')
    await app.call(rolesContract.create, { body: unchecked({ name: '出纳', code: 'cashier' }) }, one.token)
    await say('出纳', 'Cashier', 'en', one.token)
    const { data } = await app.call(rolesContract.list, { query: {} }, one.token, english)
    expect(data?.map((role) => role.name)).toContain('Cashier')
  })
  it('calls things as it likes, with words of the machine and braces too', async () => {
    const { token } = await enter('壬公司', [...permissions, 'sysTexts:languages'])
    for (const [code, called] of ['constructor', '__proto__', '出{x}纳'].entries()) {
      const body = unchecked({ name: called, code: `word${code}` })
      expect((await app.call(rolesContract.create, { body }, token)).code).toBe(0)
    }
    const search = (words: string) => app.call(list, { query: { 'f.language': 'en', search: words } }, token)
    expect((await search('constructor')).data).toMatchObject([{ id: 'constructor', shipped: '', text: null }])
    expect(await say('constructor', 'Builder', 'en', token)).toMatchObject({ code: 0 })
    expect(await say('__proto__', 'Prototype', 'en', token)).toMatchObject({ code: 0 })
    expect(await say('出{x}纳', 'Cash{x}ier', 'en', token)).toMatchObject({ code: 0 })
    const { data } = await app.call(rolesContract.list, { query: {} }, token, english)
    expect(data?.map((role) => role.name)).toEqual(expect.arrayContaining(['Builder', 'Prototype', 'Cash{x}ier']))
    // The braces of a name are text, no place of a value.
    expect((await search('Cash and ier')).data).toEqual([])
    expect((await app.call(languages, {}, token)).code).toBe(0)
  })
  it('needs the right to write', async () => {
    const { token } = await enter('辛公司', ['sysTexts:list'])
    expect((await app.call(languages, {}, token)).code).toBe(0)
    const body = { language: 'en', source: '保存', text: 'Keep', version: 0 }
    expect((await app.call(write, { body }, token)).code).toBe(403)
    expect((await app.call(exportTexts, { body: { language: 'en' } }, token)).code).toBe(403)
  })
})
