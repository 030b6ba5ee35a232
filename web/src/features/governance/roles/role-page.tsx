import { scopeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import { maxCountedMembers, rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { invalidate, useRead } from '../../../kernel/api/use-read.ts'
import { useUnloadGuard } from '../../../kernel/forms/use-unload-guard.ts'
import { useObjectActions } from '../../../kernel/listing/use-object-actions.tsx'
import { ObjectState, useObjectId } from '../../../kernel/page/object-state.tsx'
import { usePageTitle } from '../../../kernel/page/page-context.ts'
import { useAddressTab } from '../../../kernel/page/use-address-tab.ts'
import { RowTags } from '../../../kernel/tags/row-tags.tsx'
import { Note } from '../../../ui/note.tsx'
import { ObjectCard, ObjectIcon, ObjectPage } from '../../../ui/object-page/object-page.tsx'
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './affected-reads.ts'
import type { GrantDrafts } from './grant-draft.ts'
import { changeActions } from './role-actions.ts'
import { RoleStatus, RoleType } from './role-cells.tsx'
import { type RoleFrameProps, RolePanel, type RoleTab } from './role-panel.tsx'
import { peopleCount } from './role-words.ts'

const noun = t('角色')
const refresh = () => Promise.all(affectedReads.map(invalidate))
const useTab = (tabs: RoleFrameProps['tabs']) => useAddressTab<RoleTab>(tabs, 'grants')

const PageFrame = ({ role, stored, readOnlyReason, tabs, tab, onTab, children }: RoleFrameProps) => {
  const { name, code, desc, parentName, users, dataScope, everything, status } = role
  usePageTitle(name)
  const [toActs, overlays] = useObjectActions(changeActions, refresh)
  return (
    <>
      <ObjectPage<RoleTab>
        noun={noun}
        face={<ObjectIcon icon={ShieldCheck} />}
        name={name}
        state={
          <>
            <RoleType {...role} />
            <RoleStatus {...role} />
          </>
        }
        facts={{ code, parent: parentName && t('继承自 {parentName}', { parentName }), desc }}
        tags={<RowTags entity="role" id={role.id} />}
        acts={toActs(role)}
        figures={[
          {
            label: t('成员'),
            value: t('{users} 人', { users: peopleCount(users) }),
            note: users > maxCountedMembers && t('人数较多，仅显示下限'),
          },
          {
            label: t('菜单', { context: 'plural' }),
            value: everything ? t('全部') : t('{count} 个', { count: stored.menus.length }),
          },
          {
            label: t('权限点', { context: 'plural' }),
            value: everything ? t('全部') : t('{count} 个', { count: stored.elems.length }),
          },
          { label: t('数据范围'), value: t(scopeNames[dataScope]) },
        ]}
        tabs={tabs}
        tab={tab}
        onTab={onTab}
      >
        <ObjectCard>
          {(readOnlyReason !== undefined || status === 0) && (
            <div>
              {readOnlyReason !== undefined && <Note space="none">{readOnlyReason}</Note>}
              {status === 0 && <Note space="none">{t('角色已锁定，成员暂无该角色的权限。')}</Note>}
            </div>
          )}
          {children}
        </ObjectCard>
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one role: its grants, members, assignable roles and timeline. */
export const RolePage = () => {
  const id = useObjectId()
  const read = useRead(rolesContract.get, { params: { id } }, { toasts: false })
  const [drafts] = useState<GrantDrafts>(() => new Map())
  const [isUnsaved, setUnsaved] = useState(false)
  useUnloadGuard(() => isUnsaved)
  return (
    <ObjectState noun={noun} read={read}>
      {() => <RolePanel id={id} drafts={drafts} onUnsaved={setUnsaved} Frame={PageFrame} useTab={useTab} />}
    </ObjectState>
  )
}
