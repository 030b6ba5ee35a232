import { randomUUID } from 'node:crypto'
import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { dictionariesContract } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../factories.ts'
import { filledWorkbook } from '../filled-workbook.ts'
import { createImportStage, excelOf, type ImportStage } from '../import-stage.ts'
import { readWorkbook } from '../read-workbook.ts'

const english = { 'accept-language': 'en' }
const ofDictionaries = ['list', 'add', 'edit', 'delete', 'export'].map((operation) => `sysDicts:${operation}`)
const ofUsers = ['list', 'add', 'edit', 'roles', 'export'].map((operation) => `sysUsers:${operation}`)
const han = /\p{Script=Han}/u

let stage: ImportStage
beforeAll(async () => {
  stage = await createImportStage()
})
const template = async (token: string, entity: string, headers = english) =>
  (await stage.app.call(excelsContract.file, { params: { id: excelOf(entity) } }, token, headers)).raw
const send = async (token: string, entity: string, bytes: Uint8Array) => {
  const { data, code, msg } = await stage.send(token, excelOf(entity), bytes)
  expect([code, msg]).toEqual([0, 'ok'])
  return String(data?.id)
}

describe('a template in English', () => {
  it('has no Chinese in its titles, notes, choices and requirements', async () => {
    const { token } = await stage.signInNew([...ofDictionaries, ...ofUsers])
    for (const entity of ['dictItem', 'user']) {
      const sheets = await readWorkbook(await template(token, entity))
      const texts = Object.entries(sheets).flatMap(([name, rows]) => [name, ...rows.flat().map(String)])
      // Samples of organizations, posts and roles are content.
      const samples = ['总公司 / 财务部', '会计', '普通成员', '张三', '零售', '男', '试用期']
      expect(texts.filter((text) => han.test(text) && !samples.includes(text))).toEqual([])
    }
    const [titles] = Object.values(await readWorkbook(await template(token, 'dictItem')))[0] ?? []
    expect(titles?.slice(0, 3)).toEqual(['Group code', 'Code', 'Name'])
  })

  it('is imported by a Chinese colleague, with English choices and dictionaries', async () => {
    const { token, companyId } = await stage.signInNew([...ofDictionaries, ...ofUsers])
    const [titles = []] = Object.values(await readWorkbook(await template(token, 'user')))[0] ?? []
    const account = `u${randomUUID().slice(0, 8)}`
    const values: Readonly<Record<string, string>> = {
      Account: account,
      'Full name': 'Ann Lee',
      Sex: 'Female',
    }
    expect(titles).toEqual(expect.arrayContaining(Object.keys(values)))
    const row = titles.map((title) => values[String(title)] ?? null)
    const bytes = await filledWorkbook(await template(token, 'user'), [row])
    const colleague = (await stage.signInNew([...ofDictionaries, ...ofUsers], companyId)).token
    const id = await send(colleague, 'user', bytes)
    const checked = await stage.check(colleague, id)
    expect(await stage.readRows(colleague, id)).toMatchObject([{ verdict: 'new', problems: [] }])
    expect(checked.counts).toMatchObject({ new: 1, refused: 0 })
    await stage.apply(colleague, id)
    const [stored] = await stage.app.sql('select name, sex from users where account = $1', [account])
    expect(stored).toEqual({ name: 'Ann Lee', sex: 2 })
  })

  it('takes English words of a state and a colour, and Chinese ones in the same file', async () => {
    const { token, companyId } = await stage.signInNew(ofDictionaries)
    const bytes = await filledWorkbook(await template(token, 'dictItem'), [
      ['orgKind', 'plant', 'Plant', null, null, 1, 'Green', 'Disabled'],
      ['orgKind', 'shop', 'Shop', null, null, 2, '橙色', '启用'],
    ])
    const id = await send(token, 'dictItem', bytes)
    await stage.check(token, id)
    expect(await stage.readRows(token, id)).toMatchObject([{ problems: [] }, { problems: [] }])
    await stage.apply(token, id)
    const stored = await stage.app.sql(
      'select code, color, status from dict_layers where company_id = $1 order by code',
      [companyId],
    )
    expect(stored).toEqual([
      { code: 'plant', color: 'good', status: 0 },
      { code: 'shop', color: 'warn', status: 1 },
    ])
  })

  it('says what is wrong in the language of who checks it, in the file of errors too', async () => {
    const { token } = await stage.signInNew(ofDictionaries)
    const rows = [
      ['orgKind', 'plant', 'Plant', null, null, 1, 'Pink', 'Enabled'],
      ['orgKind', 'shop', 'Shop', null, null, 2, 'Green', 'Enabled'],
    ]
    const id = await send(token, 'dictItem', await filledWorkbook(await template(token, 'dictItem'), rows))
    const { revision } = await stage.read(token, id)
    const checking = await stage.app.call(
      importsContract.checkImport,
      { params: { id }, body: { revision } },
      token,
      english,
    )
    expect(await stage.awaitEnd(token, checking.data?.id ?? '')).toMatchObject({ trial: true })
    const { counts } = await stage.read(token, id)
    const [refused] =
      (await stage.app.call(importsContract.importRows, { params: { id }, query: {} }, token, english)).data ?? []
    expect(refused?.problems).toMatchObject([{ title: 'Color', msg: expect.stringContaining('Green, Orange') }])
    const body = { revision, counts: counts as NonNullable<typeof counts> }
    const { data } = await stage.app.call(importsContract.applyImport, { params: { id }, body }, token, english)
    expect(await stage.awaitEnd(token, data?.id ?? '')).toMatchObject({ trial: false })
    const { sheets, name } = await stage.readErrors(token, data?.id ?? '')
    const [titles, first] = Object.values(sheets)[0] ?? []
    expect([titles?.at(-1), name]).toEqual(['Error', '数据-errors.xlsx'])
    expect(String(first?.at(-1))).not.toMatch(han)
    const [forChinese] = await stage.readRows(token, id)
    expect(forChinese?.problems).toMatchObject([{ title: '颜色', msg: expect.stringContaining('绿色、橙色') }])
    const readTitle = async (headers: Record<string, string>) =>
      (await stage.app.call(ownJobsContract.ownJob, { params: { id: data?.id ?? '' } }, token, headers)).data?.title
    expect([await readTitle(english), await readTitle({})]).toEqual([
      'Import of Dictionary item: 数据.xlsx',
      '导入字典项：数据.xlsx',
    ])
  })
})

describe('an export in English', () => {
  it('has English titles, words and notes, from its first row to its last', async () => {
    const { token, companyId } = await stage.signInNew([...ofDictionaries, ...ofUsers])
    for (const _ of Array(30).keys()) await buildUser(stage.app, { companyId })
    const body = { format: 'xlsx' as const, 'f.status': '1' as const }
    const { raw } = await stage.app.call(usersContract.exportUsers, { body }, token, english)
    const [users, notes] = Object.entries(await readWorkbook(raw))
    expect(users?.[0]).toBe('User')
    const [titles = [], ...rows] = users?.[1] ?? []
    expect(titles).toEqual(expect.arrayContaining(['Account', 'Full name', 'Status']))
    const states = rows.map((row) => row[titles.indexOf('Status')])
    expect(new Set(states)).toEqual(new Set(['Active']))
    expect(states.length).toBeGreaterThan(30)
    expect(notes?.[0]).toBe('Export notes')
    expect(notes?.[1]?.map(([label]) => label).join()).not.toMatch(han)
    expect(notes?.[1]).toContainEqual(['Filters', 'Status: Active'])
  })

  it('stays Chinese for Chinese readers beside it', async () => {
    const companyId = await buildCompany(stage.app, randomUUID())
    const token = await stage.app.signIn(await buildUser(stage.app, { companyId, permissions: ofDictionaries }))
    const body = { 'f.group': 'sex', format: 'csv' as const, columns: ['name', 'status'] }
    const read = async (headers: Record<string, string>) =>
      (await stage.app.call(dictionariesContract.exportItems, { body }, token, headers)).raw.toString('utf8')
    const [inEnglish, inChinese] = await Promise.all([read(english), read({})])
    expect(inEnglish.split('\r\n').slice(0, 2)).toEqual(['\uFEFFName,Status', expect.stringContaining('Enabled')])
    expect(inChinese.split('\r\n').slice(0, 2)).toEqual(['\uFEFF名称,状态', expect.stringContaining('启用')])
  })
})
