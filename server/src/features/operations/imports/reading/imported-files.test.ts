import { importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildSheet, toBytes } from '../../../../../test/filled-workbook.ts'
import { createImportStage, excelOf, type ImportStage } from '../../../../../test/import-stage.ts'
import { buildParts, buildStyles, buildZip, buildSheet as sheetXmlOf } from '../../../../../test/workbook-parts.ts'
import type { Row } from '../../../../kernel/workbooks/workbook.ts'

// Files as people and other programs make them.

const rights = ['sysPosts', 'sysBases'].flatMap((module) =>
  ['list', 'add', 'edit'].map((right) => `${module}:${right}`),
)
const titles = ['岗位名称', '编码', '级别']
const post = excelOf('post')

let stage: ImportStage
let token: string
beforeAll(async () => {
  stage = await createImportStage()
})
beforeEach(async () => {
  ;({ token } = await stage.signInNew(rights))
})
const untitled = (rows: readonly Row[], name = '数据') => ({ name, untitled: true, columns: [], rows: [rows] })
const uploaded = async (bytes: Uint8Array, name?: string, template = post) => {
  const { data, code, msg } = await stage.send(token, template, bytes, name)
  expect([code, msg]).toEqual([0, 'ok'])
  return String(data?.id)
}

it('may have a title of the whole above the titles of its columns', async () => {
  const rows = [
    ['岗位登记表'],
    ['制表：人事部', null, '2026 年'],
    titles,
    ['会计', 'accountant', '基层'],
    ['厨师', 'cook', '大师'],
  ]
  const id = await uploaded(await toBytes([untitled(rows)]))
  const { sheets, mapping } = await stage.read(token, id)
  expect(sheets[0]).toMatchObject({ header: 3, columns: [{ title: '岗位名称', sample: '会计' }, {}, {}] })
  expect(sheets[0]?.rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5])
  expect(mapping.map(({ field }) => field)).toEqual(['name', 'code', 'level'])
  const { counts, run } = await stage.check(token, id)
  expect(counts).toMatchObject({ total: 2, new: 1, refused: 1 })
  expect((await stage.readRows(token, id)).map(({ row }) => row)).toEqual([4, 5])
  const { sheets: errors } = await stage.readErrors(token, run?.id ?? '')
  expect(errors.数据?.map((cells) => cells[0])).toEqual(['岗位名称', '会计', '厨师'])
})

it('has its titles in the row that its author chooses', async () => {
  const id = await uploaded(
    await toBytes([untitled([titles, ['岗位', '编码', '级别'], ['会计', 'accountant', '基层']])]),
  )
  expect((await stage.read(token, id)).sheets[0]?.header).toBe(1)
  expect((await stage.map(token, id, { header: 9 })).code).toBe(8309)
  expect((await stage.map(token, id, { header: 2 })).code).toBe(0)
  const { sheets, counts } = await stage.check(token, id)
  expect(sheets[0]).toMatchObject({ header: 2, columns: [{ title: '岗位', sample: '会计' }, {}, {}] })
  expect(counts).toMatchObject({ total: 1, new: 1 })
})

it('says aloud what its rows do not show', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const row = (cells: string, attributes = '') => `<row ${attributes}>${cells}</row>`
  const data = [
    row(text('岗位登记表')),
    row(titles.map(text).join('')),
    row(`${text('会计')}<c s="1"><v>120</v></c>${text('基层')}`),
    row([text('厨师'), text('cook'), text('基层')].join(''), 'hidden="1"'),
  ].join('')
  const parts = buildParts(data, {
    'xl/styles.xml': buildStyles(
      '<numFmt numFmtId="164" formatCode="00000"/>',
      '<xf numFmtId="0"/><xf numFmtId="164"/>',
    ),
    'xl/worksheets/sheet1.xml': sheetXmlOf(
      data,
      '<autoFilter ref="A2:C4"/><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="C3:C4"/></mergeCells>',
    ),
  })
  const id = await uploaded(await buildZip(parts))
  const { notes, counts } = await stage.check(token, id)
  expect(counts).toMatchObject({ total: 2, new: 2 })
  expect(notes).toEqual([
    '有 1 行被隐藏或筛选，同样会导入',
    '有 1 处合并单元格，仅左上角的单元格有值，其余按空单元格处理',
    '有 1 个数字按单元格格式补足了前面的 0，例如 00123',
  ])
  const [first] = await stage.readRows(token, id)
  expect(first?.changes).toContainEqual({ field: 'code', title: '编码', before: '', after: '00120' })
  await stage.map(token, id, {})
  expect((await stage.read(token, id)).notes).toEqual([])
})

it('may be separated by tabs', async () => {
  const id = await uploaded(Buffer.from('岗位名称\t编码\t级别\n会计,甲\t="007"\t基层\n'), '岗位.tsv')
  expect((await stage.check(token, id)).counts).toMatchObject({ new: 1 })
  expect(await stage.readRows(token, id)).toMatchObject([{ name: '会计,甲', changes: [{}, { after: '007' }, {}] }])
})

it('is refused with the reason: a file beside an open one, too many sheets', async () => {
  const bytes = await toBytes([buildSheet(titles, [['会计', 'accountant', '基层']])])
  for (const name of ['~$岗位.xlsx', 'C:\\表\\.~岗位.xlsx'])
    expect(await stage.send(token, post, bytes, name)).toMatchObject({
      code: 422,
      msg: expect.stringContaining('临时文件'),
    })
  const many = Array.from({ length: 20 }, (_, at) => untitled([['其他']], `表${at}`))
  const last = buildSheet(titles, [['会计', 'accountant', '基层']], '最后')
  expect((await stage.send(token, post, await toBytes([...many, last]))).code).toBe(8319)
  expect((await stage.send(token, post, await toBytes([...many.slice(1), last]))).code).toBe(0)
})

it('shows structured values as they are written', async () => {
  const sheets = [buildSheet(['编码', '名称', '类型', '参数值'], [['own.json', '对象', 'JSON', '{"a":[1]}']])]
  const id = await stage.upload(token, 'baseParameter', sheets)
  await stage.check(token, id)
  const [row] = await stage.app
    .call(importsContract.importRows, { params: { id }, query: {} }, token)
    .then(({ data }) => data ?? [])
  expect(row?.problems).toEqual([])
  expect(row?.changes).toContainEqual({ field: 'value', title: '参数值', before: '', after: '{"a":[1]}' })
})
