import { expect, it } from 'vitest'
import { helpByComponent } from '../../web/src/app/help/help-map.ts'
import { componentByAddress } from './console-pages.ts'
import { listPages, readPageFile, screensIn } from './handbook-files.ts'

const pages = listPages()
const named = new Map(pages.map((page) => [page, screensIn(readPageFile(page, 'zh'))]))

it('leads from every page of the console that the handbook names to one that names it', () => {
  const addresses = new Set([...named.values()].flat())
  const lost = [...addresses].filter((address) => {
    const page = helpByComponent[componentByAddress.get(address) ?? '']
    return !named.get(page ?? '')?.includes(address)
  })
  expect(lost).toEqual([])
})

it('leads from pages that there are, to pages that there are', () => {
  const components = new Set([
    ...componentByAddress.values(),
    ':news-details',
    ':sys/users',
    ':sys/companies',
    ':sys/roles',
    ':open/apps',
  ])
  expect(Object.keys(helpByComponent).filter((component) => !components.has(component))).toEqual([])
  expect(Object.values(helpByComponent).filter((page) => !pages.includes(page))).toEqual([])
})
