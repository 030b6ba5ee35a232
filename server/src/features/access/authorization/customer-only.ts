import type { MenuRow } from './menu-tree.ts'
import { elementOfPage } from './menus.ts'

type Grants = { menus: MenuRow[]; elements: string[]; homes: string[] }

/**
 * Modules without use in the operator's own company: it accepts no external members (decision 36) and has no tenant.
 */
const customerModules: readonly string[] = ['sysMemberships', 'sysTenant']

/** Whether an element is useful only in customer companies. */
export const isCustomerOnly = (element: string | null): boolean =>
  customerModules.includes(element?.split(':')[0] ?? '')
const elementOfMenu = ({ metadata }: MenuRow) =>
  elementOfPage(String((metadata as { component?: unknown })?.component ?? ''))

/** Grants without elements and menus that are useful only in customer companies. */
export const withoutCustomerOnly = ({ menus, elements, homes }: Grants): Grants => ({
  menus: menus.filter((menu) => !isCustomerOnly(elementOfMenu(menu))),
  elements: elements.filter((element) => !isCustomerOnly(element)),
  homes,
})
