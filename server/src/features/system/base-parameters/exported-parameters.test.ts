import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'

const { create, exportParameters, writeSecret } = baseParametersContract
let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})

describe('the export of parameters', () => {
  it('holds values as texts, and no secret', async () => {
    const plain = { options: [], tags: { 来源: 1 }, desc: '' }
    const add = async (code: string, kind: 'json' | 'secret' | 'bool', value: { a: number[] } | null | true) =>
      (await app.call(create, { body: { ...plain, code, name: code, kind, value } }, root)).data?.id ?? ''
    await add('exported.json', 'json', { a: [1] })
    await add('exported.flag', 'bool', true)
    const id = await add('exported.secret', 'secret', null)
    await app.call(writeSecret, { params: { id }, body: { value: 'canary-of-export', version: 1 } }, root)
    const body = { search: 'exported.', format: 'xlsx' as const }
    const { raw } = await app.call(
      exportParameters,
      { body: { ...body, columns: ['code', 'kind', 'value', 'tags', 'builtin'] } },
      root,
    )
    const { 基础参数: rows } = await readWorkbook(raw)
    expect(rows).toEqual([
      ['编码', '类型', '参数值', '其他参数', '内置'],
      ['exported.json', 'JSON', '{"a":[1]}', '{"来源":1}', false],
      ['exported.flag', '是/否', 'true', '{"来源":1}', false],
      ['exported.secret', '密钥', '******', '{"来源":1}', false],
    ])
    const csv = await app.call(exportParameters, { body: {} }, root)
    expect(csv.raw.toString('utf8')).toContain('exported.secret')
    expect(csv.raw.toString('utf8')).not.toContain('canary-of-export')
  })
})
