import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSheet, toBytes } from '../../../../test/filled-workbook.ts'
import { hostileWorkbooks } from '../../../../test/hostile/hostile-workbooks.ts'
import { createImportStage, excelOf, type ImportStage } from '../../../../test/import-stage.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const posts = ['list', 'add', 'edit', 'delete'].map((operation) => `sysPosts:${operation}`)
const titles = ['岗位名称', '编码', '级别']
const post = excelOf('post')

let stage: ImportStage
let companyId: string
let token: string
beforeAll(async () => {
  stage = await createImportStage()
})
beforeEach(async () => {
  const signedIn = await stage.signInNew(posts)
  companyId = signedIn.companyId
  token = signedIn.token
})
const stored = async () =>
  stage.app.sql('select name, code, level from posts where company_id = $1 order by code', [companyId])
const addPost = async (name: string, code: string, level: number, by = token) =>
  (await stage.app.call(postsContract.create, { body: { name, code, level } }, by)).data?.id ?? ''

describe('an uploaded workbook', () => {
  it('is mapped by titles, in whatever order, and by similar ones', async () => {
    const id = await stage.upload(token, 'post', [
      buildSheet(['级别', '备注', '编码 *', '岗位'], [['中层', 'x', 'a', '甲']]),
    ])
    const found = await stage.read(token, id)
    expect(found).toMatchObject({ entity: 'post', entityTitle: '岗位', state: 'uploaded', counts: null, revision: 1 })
    expect(found.file.name).toBe('数据.xlsx')
    expect(found.mapping).toEqual([
      { column: 0, field: 'level', match: 'title' },
      { column: 1, field: '', match: 'none' },
      { column: 2, field: 'code', match: 'title' },
      { column: 3, field: 'name', match: 'similar' },
    ])
    expect(found.sheets[0]?.columns[3]).toEqual({ title: '岗位', sample: '甲' })
    expect(found.keySets).toEqual([['code'], ['name']])
  })

  it('finds its fields by its template under other titles', async () => {
    const bytes = await stage.filled(token, post, [['会计', 'accountant', '基层']])
    const sheets = await readWorkbook(bytes)
    const mark = sheets.__meta ?? []
    const renamed = await toBytes([
      buildSheet(['甲列', '乙列', '丙列'], [['会计', 'accountant', '基层']], '岗位'),
      { name: '__meta', hidden: true, untitled: true, columns: [], rows: [mark] },
    ])
    const { data } = await stage.send(token, post, renamed)
    expect((await stage.read(token, data?.id ?? '')).mapping.map(({ field, match }) => [field, match])).toEqual([
      ['name', 'template'],
      ['code', 'template'],
      ['level', 'template'],
    ])
  })

  it('is refused with what differs if its template is older, another one, or of another company', async () => {
    const bytes = await stage.filled(token, post, [['会计', 'accountant', '基层']])
    const other = await stage.signInNew(posts)
    expect((await stage.send(other.token, post, bytes)).code).toBe(8300)
    const { data } = await stage.app.call(
      excelsContract.create,
      { body: { name: '另一份', code: 'second', entity: 'post', mode: 'upsert', keys: ['code'], status: 1 } },
      token,
    )
    expect((await stage.send(token, data?.id ?? '', bytes)).code).toBe(8301)
    const { data: meta } = await stage.app.call(excelsContract.meta, { params: { id: post } }, token)
    const columns = (meta?.columns ?? []).map((column) => ({ ...column, title: `${column.title}（新）` }))
    await stage.app.call(excelsContract.updateMeta, { params: { id: post }, body: { columns, version: 0 } }, token)
    const refused = await stage.send(token, post, bytes)
    expect([refused.code, refused.msg]).toEqual([8302, '模板版本不一致，请下载最新模板重新填写（列的要求已修改）'])
  })

  it('is refused without a column of the template, and for what is no workbook', async () => {
    const refused = await stage.send(token, post, await toBytes([buildSheet(['甲', '乙'], [['1', '2']])]))
    expect([refused.code, refused.msg]).toEqual([8303, '表头不匹配，请使用模板中的列标题：岗位名称、编码、级别'])
    expect((await stage.send(token, post, Buffer.from([1, 2, 3, 0, 5]), 'a.xlsx')).code).toBe(422)
    expect(await stage.app.sql('select id from imports where company_id = $1', [companyId])).toEqual([])
  })

  it.each(hostileWorkbooks.filter((_, at) => at % 12 === 0))('is refused with a sentence: $name', async ({ bytes }) => {
    const refused = await stage.send(token, post, await bytes())
    expect([413, 422, 8303]).toContain(refused.code)
    expect(refused.msg).toMatch(/[\u4e00-\u9fff]{4}/)
  })

  it('may be a CSV file, in the encoding that Excel saves in China', async () => {
    const text = '岗位名称,编码,级别\r\n会计,accountant,基层\r\n'
    const gb18030 = 'b8dacebbc3fbb3c62cb1e0c2eb2cbcb6b1f00d0abbe1bcc62c6163636f756e74616e742cbbf9b2e30d0a'
    for (const bytes of [Buffer.from(`\ufeff${text}`), Buffer.from(gb18030, 'hex')]) {
      const { data, code } = await stage.send(token, post, bytes, '岗位.csv')
      expect(code).toBe(0)
      expect((await stage.check(token, data?.id ?? '')).counts).toMatchObject({ new: 1, refused: 0 })
      expect(await stage.readRows(token, data?.id ?? '')).toMatchObject([{ row: 2, name: '会计', verdict: 'new' }])
    }
  })

  it('is seen by who has uploaded it alone', async () => {
    const id = await stage.upload(token, 'post', [buildSheet(titles, [['甲', 'a', '中层']])])
    const colleague = await stage.signInNew(posts, companyId)
    const stranger = await stage.signInNew(posts)
    for (const other of [colleague, stranger]) {
      const { import: get, importRows, checkImport, removeImport, imports } = importsContract
      expect((await stage.app.call(get, { params: { id } }, other.token)).code).toBe(404)
      expect((await stage.app.call(importRows, { params: { id }, query: {} }, other.token)).code).toBe(404)
      expect((await stage.app.call(checkImport, { params: { id }, body: { revision: 1 } }, other.token)).code).toBe(404)
      expect((await stage.app.call(removeImport, { params: { id } }, other.token)).code).toBe(404)
      expect((await stage.app.call(imports, { query: {} }, other.token)).data).toEqual([])
    }
    expect((await stage.app.call(importsContract.imports, { query: {} }, token)).data).toMatchObject([{ id }])
  })
})

describe('a check', () => {
  it('says what each row would do, and writes nothing', async () => {
    await addPost('出纳', 'cashier', 3)
    await addPost('司机', 'driver', 3)
    const before = await stored()
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['会计', 'accountant', '基层'],
        ['出纳员', 'cashier', '中层'],
        ['司机', 'driver', '基层'],
        ['', 'nameless', '基层'],
        ['厨师', 'cook', '大师'],
        ['会计二', 'accountant', '基层'],
      ]),
    ])
    const { counts, state, run } = await stage.check(token, id)
    expect(counts).toEqual({ total: 6, new: 1, changed: 1, same: 1, refused: 3 })
    expect(state).toBe('checked')
    expect(run).toMatchObject({ state: 'done', kind: 'import', total: 6, ok: 3, failed: 3, files: ['errors'] })
    expect(await stored()).toEqual(before)

    const [changed] = await stage.readRows(token, id, { 'f.verdict': 'changed' })
    expect(changed).toMatchObject({
      row: 3,
      name: '出纳员',
      problems: [],
      changes: [
        { field: 'name', title: '岗位名称', before: '出纳', after: '出纳员' },
        { field: 'level', title: '级别', before: '基层', after: '中层' },
      ],
    })
    const refused = await stage.readRows(token, id, { 'f.verdict': 'refused' })
    expect(refused.map(({ row, problems }) => [row, problems.map(({ title, msg }) => `${title}：${msg}`)])).toEqual([
      [5, ['岗位名称：不能为空']],
      [6, ['级别：只能填写：未定级、高层、中层、基层']],
      [7, ['：与第 2 行重复']],
    ])
    const [made] = await stage.app.sql(
      `select count(*)::int as n from audit_log where company_id = $1 and event like 'post.%' and entity_name = '会计'`,
      [companyId],
    )
    expect(made?.n).toBe(0)
  })

  it('holds texts against the format of the template', async () => {
    const { data: meta } = await stage.app.call(excelsContract.meta, { params: { id: post } }, token)
    const columns = (meta?.columns ?? []).map((each) =>
      each.field === 'code' ? { ...each, pattern: 'P\\d{3}' } : each,
    )
    await stage.app.call(excelsContract.updateMeta, { params: { id: post }, body: { columns, version: 0 } }, token)
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['会计', 'P001', '基层'],
        ['出纳', 'P01', '基层'],
        ['司机', 'xP001', '基层'],
      ]),
    ])
    expect((await stage.check(token, id)).counts).toMatchObject({ new: 1, refused: 2 })
    expect(await stage.readRows(token, id)).toMatchObject([
      { row: 2, verdict: 'new' },
      { row: 3, problems: [{ field: 'code', value: 'P01', msg: '须符合格式 P\\d{3}' }] },
      { row: 4, problems: [{ field: 'code', value: 'xP001', msg: '须符合格式 P\\d{3}' }] },
    ])
  })

  it('takes an empty cell for the default of its column', async () => {
    const { data: meta } = await stage.app.call(excelsContract.meta, { params: { id: post } }, token)
    const columns = (meta?.columns ?? []).map((each) => (each.field === 'level' ? { ...each, default: '高层' } : each))
    await stage.app.call(excelsContract.updateMeta, { params: { id: post }, body: { columns, version: 0 } }, token)
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['会计', 'a1', null],
        ['出纳', 'b2', '基层'],
        ['司机', 'c3', ' '],
      ]),
    ])
    expect((await stage.check(token, id)).counts).toMatchObject({ new: 3, refused: 0 })
    await stage.apply(token, id)
    expect((await stored()).map(({ level }) => level)).toEqual([1, 3, 1])
  })

  it('takes cells as people fill them', async () => {
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['  会计  ', 'a1', '3'],
        ['2024', 20240001, 2],
        [null, null, null],
        ['仓管', 'c3', { error: '#REF!' }],
      ]),
    ])
    const { counts } = await stage.check(token, id)
    expect(counts).toMatchObject({ total: 3, new: 2, refused: 1 })
    const [refused] = await stage.readRows(token, id, { 'f.verdict': 'refused' })
    expect(refused?.problems).toMatchObject([{ field: 'level', msg: '公式的结果是错误 #REF!，请改为具体的值' }])
    await stage.apply(token, id)
    expect(await stored()).toEqual([
      { name: '2024', code: '20240001', level: 2 },
      { name: '会计', code: 'a1', level: 3 },
    ])
  })

  it('leaves the file with its problems, to be corrected and sent again', async () => {
    const bytes = await stage.filled(token, post, [
      ['会计', 'accountant', '基层'],
      ['厨师', 'cook', '大师'],
    ])
    const { data } = await stage.send(token, post, bytes)
    const { checkRun } = await stage.check(token, data?.id ?? '')
    const { sheets, name, bytes: errors } = await stage.readErrors(token, checkRun ?? '')
    expect(name).toBe('数据-错误.xlsx')
    expect(sheets.岗位).toEqual([
      ['岗位名称', '编码', '级别', '错误'],
      ['会计', 'accountant', '基层'],
      ['厨师', 'cook', '大师', '级别：只能填写：未定级、高层、中层、基层'],
    ])
    const again = await stage.send(token, post, errors)
    expect(again.code).toBe(0)
    expect((await stage.check(token, again.data?.id ?? '')).counts).toMatchObject({ new: 1, refused: 1 })
  })

  it('is done again after the mapping has changed', async () => {
    await addPost('出纳', 'cashier', 3)
    const id = await stage.upload(token, 'post', [buildSheet(titles, [['出纳', 'other', '基层']])])
    expect((await stage.check(token, id)).counts).toMatchObject({ refused: 1 })
    expect((await stage.map(token, id, { keys: ['name'] })).data).toEqual({ revision: 2 })
    expect(await stage.read(token, id)).toMatchObject({ state: 'uploaded', counts: null, keys: ['name'] })
    expect((await stage.check(token, id)).counts).toMatchObject({ changed: 1, refused: 0 })
    expect((await stage.map(token, id, { revision: 1 })).code).toBe(409)
    const refusal = async (chosen: object) => (await stage.map(token, id, chosen)).code
    expect(await refusal({ columns: [{ column: 9, field: 'name' }] })).toBe(8309)
    expect(await refusal({ columns: [{ column: 0, field: 'createTime' }] })).toBe(8310)
    expect(await refusal({ columns: [0, 1].map((column) => ({ column, field: 'name' })) })).toBe(8308)
    expect(await refusal({ keys: ['level'] })).toBe(8256)
    expect(await refusal({ columns: [{ column: 0, field: 'name' }], keys: ['name'] })).toBe(8312)
    expect(await refusal({ columns: [{ column: 0, field: 'name' }], keys: ['code'], mode: 'update' })).toBe(8311)
  })

  it('refuses rows that the mode does not allow', async () => {
    await addPost('出纳', 'cashier', 3)
    const rows = [
      ['出纳员', 'cashier', '基层'],
      ['会计', 'accountant', '基层'],
    ]
    const id = await stage.upload(token, 'post', [buildSheet(titles, rows)])
    const reasons = async (mode: string) => {
      await stage.map(token, id, { mode })
      await stage.check(token, id)
      const refused = await stage.readRows(token, id, { 'f.verdict': 'refused' })
      return refused.map(({ row, problems }) => [row, problems[0]?.msg])
    }
    expect(await reasons('insert')).toEqual([[2, '岗位已存在']])
    expect(await reasons('update')).toEqual([[3, '未找到要更新的岗位']])
  })

  it('ends with a sentence for too many rows, and for none', async () => {
    const many = Array.from({ length: 2001 }, (_, at) => [`岗位${at}`, `p${at}`, '基层'])
    const id = await stage.upload(token, 'post', [buildSheet(titles, many)])
    const { state, problem } = await stage.check(token, id)
    expect([state, problem]).toEqual(['notChecked', '行数超过一次可导入的上限，请拆分后重新上传（上限 2000 行）'])
    const empty = await stage.upload(token, 'post', [buildSheet(titles, [])])
    expect((await stage.check(token, empty)).problem).toBe('工作表中没有数据')
  })
})

describe('an import', () => {
  it('writes what the check has said, with an audit row each, and is taken back', async () => {
    const cashier = await addPost('出纳', 'cashier', 3)
    const before = await stored()
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['会计', 'accountant', '基层'],
        ['出纳员', 'cashier', '中层'],
        ['厨师', 'cook', '大师'],
      ]),
    ])
    await stage.check(token, id)
    const { run, runId, state } = await stage.apply(token, id)
    expect(run).toMatchObject({ state: 'done', total: 2, ok: 2, failed: 0, undoable: true })
    expect(state).toBe('applied')
    expect(await stored()).toEqual([
      { name: '会计', code: 'accountant', level: 3 },
      { name: '出纳员', code: 'cashier', level: 2 },
    ])
    const events = await stage.app.sql(
      `select event, entity_id, before, after from audit_log
       where company_id = $1 and event in ('post.created', 'post.updated') order by seq desc limit 2`,
      [companyId],
    )
    expect(events).toMatchObject([
      { event: 'post.updated', entity_id: cashier, before: { level: 3 }, after: { level: 2 } },
      { event: 'post.created', after: { name: '会计' } },
    ])
    expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 2, skipped: 0 })
    expect(await stage.read(token, id)).toMatchObject({ state: 'undone' })
    expect(await stored()).toEqual(before)
  })

  it('changes nothing when the same file is sent twice', async () => {
    const sheets = [buildSheet(titles, [['会计', 'accountant', '基层']])]
    const first = await stage.upload(token, 'post', sheets)
    await stage.check(token, first)
    await stage.apply(token, first)
    const second = await stage.upload(token, 'post', sheets)
    const { counts, revision } = await stage.check(token, second)
    expect(counts).toEqual({ total: 1, new: 0, changed: 0, same: 1, refused: 0 })
    const body = { revision, counts: counts ?? { total: 0, new: 0, changed: 0, same: 0, refused: 0 } }
    expect((await stage.app.call(importsContract.applyImport, { params: { id: second }, body }, token)).code).toBe(8315)
  })

  it('keeps rows that have changed since, and says which', async () => {
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['会计', 'accountant', '基层'],
        ['厨师', 'cook', '基层'],
        ['司机', 'driver', '基层'],
      ]),
    ])
    await stage.check(token, id)
    const { runId } = await stage.apply(token, id)
    const rows = await stage.app.sql('select id, code, version from posts where company_id = $1', [companyId])
    const findId = (code: string) => String(rows.find((row) => row.code === code)?.id)
    const body = { name: '大厨', code: 'cook', level: 1, version: 1 }
    await stage.app.call(postsContract.update, { params: { id: findId('cook') }, body }, token)
    await stage.app.call(postsContract.remove, { params: { id: findId('driver') } }, token)
    expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 1, skipped: 2 })
    expect(await stored()).toEqual([{ name: '大厨', code: 'cook', level: 1 }])
    const kept = await stage.readRows(token, id, { 'f.outcome': 'kept' })
    expect(kept.map(({ row, note }) => [row, note])).toEqual([
      [3, '导入后已被他人修改'],
      [4, '导入后已被删除'],
    ])
  })

  it('does not write over what has changed since the check', async () => {
    const cashier = await addPost('出纳', 'cashier', 3)
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['会计', 'accountant', '基层'],
        ['出纳员', 'cashier', '中层'],
        ['司机', 'driver', '基层'],
      ]),
    ])
    await stage.check(token, id)
    await addPost('会计主管', 'accountant', 1)
    const body = { name: '总出纳', code: 'cashier', level: 1, version: 1 }
    await stage.app.call(postsContract.update, { params: { id: cashier }, body }, token)
    const { run, runId } = await stage.apply(token, id)
    expect(run).toMatchObject({ state: 'done', ok: 1, failed: 2, files: ['errors'] })
    expect(await stored()).toEqual([
      { name: '会计主管', code: 'accountant', level: 1 },
      { name: '总出纳', code: 'cashier', level: 1 },
      { name: '司机', code: 'driver', level: 3 },
    ])
    const { sheets } = await stage.readErrors(token, runId)
    expect(sheets.数据?.map((cells) => cells[3])).toEqual([
      '错误',
      '试运行后已新增了相同的数据',
      '试运行后该数据已被他人修改',
      undefined,
    ])
  })

  it('is done whole or not at all on request', async () => {
    const id = await stage.upload(token, 'post', [
      buildSheet(titles, [
        ['会计', 'accountant', '基层'],
        ['司机', 'driver', '基层'],
      ]),
    ])
    await stage.map(token, id, { atomic: true })
    await stage.check(token, id)
    await addPost('老司机', 'driver', 3)
    const { run } = await stage.apply(token, id)
    expect(run).toMatchObject({
      state: 'failed',
      ok: 0,
      undoable: false,
      problem: '存在错误的行，未导入任何数据。第 3 行：试运行后已新增了相同的数据',
    })
    expect(await stored()).toEqual([{ name: '老司机', code: 'driver', level: 3 }])
  })

  it('is started with the counts that its caller has seen, once', async () => {
    const id = await stage.upload(token, 'post', [buildSheet(titles, [['会计', 'accountant', '基层']])])
    const counts = { total: 1, new: 1, changed: 0, same: 0, refused: 0 }
    const start = async (body: object) =>
      (
        await stage.app.call(
          importsContract.applyImport,
          { params: { id }, body: { revision: 1, counts, ...body } },
          token,
        )
      ).code
    expect(await start({})).toBe(8313)
    await stage.check(token, id)
    expect(await start({ counts: { ...counts, new: 2 } })).toBe(8314)
    expect(await start({ revision: 2 })).toBe(8314)
    await stage.apply(token, id)
    expect(await start({})).toBe(8316)
    expect((await stage.map(token, id, {})).code).toBe(8316)
  })

  it('ends when its caller loses the right to write', async () => {
    const { token: own, user } = await stage.signInNew(posts, companyId)
    const id = await stage.upload(own, 'post', [buildSheet(titles, [['会计', 'accountant', '基层']])])
    const { counts, revision } = await stage.check(own, id)
    await stage.app.sql(`delete from role_elements where role_id = $1 and element = 'sysPosts:edit'`, [user.roleId])
    const body = { revision, counts: counts ?? { total: 0, new: 0, changed: 0, same: 0, refused: 0 } }
    const { data } = await stage.app.call(importsContract.applyImport, { params: { id }, body }, own)
    expect(await stage.awaitEnd(own, data?.id ?? '')).toMatchObject({ state: 'failed', ok: 0 })
    expect(await stored()).toEqual([])
  })
})
