import { endpoints } from '@atrium/contract/index.ts'
import { changesAnything, type Endpoint, permissionOf } from '@atrium/contract/kernel/endpoint.ts'
import { isCustomersAlone } from './customers-alone.ts'
import { menusOf } from './menus.ts'

const rightsTo = (of: readonly Endpoint[]) => new Set(of.flatMap((endpoint) => permissionOf(endpoint) ?? []))

const all = [...rightsTo(endpoints)].filter((element) => !isCustomersAlone(element))
const changing = rightsTo(endpoints.filter(changesAnything))
// Whoever sees people may call for a batch, which asks for the right to what it does to them.
changing.delete('sysUsers:list')
const holding = (elements: readonly string[]) => ({ elements, menus: menusOf(elements) })

/**
 * What the operator's own company has beside its root: who runs everything day by day, without being above all ceilings; and
 * who sees all of it and changes nothing, so that duties can be kept apart (wire §17). Each version says anew what they hold.
 */
export const platformRoles = [
  { code: 'platform-admin', name: '平台管理员', held: holding(all) },
  { code: 'platform-auditor', name: '平台审计员', held: holding(all.filter((element) => !changing.has(element))) },
] as const
