import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { MenusWithoutElements } from '../../../shared/grants/menus-without-elements.tsx'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'
import { incompletePages } from './menu-grants.ts'

type MissingElementsProps = { menus: readonly GrantedMenu[]; modules: readonly GrantedModule[] }

/** Warns of granted pages that would show nothing, and offers the elements they need. */
export const MissingElements = ({ menus, modules }: MissingElementsProps) => {
  const draft = useGrantDraft()
  const menuTicks = useDraftValue((now) => now.menus)
  const elems = useDraftValue((now) => now.elems)
  const pages = incompletePages({ menus: menuTicks, elems }, menus, modules)
  const missing = [...new Set(pages.flatMap(({ element }) => (element.locked === null ? [element.id] : [])))]
  return (
    <MenusWithoutElements
      intro="以下菜单已授予但缺少所需权限点，将不显示或打开后无内容："
      pages={pages.map(({ menu, element, module, others }) => ({
        ...{ menu, others, element: `${module} · ${element.name}` },
        ...(element.locked && { note: '您不能授予' }),
      }))}
      onTick={missing.length > 0 ? () => draft.getState().tick('elems', missing, true) : undefined}
    />
  )
}
