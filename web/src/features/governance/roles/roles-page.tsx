import { type RoleRow, rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { useIsFetching } from '@tanstack/react-query'
import { startTransition, useState } from 'react'
import { useUnloadGuard } from '../../../kernel/forms/use-unload-guard.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../ui/texts.ts'
import { useMedia } from '../../../ui/use-media.ts'
import type { GrantDrafts } from './grant-draft.ts'
import { RoleList } from './role-list.tsx'
import { RolePanel } from './role-panel.tsx'
import './roles-page.css'

const { module, name } = rolesContract.list

/** What stands beside a list without a chosen role: it is being read, could not be read, or is empty. */
const NoRole = () =>
  useIsFetching({ queryKey: [module, name] }) > 0 ? (
    <Skeleton lines={6} />
  ) : (
    <Empty title={t('未选择角色')} hint={t('选择角色后，在此查看和调整其菜单、权限点和数据范围。')} />
  )

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
          {id === undefined ? (
            <NoRole />
          ) : (
            <RolePanel key={id} id={id} drafts={drafts} onUnsaved={(isUnsaved) => markUnsaved(id, isUnsaved)} />
          )}
        </div>
      )}
    </div>
  )
}
