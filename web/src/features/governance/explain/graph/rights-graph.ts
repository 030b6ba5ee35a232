import type { AssignedRole, userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'

export type Effective = ReplyOf<typeof userRolesContract.effective>
type Reference = { id: string; name: string }

/** A role of the user: the organisation that gives it, or where it applies, and its term if it is assigned itself. */
export type RoleNode = Reference & {
  org: Reference | null
  anchor: Reference | null
  term: Pick<AssignedRole, 'startTime' | 'expireTime'> | undefined
  /** Grants now: started and not expired. */
  inForce: boolean
}
/** A right, by its element's code, and the ids of the roles that grant it. */
export type PointNode = { id: string; name: string; via: readonly string[] }
export type MenuNode = Reference & {
  /** Names of the groups above the page; empty for rights that no page needs. */
  above: readonly string[]
  /** Opens a page: false for a module without one. */
  isPage: boolean
  /** Ids of the roles that hold the menu. */
  via: readonly string[]
  points: readonly PointNode[]
}
export type RightsGraph = { roles: readonly RoleNode[]; menus: readonly MenuNode[] }

const toCode = (module: string, operation: string) => `${module}:${operation}`
const moduleOf = (code: string) => code.split(':')[0]

/**
 * The menu that shows a right: the page that needs just it, else the first page that needs a right of its module, else
 * the module itself.
 */
const menuOf = (pages: Effective['pages'], module: string, code: string): string => {
  const [first, ...others] = pages.filter(({ needs }) => needs.some((each) => moduleOf(each) === module))
  const own = others.find(({ needs }) => needs.includes(code))
  return (own ?? first)?.id ?? module
}

const listRoles = ({ modules, rows }: Effective, assigned: readonly AssignedRole[]): RoleNode[] => {
  const sources = [...rows.roles, ...Object.values(modules).flatMap((rights) => rights.flatMap(({ via }) => via))]
  const known = new Map(sources.map(({ id, name, org, anchor }) => [id, { id, name, org, anchor }]))
  const held = [...known.values()].map((role) => {
    const own = role.org ? undefined : assigned.find(({ roleId }) => roleId === role.id)
    return { ...role, term: own, inForce: true }
  })
  const idle = assigned
    .filter(({ roleId }) => !known.has(roleId))
    .map((role) => ({
      id: role.roleId,
      name: role.name,
      org: null,
      anchor: role.anchor,
      term: role,
      inForce: role.inForce,
    }))
  return [...held, ...idle]
}

/** What a user may do, as a graph: their roles, the menus, and the rights below each. */
export const buildRightsGraph = (effective: Effective, assigned: readonly AssignedRole[] = []): RightsGraph => {
  const { modules, names, pages } = effective
  const points = Object.entries(modules).flatMap(([module, rights]) =>
    rights.map(({ operation, name, via }) => {
      const id = toCode(module, operation)
      return { id, name, via: via.map((role) => role.id), menu: menuOf(pages, module, id) }
    }),
  )
  const byMenu = Map.groupBy(points, ({ menu }) => menu)
  const withPage = pages.flatMap(({ id, name, above, via }) => {
    const own = byMenu.get(id)
    return own ? { id, name, above, via, isPage: true, points: own } : []
  })
  const without = Object.keys(modules).flatMap((module) => {
    const own = byMenu.get(module)
    return own ? { id: module, name: names[module] ?? module, above: [], via: [], isPage: false, points: own } : []
  })
  return { roles: listRoles(effective, assigned), menus: [...withPage, ...without] }
}

/** Ids of the roles that lead to a menu, by the menu itself or a right below it. */
export const rolesOfMenu = ({ via, points }: MenuNode): string[] => [
  ...new Set([...via, ...points.flatMap((point) => point.via)]),
]
