import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { companyAdmin } from '../../src/features/access/authorization/company-roles.ts'
import { authorization } from '../authorization.ts'
import { expectOnly } from './expect-only.ts'

const { seeds: menuSeeds, elementOfPage } = authorization.productMenus

/** Pages without a product menu. */
const pagesWithoutMenu = {
  'sample/welcome': 'shows how a business page is added; an operator makes its menu',
}

type Views = { systemViews: Record<string, unknown>; findView(component: string): unknown }
const web = join(import.meta.dirname, '../../../web/src')
// A computed path keeps the browser's types out of the server's type check.
const views = (await import(join(web, 'app/views.ts'))) as Views
const listBusinessViews = () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => file.match(/^views\/(.*)\.tsx$/)?.[1] ?? [])
}
const components = menuSeeds.flatMap(({ metadata }) =>
  typeof metadata.component === 'string' ? metadata.component : [],
)

describe('a product menu', () => {
  it('opens an existing page', () => {
    expect(components.length).toBeGreaterThan(0)
    expect(components.filter((component) => views.findView(component) === undefined)).toEqual([])
  })
  it('has a parent listed before it, a unique code and a path the browser can build', () => {
    const codes = menuSeeds.map(({ code }) => code)
    expect([...new Set(codes)]).toEqual(codes)
    const orphans = menuSeeds.filter(({ parent }, at) => parent !== undefined && !codes.slice(0, at).includes(parent))
    expect(orphans).toEqual([])
    const isBuildable = (path: unknown) => /^[A-Za-z0-9/_-]{1,128}$/.test(String(path))
    const pages = menuSeeds.filter(({ kind }) => kind === 'menu')
    expect(pages.filter(({ metadata }) => !isBuildable(metadata.path))).toEqual([])
  })
})
it('the company administrator role holds existing menus only, each with its parent', () => {
  const given: readonly string[] = companyAdmin.rights.menus
  const known = menuSeeds.filter(({ code, parent }) => given.includes(code) && (!parent || given.includes(parent)))
  expect(known.map(({ code }) => code).sort()).toEqual([...given].sort())
})
it('the company administrator role holds the elements that its pages need', () => {
  const given: readonly string[] = companyAdmin.rights.menus
  const needed = menuSeeds.flatMap(({ code, metadata: { component } }) =>
    given.includes(code) && typeof component === 'string' ? (elementOfPage(component) ?? []) : [],
  )
  const held: readonly string[] = companyAdmin.rights.elements
  expect(needed.filter((element) => !held.includes(element))).toEqual([])
})
it('every page is opened by a product menu', () => {
  const pages = [...Object.keys(views.systemViews), ...listBusinessViews()]
  expectOnly(
    pages.filter((page) => !components.includes(page)),
    pagesWithoutMenu,
  )
})
