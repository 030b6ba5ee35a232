import type { RoleRow } from '@atrium/contract/features/roles/roles.contract.ts'
import { startTransition, useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import type { GrantDrafts } from './grant-draft.ts'
import { RoleList } from './role-list.tsx'
import { RolePanel } from './role-panel.tsx'
import './roles-page.css'

/** The roles and, where there is room, everything about the selected one beside them. */
export const RolesPage = () => {
  const beside = useMedia('(min-width: 1200px)')
  const [selected, setSelected] = useState<RoleRow>()
  const [drafts] = useState<GrantDrafts>(() => new Map())
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const id = selected?.id
  // The list says it when there is time: the tick itself must not wait for it.
  const mark = (role: string, isUnsaved: boolean) =>
    startTransition(() =>
      setUnsaved((former) => {
        if (former.has(role) === isUnsaved) return former
        const next = new Set(former)
        if (isUnsaved) next.add(role)
        else next.delete(role)
        return next
      }),
    )
  return (
    <div className={beside ? 'roles roles-beside' : 'roles'}>
      <div className="roles-list">
        <RoleList beside={beside} selected={selected} unsaved={unsaved} onSelect={setSelected} />
      </div>
      {beside && (
        <div className="roles-panel">
          {id !== undefined && (
            <RolePanel key={id} id={id} drafts={drafts} onUnsaved={(isUnsaved) => mark(id, isUnsaved)} />
          )}
        </div>
      )}
    </div>
  )
}
