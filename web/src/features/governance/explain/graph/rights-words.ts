import { listText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../../ui/texts.ts'
import { termState, termText } from '../../../access/authorization/public/term-text.ts'
import type { MenuNode, RightsGraph, RoleNode } from './rights-graph.ts'

/** How a user has a role: by an organisation, for one, and until when. */
export const roleNote = ({ org, anchor, term }: RoleNode): string =>
  [
    org && t('通过组织 {name}', { name: org.name }),
    anchor && t('于 {name}', { name: anchor.name }),
    term && (termState(term) ?? termText(term)),
  ]
    .filter(Boolean)
    .join(' · ')

const menuNote = ({ above, isPage, points }: MenuNode): string =>
  t('{above} · {count} 项', {
    above: isPage ? above.join(' / ') || t('页面') : t('没有对应的页面'),
    count: points.length,
  })

/** The roles of a right by name. */
const roleNames = (roles: readonly RoleNode[], via: readonly string[]): string =>
  listText(via.map((id) => roles.find((role) => role.id === id)?.name ?? ''))

/** What stands below the names in a drawing, by the keys of the boxes. */
export const boxNotes = ({ roles, menus }: RightsGraph): Map<string, string> =>
  new Map([
    ['missing role', t('授予该角色即可')],
    ['missing menu', t('缺少的权限')],
    ...roles.map((role): [string, string] => [`role ${role.id}`, roleNote(role)]),
    ...menus.map((menu): [string, string] => [`menu ${menu.id}`, menuNote(menu)]),
    ...menus.flatMap(({ points }) =>
      points.map(({ id, via }): [string, string] => [
        `point ${id}`,
        t('来自角色 {roles}', { roles: roleNames(roles, via) }),
      ]),
    ),
  ])
