import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { withEntries } from './new-feature/central-lists.ts'
import { plainCopy } from './new-feature/plain-copy.ts'

const root = path.dirname(import.meta.dirname)
const names = { area: 'people', plural: 'price-lists', singular: 'price-list', noun: '价目' }

describe('a new feature', () => {
  const files = plainCopy(root, names)
  const textOf = (end: string) => [...files].find(([file]) => file.endsWith(end))?.[1] ?? ''

  it('has seven files of at most 220 lines, without a word of the reference', () => {
    expect(files.size).toBe(7)
    const text = [...files].flat().join('\n')
    expect(text.split('\n').length).toBeLessThan(220)
    expect(text.match(/.*(post|level|inUse|岗位|NumberField|user_orgs).*/gi)).toEqual(null)
  })
  it('is named in the case of each place', () => {
    expect([...files.keys()][0]).toMatch(/features\/people\/price-lists\/price-lists\.contract\.ts$/)
    expect(textOf('.contract.ts')).toContain("export const priceListsContract = defineContract(\n  'sysPriceLists'")
    expect(textOf('.contract.ts')).toContain("path: '/api/sys/price-lists'")
    expect(textOf('.contract.ts')).toContain("noun: 'priceList'")
    expect(textOf('.repository.ts')).toContain("crudRepository<'price_lists', typeof columns, PriceListRow>")
    expect(textOf('price-lists.feature.ts')).toContain('price_lists__name: { ...priceListsErrors.nameTaken')
    expect(textOf('.sql')).toContain("call keep_to_company('price_lists');")
  })
  it('takes free error numbers', () => {
    const [, from, first] = textOf('.errors.ts').match(/from: (\d+)[\s\S]*?code: (\d+)/) ?? []
    expect(Number(first)).toBe(Number(from) + 1)
  })
  it('stands beside the reference in every central list', () => {
    const lists = withEntries(root, names)
    expect(lists.get('contract/src/event-words.ts')).toContain("'priceList.removed': '删除价目',")
    expect(lists.get('web/src/app/views.ts')).toContain(
      "'sys/price-lists': async () => (await import('../features/people/price-lists/price-lists-page.tsx')).PriceListsPage,",
    )
    expect(lists.get('server/src/features/access/authorization/menus.ts')).toContain(
      "name: '价目管理',\n        icon: 'briefcase',\n        path: 'price-lists',",
    )
  })
})
