import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/roles/roles.contract.ts'
import { Button } from '../../ui/button.tsx'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'
import { barePages } from './menu-grants.ts'

type BarePagesProps = { menus: readonly GrantedMenu[]; modules: readonly GrantedModule[] }

/** Warns of pages that would be opened and show nothing, and offers what they need. */
export const BarePages = ({ menus, modules }: BarePagesProps) => {
  const draft = useGrantDraft()
  const menuTicks = useDraftValue((now) => now.menus)
  const elems = useDraftValue((now) => now.elems)
  const pages = barePages({ menus: menuTicks, elems }, menus, modules)
  const missing = [...new Set(pages.flatMap(({ element }) => (element.locked === null ? [element.id] : [])))]
  if (pages.length === 0) return null
  return (
    <section className="grant-bare" aria-label="缺少元素的菜单">
      <p>以下菜单已授予，但缺少所需的元素，不会显示或打开后看不到内容：</p>
      <ul>
        {pages.map(({ menu, element, module, others }) => (
          <li key={menu.id}>
            {`${menu.name}：${module} · ${element.name}`}
            {others > 0 && `，或其他 ${others} 个元素之一`}
            {element.locked && '（您不能授予）'}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <Button onClick={() => draft.getState().tick('elems', missing, true)}>一并勾选所需的元素</Button>
      )}
    </section>
  )
}
