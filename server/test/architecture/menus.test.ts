import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { companyAdmin } from '../../src/features/access/company-admin.ts'
import { elementOfPage, menuSeeds } from '../../src/features/access/menus.ts'
import { expectOnly } from './expect-only.ts'

/** Pages that no menu of the product opens. */
const opensByNoMenu = {
  'sample/welcome': 'shows how a business page is added; an operator makes its menu',
}

type Views = { systemViews: Record<string, unknown>; findView(component: string): unknown }
const web = join(import.meta.dirname, '../../../web/src')
// By a path that is computed: the server's types must not pull in the browser's.
const views = (await import(join(web, 'app/views.ts'))) as Views
const businessViews = () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => file.match(/^views\/(.*)\.tsx$/)?.[1] ?? [])
}
const components = menuSeeds.flatMap(({ metadata }) =>
  typeof metadata.component === 'string' ? metadata.component : [],
)

describe('a menu the product brings', () => {
  it('opens a page there is', () => {
    expect(components.length).toBeGreaterThan(0)
    expect(components.filter((component) => views.findView(component) === undefined)).toEqual([])
  })
  it('has a parent that comes before it, a code of its own, and a path the browser can build', () => {
    const codes = menuSeeds.map(({ code }) => code)
    expect([...new Set(codes)]).toEqual(codes)
    const orphans = menuSeeds.filter(({ parent }, at) => parent !== undefined && !codes.slice(0, at).includes(parent))
    expect(orphans).toEqual([])
    expect(menuSeeds.filter(({ metadata }) => !/^[A-Za-z0-9/_-]{1,128}$/.test(String(metadata.path)))).toEqual([])
  })
})
it('whoever looks after a company is given menus there are, none without its parent', () => {
  const given: readonly string[] = companyAdmin.held.menus
  const known = menuSeeds.filter(({ code, parent }) => given.includes(code) && (!parent || given.includes(parent)))
  expect(known.map(({ code }) => code).sort()).toEqual([...given].sort())
})
it('whoever looks after a company can read what the pages show that he is given', () => {
  const given: readonly string[] = companyAdmin.held.menus
  const needed = menuSeeds.flatMap(({ code, metadata: { component } }) =>
    given.includes(code) && typeof component === 'string' ? (elementOfPage(component) ?? []) : [],
  )
  const held: readonly string[] = companyAdmin.held.elements
  expect(needed.filter((element) => !held.includes(element))).toEqual([])
})
it('every page is opened by a menu the product brings', () => {
  const pages = [...Object.keys(views.systemViews), ...businessViews()]
  expectOnly(
    pages.filter((page) => !components.includes(page)),
    opensByNoMenu,
  )
})
