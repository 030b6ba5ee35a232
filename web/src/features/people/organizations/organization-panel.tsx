import type { OrganizationRemoval } from '@atrium/contract/features/people/organizations/organization-impact.ts'
import {
  type OrganizationDetail,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { usePage } from '../../../kernel/page/page-context.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../kernel/timeline/timeline-action.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { ObjectActs } from '../../../ui/object-page/object-acts.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import type { RowAction } from '../../../ui/row-actions.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useImpactLines } from '../../../ui/use-impact-lines.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'
import { affected } from './affected-reads.ts'
import { MergeForm, MoveForm } from './move-forms.tsx'
import { AddForm, EditForm } from './organization-form.tsx'
import { OrganizationMembers } from './organization-members.tsx'
import { OrganizationRoles } from './organization-roles.tsx'
import { countText, dutyNames, endImpactLines, stoppedHelp } from './organization-words.ts'
import { SplitForm } from './split-form.tsx'

const { get, create, update, remove: removal, move, members } = organizationsContract
type PanelProps = { onSelect: (id: string | undefined) => void }

const Head = ({ organization }: { organization: OrganizationDetail }) => {
  const { id, name, code, kind, above, below, leaders, status, phone, email } = organization
  const kindName = useDictionaryLabel('orgKind')
  const { path } = usePage()
  return (
    <header>
      {above.length > 0 && <p className="organization-quiet">{above.map((step) => step.name).join(' / ')}</p>}
      <div className="organization-title">
        <h2>
          <Link to={`${path}/${id}`}>{name}</Link>
        </h2>
        <Tag>{kindName(kind)}</Tag>
        {status === 0 && <Tag tone="warn">{t('停用')}</Tag>}
      </div>
      <p className="organization-quiet">
        {[code, countText(organization), t('下级组织 {below} 个', { below }), phone, email].filter(Boolean).join(' · ')}
      </p>
      {leaders.length > 0 && (
        <p className="organization-quiet">
          {leaders.map((each) => `${dutyNames[each.duty]} ${each.name}`).join(' · ')}
        </p>
      )}
      {status === 0 && <p className="organization-note">{stoppedHelp}</p>}
    </header>
  )
}

/**
 * Deletes an empty organisation after a confirmation; its parent is selected then.
 * @returns `remove` and the dialogs
 */
const useRemoval = ({ id, name, parent }: OrganizationDetail, onSelect: PanelProps['onSelect']) => {
  const [ask, question] = useConfirm()
  const [card, confirms] = useImpactLines<OrganizationRemoval>({
    title: () => t('删除“{name}”', { name }),
    confirm: t('确认删除'),
    lines: endImpactLines,
  })
  const write = useWrite(removal, {
    confirms,
    invalidates: affected,
    isRemoval: true,
    onDone: () => onSelect(parent ?? undefined),
  })
  const remove = () =>
    ask({
      title: t('删除“{name}”？', { name }),
      body: t('仅可删除没有下级和成员的组织，否则请使用“合并”。'),
      confirm: t('删除'),
      danger: true,
      run: () => write.mutateAsync({ params: { id } }),
    })
  const dialogs = (
    <>
      {question}
      {card}
    </>
  )
  return [remove, dialogs] as const
}

const Actions = ({ organization, onSelect }: { organization: OrganizationDetail } & PanelProps) => {
  const [drawer, open] = useOverlay()
  const [remove, dialogs] = useRemoval(organization, onSelect)
  const { id, leaf, users, status } = organization
  const [mayAdd, mayEdit, mayMove, mayRemove] = [useCan(create), useCan(update), useCan(move), useCan(removal)]
  const acts: (RowAction & { isAllowed: boolean })[] = [
    {
      label: t('新增下级'),
      isAllowed: mayAdd && status === 1,
      run: () => open((onClosed) => <AddForm parent={id} onSaved={onSelect} onClosed={onClosed} />),
    },
    {
      label: t('编辑'),
      isAllowed: mayEdit,
      run: () => open((onClosed) => <EditForm organization={organization} onClosed={onClosed} />),
    },
    {
      label: t('移动'),
      isAllowed: mayMove,
      run: () => open((onClosed) => <MoveForm organization={organization} onClosed={onClosed} />),
    },
    {
      label: t('合并'),
      isAllowed: mayMove,
      run: () => open((onClosed) => <MergeForm organization={organization} onMerged={onSelect} onClosed={onClosed} />),
    },
    {
      label: t('拆分'),
      isAllowed: mayMove && (!leaf || users > 0),
      run: () => open((onClosed) => <SplitForm organization={organization} onCreated={onSelect} onClosed={onClosed} />),
    },
    { label: t('删除'), danger: true, isAllowed: mayRemove && leaf && users === 0, run: remove },
  ]
  return (
    <>
      <ObjectActs acts={acts.filter(({ isAllowed }) => isAllowed)} />
      {drawer}
      {dialogs}
    </>
  )
}

const Tabs = ({ organization }: { organization: OrganizationDetail }) => {
  const [tab, setTab] = useState<'members' | 'roles' | 'timeline'>('members')
  const maySeeMembers = useCan(members)
  const maySeeTimeline = useCanSeeTimelines()
  const tabs = [
    ...(maySeeMembers ? [{ key: 'members' as const, text: t('成员') }] : []),
    { key: 'roles' as const, text: t('角色', { context: 'plural' }) },
    ...(maySeeTimeline ? [{ key: 'timeline' as const, text: t('变更记录') }] : []),
  ]
  const active = tabs.find(({ key }) => key === tab)?.key ?? 'roles'
  return (
    <PlainTabs label={t('组织')} tabs={tabs} active={active} onSelect={setTab}>
      {active === 'members' && <OrganizationMembers key={organization.id} organization={organization} />}
      {active === 'roles' && <OrganizationRoles key={organization.id} organization={organization} />}
      {active === 'timeline' && <RowTimeline entity="organization" id={organization.id} />}
    </PlainTabs>
  )
}

/** An organisation with its actions, members and roles. */
export const OrganizationPanel = ({ id, onSelect }: { id: string } & PanelProps) => {
  const read = useRead(get, { params: { id } })
  return (
    <section className="organization-panel" aria-label={t('所选组织')}>
      <ReadState read={read}>
        {(organization) => (
          <>
            <div className="organization-head">
              <Head organization={organization} />
              <Actions organization={organization} onSelect={onSelect} />
            </div>
            <Tabs organization={organization} />
          </>
        )}
      </ReadState>
    </section>
  )
}
