import type { Catalogue } from '@atrium/contract/kernel/catalogue.ts'
import { type Endpoint, isMutation } from '@atrium/contract/kernel/endpoint.ts'
import { toPermission } from '@atrium/contract/kernel/permission.ts'
import { companyAdmin, companyAuditor } from './company-roles.ts'
import { isCustomerOnly } from './customer-only.ts'
import type { ProductMenus } from './product-menus.ts'

const listPermissions = (of: readonly Endpoint[]) => new Set(of.flatMap((endpoint) => toPermission(endpoint) ?? []))
// The batch endpoint requires this right but checks the right to its action as well.
const checkedBeyond = 'sysUsers:list'

/** Elements whose endpoints all read, derived from the contract. */
const findReadOnlyElements = ({ endpoints, permissions }: Catalogue): readonly string[] => {
  const mutating = listPermissions(endpoints.filter(isMutation))
  return [...permissions].filter((element) => element === checkedBeyond || !mutating.has(element))
}
const intersect = (all: readonly string[], limit: readonly string[]) => all.filter((code) => limit.includes(code))

/**
 * Rights of the built-in roles in this version of the product.
 * @throws if the administrator's name a permission that no endpoint requires
 */
export const createProductRoles = (catalogue: Catalogue, { menusForElements }: ProductMenus) => {
  const offered = catalogue.features.filter(({ forCompanies }) => forCompanies)
  const offeredEndpoints = offered.flatMap(({ contracts }) => Object.values(contracts).flatMap(Object.values<Endpoint>))
  const menus = [
    ...companyAdmin.rights.menus,
    ...offered.flatMap((feature) => feature.menus ?? []).map(({ code }) => code),
  ]
  const elements = [
    ...catalogue.declaredPermissions(companyAdmin.rights.elements),
    ...listPermissions(offeredEndpoints),
  ]
  const readOnlyElements = findReadOnlyElements(catalogue)
  const readOnlyMenus = menusForElements(readOnlyElements)
  const operatorRights = (all: readonly string[]) => {
    const useful = all.filter((element) => !isCustomerOnly(element))
    return { elements: useful, menus: menusForElements(useful) }
  }
  return {
    readOnlyElements,
    /** The product's pages that are useful with read-only elements alone. */
    readOnlyMenus,
    companyAdmin: { ...companyAdmin, rights: { elements, menus } },
    /** Read-only over the whole company, for separation of duties. */
    companyAuditor: {
      ...companyAuditor,
      rights: { elements: intersect(readOnlyElements, elements), menus: intersect(readOnlyMenus, menus) },
    },
    /**
     * Roles of the operator's company besides root: an administrator limited to their own rights, and a read-only
     * auditor for separation of duties. Each version resets their rights.
     */
    platformRoles: [
      { code: 'platform-admin', name: '平台管理员', rights: operatorRights([...catalogue.permissions]) },
      { code: 'platform-auditor', name: '平台审计员', rights: operatorRights(readOnlyElements) },
    ],
  }
}
export type ProductRoles = ReturnType<typeof createProductRoles>
