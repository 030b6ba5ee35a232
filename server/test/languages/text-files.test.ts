import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { translationsContract } from '@atrium/contract/features/system/translations/translations.contract.ts'
import { Header } from '@atrium/contract/kernel/envelope.ts'
import { po } from 'gettext-parser'
import { beforeAll, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { unchecked } from '../loosely-typed.ts'

const { list, languages, setLanguage, exportTexts, importTexts } = translationsContract

let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})

const read = async (body: { language: string; missing?: boolean; kind?: 'roles' | 'product' }, token = root) => {
  const { raw, headers } = await app.call(exportTexts, { body }, token)
  return { file: raw.toString('utf8'), headers, parsed: po.parse(raw) }
}
const send = async (language: string, file: string, token = root, confirm = '') => {
  const form = new FormData()
  form.append('file', new Blob([file]), `${language}.po`)
  const encoded = new Response(form)
  const answer = await app.server.inject({
    method: 'POST',
    url: importTexts.path.replace(':language', language),
    headers: { token, [Header.confirm]: confirm, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json()
}
const apply = async (language: string, file: string, token = root) => {
  const preview = await send(language, file, token)
  return send(language, file, token, preview.data?.confirmToken)
}
const textOf = async (source: string, language: string, token = root) =>
  (
    await app.call(list, { query: { 'f.language': language, search: source.replace('@state', ''), size: 100 } }, token)
  ).data?.find(({ id }) => id === source)?.text

it('of a new language begins empty, and comes back as it was', async () => {
  expect((await app.call(setLanguage, { body: { tag: 'FR', offered: true, version: 0 } }, root)).code).toBe(0)
  const french = (await app.call(languages, {}, root)).data?.find(({ tag }) => tag === 'fr')
  expect(french).toMatchObject({ name: 'Français', offered: true, product: { translated: 0 } })
  const { file, headers, parsed } = await read({ language: 'fr' })
  expect(headers['content-disposition']).toBe('attachment; filename="fr.po"')
  expect(parsed.headers.Language).toBe('fr')
  expect(parsed.translations['']?.保存).toMatchObject({ msgstr: [''], comments: { extracted: 'product' } })
  expect(parsed.translations.state?.关闭).toBeDefined()
  const translated = file
    .replace(/(msgid "保存"\nmsgstr )""/, '$1"Enregistrer"')
    .replace(/(msgctxt "state"\nmsgid "关闭"\nmsgstr )""/, '$1"Fermé"')
  const preview = await send('fr', translated)
  expect(preview).toMatchObject({
    code: 111,
    data: { impact: { counts: { added: 2, changed: 0, same: 0, faulty: 0 } } },
  })
  expect((await send('fr', translated, root, preview.data.confirmToken)).code).toBe(0)
  expect([await textOf('保存', 'fr'), await textOf('关闭@state', 'fr')]).toEqual(['Enregistrer', 'Fermé'])
  const again = await read({ language: 'fr' })
  expect(again.file).toBe(translated)
  expect((await send('fr', again.file)).data.impact.counts).toMatchObject({ added: 0, changed: 0, same: 2 })
  const missing = await read({ language: 'fr', missing: true })
  expect(missing.parsed.translations['']?.保存).toBeUndefined()
  const [written] = await app.sql(`select after from audit_log where event = 'texts.imported' and ok`)
  expect(written?.after).toEqual({ language: 'fr', rows: 2 })
})

it('says what is unknown and what is wrong in it, with the line, and writes the rest', async () => {
  const file = [
    'msgid ""',
    'msgstr ""',
    '"Language: en\\n"',
    '',
    'msgid "取消"',
    'msgstr "Never mind"',
    '',
    'msgid "最多 {max} 个字符"',
    'msgstr "At most {count}"',
    '',
    'msgid "没有人写过的话"',
    'msgstr "Nothing"',
    '',
  ].join('\n')
  const { data } = await send('en', file)
  expect(data.impact).toMatchObject({
    counts: { added: 0, changed: 1, same: 0, unknown: 1, faulty: 1 },
    changes: [{ source: '取消', before: 'Cancel', after: 'Never mind' }],
    problems: [{ line: 8, source: '最多 {max} 个字符', msg: '原文中没有 {count}' }],
  })
  expect((await apply('en', file)).code).toBe(0)
  expect(await textOf('取消', 'en')).toBe('Never mind')
})

it('is refused if it is none, or of another language', async () => {
  expect((await send('en', 'PK\u0003\u0004')).code).toBe(4055)
  expect((await send('en', 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n')).code).toBe(4056)
  expect((await send('tlh', 'msgid ""\nmsgstr ""\n')).code).toBe(4050)
})

it('of a company holds its names alone', async () => {
  const companyId = await buildCompany(app, '甲公司')
  const permissions = ['list', 'edit', 'export'].map((each) => `sysTexts:${each}`)
  const token = await app.signIn(await buildUser(app, { companyId, permissions: [...permissions, 'sysRoles:add'] }))
  await app.call(rolesContract.create, { body: unchecked({ name: '出纳', code: 'cashier' }) }, token)
  const { parsed, file } = await read({ language: 'en' }, token)
  const sources = Object.keys(parsed.translations[''] ?? {})
  expect(sources).toContain('出纳')
  expect(sources).not.toContain('保存')
  expect((await apply('en', file.replace(/(msgid "出纳"\nmsgstr )""/, '$1"Cashier"'), token)).code).toBe(0)
  expect(await textOf('出纳', 'en', token)).toBe('Cashier')
})
