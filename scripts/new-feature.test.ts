import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withEntries } from './new-feature/central-lists.ts'
import { parseField } from './new-feature/fields.ts'
import { danglingImports, plainCopy } from './new-feature/plain-copy.ts'

const root = path.dirname(import.meta.dirname)
const lineCount = (text: string) => text.split('\n').length
const names = { area: 'people', plural: 'price-lists', singular: 'price-list', noun: '价目' }

describe('a new feature', () => {
  const files = plainCopy(root, names)
  const findText = (end: string, side = '') =>
    [...files].find(([file]) => file.startsWith(side) && file.endsWith(end))?.[1] ?? ''

  it('has eleven files of at most 330 lines, without a word of the reference', () => {
    expect(files.size).toBe(11)
    const text = [...files].flat().join('\n')
    expect(text.split('\n').length).toBeLessThan(330)
    expect(text.match(/.*(post|level|inUse|岗位|NumberField|user_orgs).*/gi)).toEqual(null)
  })
  it('is named in the case of each place', () => {
    expect([...files.keys()][0]).toMatch(/features\/people\/price-lists\/price-lists\.contract\.ts$/)
    expect(findText('.contract.ts')).toContain("export const priceListsContract = defineContract('sysPriceLists'")
    expect(findText('.contract.ts')).toContain("path: '/api/sys/price-lists'")
    expect(findText('.contract.ts')).toContain("noun: 'priceList'")
    expect(findText('lists.repository.ts')).toContain("crudRepository<'price_lists', typeof columns, PriceListRow>")
    expect(findText('.feature.ts', 'server')).toContain('price_lists__name: { ...priceListsErrors.nameTaken')
    expect(findText('.sql')).toContain("call keep_to_company('price_lists');")
  })
  it('takes free error numbers', () => {
    const [, from, first] = findText('.errors.ts').match(/from: (\d+)[\s\S]*?code: (\d+)/) ?? []
    expect(Number(first)).toBe(Number(from) + 1)
  })
  it('adds six lines elsewhere, beside those of the reference', () => {
    const lists = withEntries(root, names)
    const added = [...lists].map(
      ([file, text]) => lineCount(text) - lineCount(readFileSync(path.join(root, file), 'utf8')),
    )
    expect(added).toEqual([1, 2, 1, 1, 1])
    expect(lists.get('server/src/features.ts')).toContain('  add(createPriceListsFeature(base))\n')
    expect(lists.get('web/src/app/views.ts')).toContain(
      "'sys/price-lists': async () => (await import('../features/people/price-lists/price-lists-page.tsx')).PriceListsPage,",
    )
  })
  it('imports only what is there', () => {
    expect(danglingImports(root, files)).toEqual([])
    const broken = new Map([['server/a', "import { b } from './b.ts'\n"]])
    expect(danglingImports(root, broken)).toEqual(['server/a → ./b.ts'])
  })
  it('brings its menu and the words of its events', () => {
    const feature = findText('.feature.ts', 'contract')
    expect(feature).toContain("name: '价目管理',\n      icon: 'briefcase',\n      path: 'sys/price-lists',")
    expect(feature).toContain("'priceList.removed': '删除价目',")
    expect(findText('price-list-sheet.ts')).toContain('export const priceListSource = defineSource<PriceListRow,')
  })
})

describe('fields of a new feature', () => {
  it.each([
    'serial',
    'serial:number:编号',
    'Serial:text:编号',
    'code:text:编码',
    'state:select:状态',
    'state:select:状态:闲置',
    "serial:text:it's",
    'serial:text:编号:a=甲',
  ])('are refused as %s, with the form they should have', (text) => {
    expect(() => parseField(text)).toThrow(`字段 ${text} 的格式不正确`)
  })
  it('stand wherever the entity stands', () => {
    const fields = ['serial:text:编号', 'saleState:select:状态:open=在售|closed=停售', 'validFrom:date:生效日期']
    const files = plainCopy(root, names, fields.map(parseField))
    const perField = ['serial', 'saleState', 'validFrom'].map((field) => {
      const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return [...files].filter(([, text]) => new RegExp(`\\b(${field}|${column})\\b`).test(text)).length
    })
    // The contract, its sheet, the repository, the feature, the source of sheets, the test, the page and the migration.
    expect(perField).toEqual([8, 8, 8])
    const text = [...files.values()].join('\n')
    expect(text).toContain("const saleState = z.enum(['open', 'closed'], '请选择状态')")
    expect(text).toContain('  sale_state text not null,\n  valid_from date not null,')
    expect(text).not.toMatch(/\$[A-Z]/)
  })
})
