import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readPlatformCompany } from '../../../../test/factories.ts'
import { createImportStage, excelOf, type ImportStage } from '../../../../test/import-stage.ts'
import { convert, hasWorkbookJudges, inPython } from '../../../../test/workbook-judges.ts'

// Templates are filled in by openpyxl and saved by LibreOffice, then imported without a question.

vi.setConfig({ testTimeout: 180_000 })

const modules = ['sysPosts', 'sysOrgs', 'sysRoles', 'sysDicts', 'sysBases']
const rights = modules.flatMap((module) => ['list', 'add', 'edit', 'delete'].map((right) => `${module}:${right}`))
/** Cells by title. */
const filled: Readonly<Record<string, readonly Record<string, string | number>[]>> = {
  post: [
    { 岗位名称: '会计', 编码: '00120', 级别: '基层' },
    { 岗位名称: '=出纳', 编码: 'cashier', 级别: '中层' },
  ],
  organization: [
    { 组织名称: '总公司', 编码: '0010', 类型: '公司', 电话: '010-12345678', 状态: '启用' },
    { 组织名称: '财务部', 编码: '0020', 上级组织: '总公司', 类型: '部门', 邮箱: 'a@example.cn', 状态: '启用' },
  ],
  role: [{ 角色: '店长', 编码: 'store', 类型: '自定义', 描述: '管理一家门店' }],
  dictItem: [
    { 分组编码: 'orgKind', 编码: 'plant', 名称: '工厂', 排序: 3, 状态: '启用', 生效时间: '2026-11-26 09:30:00' },
  ],
  baseParameter: [{ 编码: 'filled.number', 名称: '数字', 类型: '数字', 参数值: '1200.5' }],
}
const fillInPython = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.worksheets[0]
columns = {cell.value: cell.column for cell in sheet[1]}
for at, row in enumerate(json.loads(sys.argv[3])):
    for title, value in row.items():
        sheet.cell(at + 2, columns[title]).value = value
        if isinstance(value, str): sheet.cell(at + 2, columns[title]).data_type = 's'
book.save(sys.argv[2])
print(json.dumps(len(columns)))
`

let folder = ''
let stage: ImportStage
let token = ''
beforeAll(async () => {
  if (!hasWorkbookJudges) return
  folder = await mkdtemp(join(tmpdir(), 'atrium-filled-'))
  stage = await createImportStage()
  token = (await stage.signInNew(rights, await readPlatformCompany(stage.app))).token
})
afterAll(() => folder && rm(folder, { recursive: true, force: true }))

/** The template with these rows, as LibreOffice saves it. */
const saved = async (entity: string, ending: string, format: string) => {
  const { raw } = await stage.app.call(excelsContract.file, { params: { id: excelOf(entity) } }, token)
  const [empty, full, out] = ['empty', 'full', 'out'].map((name) => join(folder, `${entity}-${name}`)) as [
    string,
    string,
    string,
  ]
  await writeFile(`${empty}.xlsx`, raw)
  await inPython(fillInPython, `${empty}.xlsx`, `${full}.xlsx`, JSON.stringify(filled[entity]))
  await convert(`${full}.xlsx`, format, out)
  return readFile(join(out, `${entity}-full.${ending}`))
}

describe.skipIf(!hasWorkbookJudges)('a template that LibreOffice has saved', () => {
  it.each(Object.keys(filled))('is imported: %s', async (entity) => {
    const { code, data } = await stage.send(
      token,
      excelOf(entity),
      await saved(entity, 'xlsx', 'xlsx:Calc MS Excel 2007 XML'),
    )
    expect(code).toBe(0)
    const { mapping, counts } = await stage.check(token, data?.id ?? '')
    expect(mapping.map(({ match }) => match)).toEqual(mapping.map(() => 'title'))
    const rows = filled[entity]?.length
    expect([await stage.readRows(token, data?.id ?? '', { 'f.verdict': 'refused' }), counts]).toEqual([
      [],
      { total: rows, new: rows, changed: 0, same: 0, refused: 0 },
    ])
  })

  it('keeps codes, texts like formulas, and moments', async () => {
    const shown = async (entity: string) => {
      const { data } = await stage.send(
        token,
        excelOf(entity),
        await saved(entity, 'xlsx', 'xlsx:Calc MS Excel 2007 XML'),
      )
      await stage.check(token, data?.id ?? '')
      const rows = await stage.readRows(token, data?.id ?? '')
      return rows.map(({ changes }) => Object.fromEntries(changes.map(({ field, after }) => [field, after])))
    }
    expect((await shown('post')).map(({ code, name }) => [code, name])).toEqual([
      ['00120', '会计'],
      ['cashier', '=出纳'],
    ])
    expect((await shown('organization')).map(({ code, parent }) => [code, parent])).toEqual([
      ['0010', undefined],
      ['0020', '总公司'],
    ])
    expect((await shown('dictItem')).map(({ startTime }) => startTime)).toEqual(['2026-11-26 09:30:00'])
  })

  it('may be saved as CSV', async () => {
    const bytes = await saved('post', 'csv', 'csv:Text - txt - csv (StarCalc):44,34,76,1')
    const { data } = await stage.send(token, excelOf('post'), bytes, '岗位.csv')
    expect((await stage.check(token, data?.id ?? '')).counts).toMatchObject({ new: 2, refused: 0 })
  })
})
