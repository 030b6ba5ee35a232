import { companyAdmin } from './company-admin.ts'
import { menusOf } from './menus.ts'
import { readingElements } from './reading-elements.ts'

const within = (all: readonly string[], limit: readonly string[]) => all.filter((code) => limit.includes(code))
const { elements, menus } = companyAdmin.held

/** The role of whoever sees all there is in his company and changes nothing, so that duties can be kept apart (wire §17). */
export const companyAuditor = {
  code: 'company-auditor',
  name: '企业审计员',
  held: { elements: within(readingElements, elements), menus: within(menusOf(readingElements), menus) },
} as const
