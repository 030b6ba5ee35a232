import { beforeAll, expect, it } from 'vitest'
import { readPlatformCompany } from '../../../../test/factories.ts'
import { buildSheet } from '../../../../test/filled-workbook.ts'
import { createImportStage, type ImportStage } from '../../../../test/import-stage.ts'

const rights = ['list', 'add', 'edit', 'delete'].map((operation) => `sysBases:${operation}`)
const titles = ['编码', '名称', '类型', '选项', '参数值']

let stage: ImportStage
beforeAll(async () => {
  stage = await createImportStage()
})

it('imports parameters of every kind, and no value of a secret', async () => {
  const { token } = await stage.signInNew(rights, await readPlatformCompany(stage.app))
  const rows = [
    ['imported.text', '文本', '文本', '', '月报'],
    ['imported.number', '数字', '数字', '', '1,200.5'],
    ['imported.bool', '是否', '是/否', '', '是'],
    ['imported.enum', '枚举', '枚举', '甲、乙', '乙'],
    ['imported.json', '对象', 'JSON', '', '{"a":[1]}'],
    ['imported.secret', '密钥', '密钥', '', '******'],
    ['imported.wrong', '坏的', '数字', '', '三'],
  ]
  const sheets = [buildSheet(titles, rows)]
  const id = await stage.upload(token, 'baseParameter', sheets)
  expect((await stage.check(token, id)).counts).toEqual({ total: 7, new: 6, changed: 0, same: 0, refused: 1 })
  const [refused] = await stage.readRows(token, id, { 'f.verdict': 'refused' })
  expect(refused).toMatchObject({ row: 8, problems: [{ field: 'value', value: '三', msg: '请输入数字' }] })
  const { runId } = await stage.apply(token, id)
  const stored = () =>
    stage.app.sql(`select code, options, value from base_parameters where code like 'imported.%' order by code`)
  expect(await stored()).toEqual([
    { code: 'imported.bool', options: [], value: true },
    { code: 'imported.enum', options: ['甲', '乙'], value: '乙' },
    { code: 'imported.json', options: [], value: { a: [1] } },
    { code: 'imported.number', options: [], value: 1200.5 },
    { code: 'imported.secret', options: [], value: null },
    { code: 'imported.text', options: [], value: '月报' },
  ])
  const again = await stage.upload(token, 'baseParameter', sheets)
  expect((await stage.check(token, again)).counts).toMatchObject({ new: 0, changed: 0, same: 6 })
  expect(await stage.undo(token, runId)).toMatchObject({ state: 'done', ok: 6 })
  expect(await stored()).toEqual([])
})
