import { termState, termText } from '../../../access/authorization/public/term-text.ts'
import type { MenuNode, RightsGraph, RoleNode } from './rights-graph.ts'

/** How a user has a role: by an organisation, for one, and until when. */
export const roleNote = ({ org, anchor, term }: RoleNode): string =>
  [org && `通过组织 ${org.name}`, anchor && `于 ${anchor.name}`, term && (termState(term) ?? termText(term))]
    .filter(Boolean)
    .join(' · ')

const menuNote = ({ above, isPage, points }: MenuNode): string =>
  `${isPage ? above.join(' / ') || '页面' : '没有对应的页面'} · ${points.length} 项`

/** The roles of a right by name. */
const roleNames = (roles: readonly RoleNode[], via: readonly string[]): string =>
  via.map((id) => roles.find((role) => role.id === id)?.name ?? '').join('、')

/** What stands below the names in a drawing, by the keys of the boxes. */
export const boxNotes = ({ roles, menus }: RightsGraph): Map<string, string> =>
  new Map([
    ['missing role', '授予该角色即可'],
    ['missing menu', '缺少的权限'],
    ...roles.map((role): [string, string] => [`role ${role.id}`, roleNote(role)]),
    ...menus.map((menu): [string, string] => [`menu ${menu.id}`, menuNote(menu)]),
    ...menus.flatMap(({ points }) =>
      points.map(({ id, via }): [string, string] => [`point ${id}`, `来自角色 ${roleNames(roles, via)}`]),
    ),
  ])
