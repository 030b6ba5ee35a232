import type { GrantedMenu } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { type GrantTicks, isGranted } from '../../access/authorization/public/grant-tree/grant-rights.ts'

/** Granted pages with their ancestors: possible landing pages. Without ticks, as stored. */
export const grantedPages = (
  ticks: GrantTicks | undefined,
  menus: readonly GrantedMenu[],
  ancestorNames: readonly string[] = [],
): { id: string; name: string }[] =>
  menus.flatMap((menu) => {
    const path = [...ancestorNames, menu.name]
    if (menu.children.length > 0) return grantedPages(ticks, menu.children, path)
    return isGranted(ticks, 'menus', menu) ? [{ id: menu.id, name: path.join(' / ') }] : []
  })
