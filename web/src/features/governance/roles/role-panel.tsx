import { type RoleGrants, roleGrantsContract } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { roleMembersContract } from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import { type RoleRow, rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { RowComments, useCommentsTab } from '../../../kernel/comments/row-comments.tsx'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../kernel/timeline/timeline-action.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { createTreeView } from '../../access/authorization/public/grant-tree/tree-view.ts'
import { AssignableTab } from './assignable-tab.tsx'
import { countChanges, GrantDraftContext, type GrantDrafts, getOrCreateDraft } from './grant-draft.ts'
import { GrantsTab } from './grants-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { RoleHead } from './role-head.tsx'
import { findReadOnlyReason } from './role-words.ts'
import { SaveBar } from './save-bar.tsx'
import { useRoleTree } from './use-role-tree.ts'
import './role-panel.css'

const { get } = rolesContract
const { grants, updateGrants } = roleGrantsContract
const { members } = roleMembersContract

export type RoleTab = 'grants' | 'members' | 'assignable' | 'comments' | 'timeline'
type TabEntry = { key: RoleTab; text: string }
export type RoleFrameProps = {
  role: RoleRow
  stored: RoleGrants
  readOnlyReason: string | undefined
  tabs: readonly TabEntry[]
  tab: RoleTab
  onTab: (tab: RoleTab) => void
  /** Content of the tab. */
  children: ReactNode
}
type RolePanelProps = {
  id: string
  drafts: GrantDrafts
  /** Called when unsaved changes appear or disappear. */
  onUnsaved: (unsaved: boolean) => void
  /** What stands around the tab, if not the head of a panel. */
  Frame?: ComponentType<RoleFrameProps>
  /** Where the current tab is kept, if not in the panel. */
  useTab?: (tabs: readonly TabEntry[]) => [RoleTab, (tab: RoleTab) => void]
}

const PanelFrame = ({ role, readOnlyReason, tabs, tab, onTab, children }: RoleFrameProps) => (
  <>
    <RoleHead role={role} readOnlyReason={readOnlyReason} />
    <PlainTabs label={t('角色')} tabs={tabs} active={tab} onSelect={onTab}>
      {children}
    </PlainTabs>
  </>
)
const useOwnTab = () => useState<RoleTab>('grants')

const Tabs = ({
  role,
  stored,
  drafts,
  onUnsaved,
  Frame = PanelFrame,
  useTab = useOwnTab,
}: { role: RoleRow; stored: RoleGrants } & Omit<RolePanelProps, 'id'>) => {
  const [draft] = useState(() => getOrCreateDraft(drafts, role.id, stored))
  const [showsErrors, setShowsErrors] = useState(false)
  const canSeeMembers = useCan(members)
  const canSeeTimeline = useCanSeeTimelines()
  const canGrant = useCan(updateGrants)
  const isUnsaved = useStore(draft, (now) => countChanges(now) > 0)
  const tree = useRoleTree(role.id)
  const [view] = useState(createTreeView)
  const panel = useRef<HTMLDivElement>(null)
  const notifyUnsaved = useEffectEvent(onUnsaved)
  useEffect(() => draft.getState().rebase(stored), [draft, stored])
  useEffect(() => notifyUnsaved(isUnsaved), [isUnsaved])

  const readOnlyReason = canGrant ? findReadOnlyReason(role) : t('您没有授权权限，仅可查看。')
  const comments = useCommentsTab({ entity: 'role', id: role.id })
  const tabs: TabEntry[] = [
    { key: 'grants', text: t('授权') },
    ...(canSeeMembers ? [{ key: 'members' as const, text: t('成员') }] : []),
    { key: 'assignable', text: t('可授予角色') },
    comments,
    ...(canSeeTimeline ? [{ key: 'timeline' as const, text: t('变更记录') }] : []),
  ]
  const [tab, setTab] = useTab(tabs)
  return (
    <GrantDraftContext value={draft}>
      <Frame role={role} stored={stored} readOnlyReason={readOnlyReason} tabs={tabs} tab={tab} onTab={setTab}>
        {/* Kept mounted behind other tabs, so that closed branches, search and focus survive. */}
        <div ref={panel} hidden={tab !== 'grants'}>
          <GrantsTab {...tree} view={view} readOnlyReason={readOnlyReason} showsErrors={showsErrors} />
        </div>
        {tab === 'members' && <MembersTab role={role} />}
        {tab === 'assignable' && <AssignableTab role={role} readOnlyReason={readOnlyReason} />}
        {tab === 'comments' && <RowComments entity="role" id={role.id} />}
        {tab === 'timeline' && <RowTimeline entity="role" id={role.id} />}
      </Frame>
      {isUnsaved && (
        <SaveBar
          role={role}
          branches={tree.branches}
          view={view}
          onLocate={() => setTab('grants')}
          onInvalid={() => {
            setShowsErrors(true)
            setTab('grants')
            // The error may be far from the save button.
            requestAnimationFrame(() =>
              panel.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }),
            )
          }}
          onSaved={() => setShowsErrors(false)}
        />
      )}
    </GrantDraftContext>
  )
}

const Loaded = ({ role, ...rest }: { role: RoleRow } & Omit<RolePanelProps, 'id'>) => {
  const read = useRead(grants, { params: { id: role.id } })
  return <ReadState read={read}>{(stored) => <Tabs role={role} stored={stored} {...rest} />}</ReadState>
}

/** One role: grants, members, assignable roles and timeline. */
export const RolePanel = ({ id, ...rest }: RolePanelProps) => {
  const read = useRead(get, { params: { id } })
  return (
    <div className="role-panel">
      <ReadState read={read}>{(role) => <Loaded role={role} {...rest} />}</ReadState>
    </div>
  )
}
