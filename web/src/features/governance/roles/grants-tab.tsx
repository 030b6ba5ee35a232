import {
  type GrantedModule,
  roleGrantsContract,
} from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { type KeyboardEvent, memo, useDeferredValue, useId, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { KeyArea } from '../../../ui/key-area.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { DataScopeField } from './data-scope-field.tsx'
import { ElementGrid } from './element-grid.tsx'
import { HomeField } from './home-field.tsx'
import { MenuGrantTree } from './menu-grant-tree.tsx'
import { MissingElements } from './missing-elements.tsx'
import { RulesField } from './rules-field.tsx'
import './grants-tab.css'

type GrantsTabProps = {
  role: RoleRow
  /** Why nothing can be changed. */
  readOnlyReason: string | undefined
  /** Show validation errors: saving was attempted. */
  showsErrors: boolean
}

const none: readonly GrantedModule[] = []
const parts = ['菜单', '权限点', '数据范围', '数据规则', '首页'] as const

const isText = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'

/** Grants of a role on one screen: menus, elements by module, data scope and landing page. */
export const GrantsTab = memo(({ role, readOnlyReason, showsErrors }: GrantsTabProps) => {
  const params = { params: { id: role.id } }
  const menus = useRead(roleGrantsContract.menus, params)
  const modules = useRead(roleGrantsContract.elements, params)
  const [search, setSearch] = useState('')
  // Deferred, so that typing stays responsive with many rows.
  const searchText = useDeferredValue(search.trim().toLowerCase())
  const id = useId()
  const press = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    <KeyArea className="grants" onKeyDown={press}>
      <div className="grants-search">
        <SearchInput
          id={id}
          aria-label="搜索菜单和权限点"
          placeholder="搜索菜单和权限点"
          maxLength={maxSearchLength}
          value={search}
          onChange={setSearch}
        />
        {searchText === '' && (
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
            {(found) => (
              <MenuGrantTree
                menus={found}
                modules={modules.data ?? none}
                searchText={searchText}
                readOnlyReason={readOnlyReason}
              />
            )}
          </ReadState>
          {readOnlyReason === undefined && menus.data && modules.data && (
            <MissingElements menus={menus.data} modules={modules.data} />
          )}
        </section>
        <section>
          <h3 id={`${id}权限点`}>权限点</h3>
          <ReadState read={modules}>
            {(found) => <ElementGrid modules={found} searchText={searchText} readOnlyReason={readOnlyReason} />}
          </ReadState>
        </section>
      </div>
      <section hidden={searchText !== ''}>
        <h3 id={`${id}数据范围`}>数据范围</h3>
        <DataScopeField readOnlyReason={readOnlyReason} />
      </section>
      <section hidden={searchText !== ''}>
        <h3 id={`${id}数据规则`}>数据规则</h3>
        <RulesField readOnlyReason={readOnlyReason} showsErrors={showsErrors} />
      </section>
      <section hidden={searchText !== ''} className="grants-home">
        <h3 id={`${id}首页`}>首页</h3>
        <ReadState read={menus}>{(found) => <HomeField menus={found} readOnlyReason={readOnlyReason} />}</ReadState>
      </section>
    </KeyArea>
  )
})
