import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { startTransition, useState } from 'react'
import { useUnloadGuard } from '../../../kernel/forms/use-unload-guard.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { GrantDrafts } from './grant-draft.ts'
import { RoleList } from './role-list.tsx'
import { RolePanel } from './role-panel.tsx'
import './roles-page.css'

/** The role list with the selected role beside it where there is room. */
export const RolesPage = () => {
  const isWide = useMedia('(min-width: 1200px)')
  const [selected, setSelected] = useState<RoleRow>()
  const [drafts] = useState<GrantDrafts>(() => new Map())
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  useUnloadGuard(() => unsaved.size > 0)
  const id = selected?.id
  // A transition, so that the tick does not wait for the list.
  const markUnsaved = (role: string, isUnsaved: boolean) =>
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
    <div className={isWide ? 'roles roles-beside' : 'roles'}>
      <div className="roles-list">
        <RoleList beside={isWide} selected={selected} unsaved={unsaved} onSelect={setSelected} />
      </div>
      {isWide && (
        <div className="roles-panel">
          {id !== undefined && (
            <RolePanel key={id} id={id} drafts={drafts} onUnsaved={(isUnsaved) => markUnsaved(id, isUnsaved)} />
          )}
        </div>
      )}
    </div>
  )
}
