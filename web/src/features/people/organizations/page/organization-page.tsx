import {
  type OrganizationDetail,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { Network } from 'lucide-react'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { invalidate, useRead } from '../../../../kernel/api/use-read.ts'
import { RowComments, useCommentsTab } from '../../../../kernel/comments/row-comments.tsx'
import { useObjectActions } from '../../../../kernel/listing/use-object-actions.tsx'
import { type MoreTab, MoreTabContent, useMoreTabs } from '../../../../kernel/page/more-tabs.tsx'
import { ObjectState, useObjectId } from '../../../../kernel/page/object-state.tsx'
import { usePageTitle } from '../../../../kernel/page/page-context.ts'
import { useAddressTab } from '../../../../kernel/page/use-address-tab.ts'
import { RowTags } from '../../../../kernel/tags/row-tags.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../../kernel/timeline/timeline-action.tsx'
import { type Figure, ObjectCard, ObjectIcon, ObjectPage } from '../../../../ui/object-page/object-page.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { useDictionaryLabel } from '../../../system/dictionaries/public/use-dictionary.ts'
import { affected } from '../affected-reads.ts'
import { OrganizationMembers } from '../organization-members.tsx'
import { OrganizationRoles } from '../organization-roles.tsx'
import { dutyNames, withinText } from '../organization-words.ts'
import { organizationActs } from './organization-acts.tsx'
import { OrganizationOverview } from './organization-overview.tsx'
import '../organizations.css'

const { get, members } = organizationsContract
const noun = t('组织')
const namedRoles = 2
type Tab = 'overview' | 'members' | 'roles' | 'comments' | 'timeline' | MoreTab['key']
const refresh = () => Promise.all(affected.map(invalidate))

/** What an administrator asks first about an organisation. */
const organizationFigures = (organization: OrganizationDetail): Figure[] => {
  const { leaders, users, leaf, below, roles } = organization
  const [first, ...others] = leaders
  return [
    {
      label: t('负责人'),
      value: first?.name ?? t('未设'),
      note: listText(others.map(({ name, duty }) => `${dutyNames[duty]} ${name}`)),
      tone: first ? undefined : 'warn',
    },
    { label: t('直属成员'), value: t('{users} 人', { users }) },
    {
      label: t('含下级'),
      value: leaf ? t('{users} 人', { users }) : t('{organization} 人', { organization: withinText(organization) }),
    },
    { label: t('下级组织'), value: below === 0 ? t('无') : t('{below} 个', { below }) },
    {
      label: t('角色'),
      value: roles.length === 0 ? t('无') : t('{count} 个', { count: roles.length }),
      note: listText(roles.slice(0, namedRoles).map(({ name }) => name)),
    },
  ]
}

type OrganizationPageProps = {
  /** Tabs of modules. */
  moreTabs: readonly MoreTab[]
}

const LoadedOrganization = ({
  organization,
  moreTabs,
}: OrganizationPageProps & { organization: OrganizationDetail }) => {
  const { id, name, kind, code, status, above } = organization
  usePageTitle(name)
  const kindName = useDictionaryLabel('orgKind')
  const [toActs, overlays] = useObjectActions(organizationActs, refresh)
  const maySeeMembers = useCan(members)
  const maySeeTimeline = useCanSeeTimelines()
  const more = useMoreTabs(moreTabs)
  const comments = useCommentsTab({ entity: 'organization', id: id })
  const tabs: { key: Tab; text: string }[] = [
    { key: 'overview', text: t('概况') },
    ...(maySeeMembers ? [{ key: 'members' as const, text: t('成员') }] : []),
    { key: 'roles', text: t('角色', { context: 'plural' }) },
    ...more,
    comments,
    ...(maySeeTimeline ? [{ key: 'timeline' as const, text: t('变更记录') }] : []),
  ]
  const [tab, selectTab] = useAddressTab(tabs, 'overview')
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<ObjectIcon icon={Network} />}
        name={name}
        state={
          <>
            <Tag>{kindName(kind)}</Tag>
            {status === 0 && <Tag tone="warn">{t('停用')}</Tag>}
          </>
        }
        facts={{ above: above.map((step) => step.name).join(' / '), code: code && <code>{code}</code> }}
        tags={<RowTags entity="organization" id={id} />}
        acts={toActs(organization)}
        figures={organizationFigures(organization)}
        tabs={tabs}
        tab={tab}
        onTab={selectTab}
      >
        {tab === 'overview' && <OrganizationOverview organization={organization} />}
        {tab === 'members' && (
          <ObjectCard>
            <OrganizationMembers key={id} organization={organization} />
          </ObjectCard>
        )}
        {tab === 'roles' && (
          <ObjectCard>
            <OrganizationRoles key={id} organization={organization} />
          </ObjectCard>
        )}
        <MoreTabContent tabs={more} tab={tab} id={id} />
        {tab === 'comments' && (
          <ObjectCard>
            <RowComments entity="organization" id={id} />
          </ObjectCard>
        )}
        {tab === 'timeline' && (
          <ObjectCard>
            <RowTimeline entity="organization" id={id} />
          </ObjectCard>
        )}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one organisation. */
export const OrganizationPage = (props: OrganizationPageProps) => {
  const id = useObjectId()
  const read = useRead(get, { params: { id } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(organization) => <LoadedOrganization organization={organization} {...props} />}
    </ObjectState>
  )
}
