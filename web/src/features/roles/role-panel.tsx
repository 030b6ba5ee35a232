import { type RoleGrants, type RoleRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useCan } from '../../kernel/access/use-can.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { RowTimeline, useMaySeeTimelines } from '../../kernel/timeline/timeline-action.tsx'
import { PlainTabs } from '../../ui/plain-tabs.tsx'
import { AssignableTab } from './assignable-tab.tsx'
import { changesIn, draftIn, GrantDraftContext, type GrantDrafts } from './grant-draft.ts'
import { GrantsTab } from './grants-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { RoleHead } from './role-head.tsx'
import { fixedReason } from './role-words.ts'
import { SaveBar } from './save-bar.tsx'
import './role-panel.css'

const { get, grants, members, updateGrants } = rolesContract

type Tab = 'grants' | 'members' | 'assignable' | 'timeline'
type RolePanelProps = {
  id: string
  drafts: GrantDrafts
  /** Told whether there are changes that are not saved. */
  onUnsaved: (unsaved: boolean) => void
}

const Tabs = ({
  role,
  stored,
  drafts,
  onUnsaved,
}: { role: RoleRow; stored: RoleGrants } & Omit<RolePanelProps, 'id'>) => {
  const [draft] = useState(() => draftIn(drafts, role.id, stored))
  const [tab, setTab] = useState<Tab>('grants')
  const [judged, setJudged] = useState(false)
  const maySeeMembers = useCan(members)
  const maySeeTimeline = useMaySeeTimelines()
  const mayGrant = useCan(updateGrants)
  const isUnsaved = useStore(draft, (now) => changesIn(now) > 0)
  const panel = useRef<HTMLDivElement>(null)
  const tell = useEffectEvent(onUnsaved)
  useEffect(() => draft.getState().rebase(stored), [draft, stored])
  useEffect(() => tell(isUnsaved), [isUnsaved])

  const fixed = mayGrant ? fixedReason(role) : '您没有授权的权限，只能查看。'
  const tabs = [
    { key: 'grants' as const, text: '授权' },
    ...(maySeeMembers ? [{ key: 'members' as const, text: '成员' }] : []),
    { key: 'assignable' as const, text: '可授予角色' },
    ...(maySeeTimeline ? [{ key: 'timeline' as const, text: '变更记录' }] : []),
  ]
  return (
    <GrantDraftContext value={draft}>
      <RoleHead role={role} fixed={fixed} />
      <PlainTabs label="角色" tabs={tabs} active={tab} onSelect={setTab}>
        {/* It stays while others are shown: closed branches, the search and the place in the grid are kept. */}
        <div ref={panel} hidden={tab !== 'grants'}>
          <GrantsTab role={role} fixed={fixed} judged={judged} />
        </div>
        {tab === 'members' && <MembersTab role={role} />}
        {tab === 'assignable' && <AssignableTab role={role} fixed={fixed} />}
        {tab === 'timeline' && <RowTimeline entity="role" id={role.id} />}
      </PlainTabs>
      {isUnsaved && (
        <SaveBar
          role={role}
          onWrong={() => {
            setJudged(true)
            setTab('grants')
            // What is wrong may be far from the button that found it.
            requestAnimationFrame(() =>
              panel.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' }),
            )
          }}
          onSaved={() => setJudged(false)}
        />
      )}
    </GrantDraftContext>
  )
}

const Loaded = ({ role, ...rest }: { role: RoleRow } & Omit<RolePanelProps, 'id'>) => {
  const read = useRead(grants, { params: { id: role.id } })
  return <ReadState read={read}>{(stored) => <Tabs role={role} stored={stored} {...rest} />}</ReadState>
}

/** Everything one role grants, who wears it, what its wearers may give on, and what happened to it. */
export const RolePanel = ({ id, ...rest }: RolePanelProps) => {
  const read = useRead(get, { params: { id } })
  return (
    <div className="role-panel">
      <ReadState read={read}>{(role) => <Loaded role={role} {...rest} />}</ReadState>
    </div>
  )
}
