import type { MenuRow } from './menu-tree.ts'
import { elementOfPage } from './menus.ts'

type Granted = { menus: MenuRow[]; elements: string[]; homes: string[] }

/**
 * Modules that have nothing to tell in the operator's own company: nobody from elsewhere gets in there (decision 36), and it
 * is nobody's tenant.
 */
const modules: readonly string[] = ['sysMemberships', 'sysTenant']

/** Whether an element is of use in customers' companies alone. */
export const isCustomersAlone = (element: string | null): boolean => modules.includes(element?.split(':')[0] ?? '')
const pageOf = ({ metadata }: MenuRow) => elementOfPage(String((metadata as { component?: unknown })?.component ?? ''))

/** What is granted, without what is of no use to the operator's own people. */
export const withoutCustomersAlone = ({ menus, elements, homes }: Granted): Granted => ({
  menus: menus.filter((menu) => !isCustomersAlone(pageOf(menu))),
  elements: elements.filter((element) => !isCustomersAlone(element)),
  homes,
})
