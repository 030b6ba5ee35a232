import type { MenuRow } from './menu-tree.ts'
import { elementOfPage } from './menus.ts'

type Granted = { menus: MenuRow[]; elements: string[]; homes: string[] }

/** Modules whose calls can only be refused in the operator's own company: nobody from elsewhere gets in there (decision 36). */
const modules: readonly string[] = ['sysMemberships']

const isTheirs = (element: string | null) => modules.includes(element?.split(':')[0] ?? '')
const pageOf = ({ metadata }: MenuRow) => elementOfPage(String((metadata as { component?: unknown })?.component ?? ''))

/** What is granted, without what the operator's own people would only be refused. */
export const withoutCustomersAlone = ({ menus, elements, homes }: Granted): Granted => ({
  menus: menus.filter((menu) => !isTheirs(pageOf(menu))),
  elements: elements.filter((element) => !isTheirs(element)),
  homes,
})
