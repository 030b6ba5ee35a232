import type { MenuRow } from './menu-tree.ts'
import { elementOfPage } from './menus.ts'

type Granted = { menus: MenuRow[]; elements: string[]; homes: string[] }

/** Modules whose calls can only be refused in the operator's own company: nobody from elsewhere gets in there (decision 36). */
const modules: readonly string[] = ['sysMemberships']

/** Whether an element is of use in customers' companies alone. */
export const isCustomersAlone = (element: string | null): boolean => modules.includes(element?.split(':')[0] ?? '')
const pageOf = ({ metadata }: MenuRow) => elementOfPage(String((metadata as { component?: unknown })?.component ?? ''))

/** What is granted, without what the operator's own people would only be refused. */
export const withoutCustomersAlone = ({ menus, elements, homes }: Granted): Granted => ({
  menus: menus.filter((menu) => !isCustomersAlone(pageOf(menu))),
  elements: elements.filter((element) => !isCustomersAlone(element)),
  homes,
})
