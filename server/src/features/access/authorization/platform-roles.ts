import { isCustomerOnly } from './customer-only.ts'
import { menusForElements } from './menus.ts'
import { declaredElements, readOnlyElements } from './read-only-elements.ts'

const rightsFor = (all: readonly string[]) => {
  const elements = all.filter((element) => !isCustomerOnly(element))
  return { elements, menus: menusForElements(elements) }
}

/**
 * Built-in roles of the operator's company besides root: an administrator limited to their own rights, and a read-only
 * auditor for separation of duties. Each version resets their rights.
 */
export const platformRoles = [
  { code: 'platform-admin', name: '平台管理员', rights: rightsFor(declaredElements) },
  { code: 'platform-auditor', name: '平台审计员', rights: rightsFor(readOnlyElements) },
] as const
