import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/roles/roles.contract.ts'
import { BarePages } from '../../ui/bare-pages.tsx'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'
import { barePages } from './menu-grants.ts'

type RoleBarePagesProps = { menus: readonly GrantedMenu[]; modules: readonly GrantedModule[] }

/** Warns of pages that would be opened and show nothing, and offers what they need. */
export const RoleBarePages = ({ menus, modules }: RoleBarePagesProps) => {
  const draft = useGrantDraft()
  const menuTicks = useDraftValue((now) => now.menus)
  const elems = useDraftValue((now) => now.elems)
  const pages = barePages({ menus: menuTicks, elems }, menus, modules)
  const missing = [...new Set(pages.flatMap(({ element }) => (element.locked === null ? [element.id] : [])))]
  return (
    <BarePages
      intro="以下菜单已授予，但缺少所需的元素，不会显示或打开后看不到内容："
      pages={pages.map(({ menu, element, module, others }) => ({
        ...{ menu, others, element: `${module} · ${element.name}` },
        ...(element.locked && { note: '您不能授予' }),
      }))}
      onTick={missing.length > 0 ? () => draft.getState().tick('elems', missing, true) : undefined}
    />
  )
}
