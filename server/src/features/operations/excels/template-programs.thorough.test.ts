import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../test/harness.ts'
import { readWorkbook } from '../../../../test/read-workbook.ts'
import { convert, hasWorkbookJudges, inPython } from '../../../../test/workbook-judges.ts'
import { builtinId } from './template.ts'

// LibreOffice and openpyxl open the workbooks of built-in templates, and what LibreOffice saves is read.

const entities = ['user', 'organization', 'post', 'role', 'dictItem', 'baseParameter', 'company']
type Described = {
  name: string
  state: string
  frozen: string | null
  titles: string[]
  red: string[]
  checks: [type: string, range: string, formula: string, showsError: boolean][]
  notes: Record<string, string>
}
const describeInPython = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
def sheet(s):
    head = list(s[1]) if s.max_row else []
    checks = [[v.type, str(v.sqref), v.formula1, bool(v.showErrorMessage)] for v in s.data_validations.dataValidation]
    return dict(name=s.title, state=s.sheet_state, frozen=s.freeze_panes, checks=checks,
        titles=[c.value for c in head], red=[c.value for c in head if c.font.color and c.font.color.rgb == 'FFC00000'],
        notes={c.value: c.comment.text for c in head if c.comment})
print(json.dumps([sheet(s) for s in book]))
`

let folder = ''
const books: Record<string, Buffer> = {}
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  if (!hasWorkbookJudges) return
  folder = await mkdtemp(join(tmpdir(), 'atrium-templates-'))
  const app = await createTestApp()
  const token = await app.signIn()
  for (const entity of entities) {
    const { raw } = await app.call(excelsContract.file, { params: { id: builtinId(entity) } }, token)
    books[entity] = raw
    await writeFile(at(`${entity}.xlsx`), raw)
  }
})
afterAll(() => folder && rm(folder, { recursive: true, force: true }))

describe.skipIf(!hasWorkbookJudges)('the workbooks of templates', () => {
  it.each(entities)('of %s is as intended to openpyxl', async (entity) => {
    const [data, help, ...hidden] = (await inPython(describeInPython, at(`${entity}.xlsx`))) as Described[]
    expect([data?.state, data?.frozen, help?.name, help?.state]).toEqual(['visible', 'A2', '说明', 'visible'])
    expect(hidden.map(({ state }) => state)).toEqual(hidden.map(() => 'veryHidden'))
    expect(hidden.map(({ name }) => name)).toContain('__meta')
    expect(data?.red.length).toBeGreaterThan(0)
    // What a red title asks for is said in its note.
    for (const title of data?.red ?? []) expect(data?.notes[title]).toMatch(/^必填/)
  })
  it('offer drop-downs, dependent ones, and take several entries where a row has several', async () => {
    const [items] = (await inPython(describeInPython, at('dictItem.xlsx'))) as Described[]
    expect(items?.checks.find(([, range]) => range.startsWith('A2'))?.[0]).toBe('list')
    expect(items?.checks.some(([, , formula]) => formula.startsWith('OFFSET('))).toBe(true)
    const [users] = (await inPython(describeInPython, at('user.xlsx'))) as Described[]
    const roles = users?.titles.indexOf('角色') ?? -1
    const check = users?.checks.find(([, range]) => range.startsWith(`${String.fromCharCode(65 + roles)}2`))
    expect([check?.[0], check?.[3]]).toEqual(['list', false])
  })
  it.each(entities)(
    'of %s is the same after LibreOffice has saved it',
    async (entity) => {
      await convert(at(`${entity}.xlsx`), 'xlsx:Calc MS Excel 2007 XML', at(entity))
      const saved = await readWorkbook(await readFile(join(at(entity), `${entity}.xlsx`)))
      const written = await readWorkbook(books[entity] ?? Buffer.alloc(0))
      expect(Object.keys(saved)).toEqual(Object.keys(written))
      expect(saved.__meta?.map((row) => row.filter((cell) => cell !== null))).toEqual(written.__meta)
      const [title = ''] = Object.keys(written)
      expect(saved[title]).toEqual(written[title])
    },
    120_000,
  )
})
