import { type GrantedModule, type RoleRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { type KeyboardEvent, memo, useDeferredValue, useId, useState } from 'react'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { RoleBarePages } from './bare-pages.tsx'
import { DataScopeField } from './data-scope-field.tsx'
import { ElementGrid } from './element-grid.tsx'
import { HomeField } from './home-field.tsx'
import { MenuGrantTree } from './menu-grant-tree.tsx'
import { RulesField } from './rules-field.tsx'
import './grants-tab.css'

type GrantsTabProps = {
  role: RoleRow
  /** Why nothing can be changed. */
  fixed: string | undefined
  /** Somebody tried to save: what is wrong is said. */
  judged: boolean
}

const none: readonly GrantedModule[] = []
const parts = ['菜单', '元素', '数据范围', '数据规则', '首页'] as const

const isText = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'

/** Everything a role grants on one screen: menus, elements by module, whose rows, and where its wearers land. */
export const GrantsTab = memo(({ role, fixed, judged }: GrantsTabProps) => {
  const params = { params: { id: role.id } }
  const menus = useRead(rolesContract.menus, params)
  const modules = useRead(rolesContract.elements, params)
  const [search, setSearch] = useState('')
  // Typing stays quick however much there is to look through.
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const id = useId()
  const press = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the whole tab; every control in it has its own
    <div className="grants" onKeyDown={press}>
      <div className="grants-search">
        <SearchInput
          id={id}
          aria-label="搜索菜单和元素"
          placeholder="搜索菜单和元素"
          maxLength={maxSearchLength}
          value={search}
          onChange={setSearch}
        />
        {wanted === '' && (
          <nav aria-label="授权内容">
            {parts.map((part) => (
              <Button key={part} look="link" onClick={() => document.getElementById(id + part)?.scrollIntoView()}>
                {part}
              </Button>
            ))}
          </nav>
        )}
      </div>
      <div className="grants-columns">
        <section className="grants-menus">
          <h3 id={`${id}菜单`}>菜单</h3>
          <ReadState read={menus}>
            {(found) => <MenuGrantTree menus={found} modules={modules.data ?? none} wanted={wanted} fixed={fixed} />}
          </ReadState>
          {fixed === undefined && menus.data && modules.data && (
            <RoleBarePages menus={menus.data} modules={modules.data} />
          )}
        </section>
        <section>
          <h3 id={`${id}元素`}>元素</h3>
          <ReadState read={modules}>
            {(found) => <ElementGrid modules={found} wanted={wanted} fixed={fixed} />}
          </ReadState>
        </section>
      </div>
      <section hidden={wanted !== ''}>
        <h3 id={`${id}数据范围`}>数据范围</h3>
        <DataScopeField fixed={fixed} />
      </section>
      <section hidden={wanted !== ''}>
        <h3 id={`${id}数据规则`}>数据规则</h3>
        <RulesField fixed={fixed} judged={judged} />
      </section>
      <section hidden={wanted !== ''} className="grants-home">
        <h3 id={`${id}首页`}>首页</h3>
        <ReadState read={menus}>{(found) => <HomeField menus={found} fixed={fixed} />}</ReadState>
      </section>
    </div>
  )
})
