import type { MenuRow } from './menu-tree.ts'

type Grants = { menus: MenuRow[]; elements: string[]; homes: string[] }

/**
 * Modules without use in the operator's own company: it accepts no external members (decision 36) and has no tenant.
 */
const customerModules: readonly string[] = ['sysMemberships', 'sysTenant']

/** Whether an element is useful only in customer companies. */
export const isCustomerOnly = (element: string | null): boolean =>
  customerModules.includes(element?.split(':')[0] ?? '')

/**
 * Grants without elements and menus that are useful only in customer companies.
 * @param elementOfPage - the element that a product page requires
 */
export const withoutCustomerOnly = (
  { menus, elements, homes }: Grants,
  elementOfPage: (component: string) => string | null,
): Grants => {
  const elementOfMenu = ({ metadata }: MenuRow) =>
    elementOfPage(String((metadata as { component?: unknown })?.component ?? ''))
  return {
    menus: menus.filter((menu) => !isCustomerOnly(elementOfMenu(menu))),
    elements: elements.filter((element) => !isCustomerOnly(element)),
    homes,
  }
}
