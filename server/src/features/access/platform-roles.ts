import { isCustomersAlone } from './customers-alone.ts'
import { menusOf } from './menus.ts'
import { declaredElements, readingElements } from './reading-elements.ts'

const holding = (all: readonly string[]) => {
  const elements = all.filter((element) => !isCustomersAlone(element))
  return { elements, menus: menusOf(elements) }
}

/**
 * What the operator's own company has beside its root: who runs everything day by day, without being above all ceilings; and
 * who sees all of it and changes nothing, so that duties can be kept apart (wire §17). Each version says anew what they hold.
 */
export const platformRoles = [
  { code: 'platform-admin', name: '平台管理员', held: holding(declaredElements) },
  { code: 'platform-auditor', name: '平台审计员', held: holding(readingElements) },
] as const
