import { companyAdmin } from './company-admin.ts'
import { menusForElements } from './menus.ts'
import { readOnlyElements } from './read-only-elements.ts'

const intersect = (all: readonly string[], limit: readonly string[]) => all.filter((code) => limit.includes(code))
const { elements, menus } = companyAdmin.rights

/** Built-in read-only role over the whole company, for separation of duties. */
export const companyAuditor = {
  code: 'company-auditor',
  name: '公司审计员',
  rights: {
    elements: intersect(readOnlyElements, elements),
    menus: intersect(menusForElements(readOnlyElements), menus),
  },
} as const
