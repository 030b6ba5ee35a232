import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { type UserDetail, type UserRow, usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { invalidate, useRead } from '../../../../kernel/api/use-read.ts'
import { RowComments, useCommentsTab } from '../../../../kernel/comments/row-comments.tsx'
import { useObjectActions } from '../../../../kernel/listing/use-object-actions.tsx'
import type { RowAction } from '../../../../kernel/listing/use-row-actions.ts'
import { type MoreTab, MoreTabContent, useMoreTabs } from '../../../../kernel/page/more-tabs.tsx'
import { ObjectState, useObjectId } from '../../../../kernel/page/object-state.tsx'
import { usePageTitle } from '../../../../kernel/page/page-context.ts'
import { useAddressTab } from '../../../../kernel/page/use-address-tab.ts'
import { RowTags } from '../../../../kernel/tags/row-tags.tsx'
import { RowTimeline, useCanSeeTimelines } from '../../../../kernel/timeline/timeline-action.tsx'
import { ObjectCard, ObjectPage } from '../../../../ui/object-page/object-page.tsx'
import { pathText } from '../../../../ui/path-text.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { affected } from '../affected-reads.ts'
import { PersonAvatar } from '../public/person-avatar.tsx'
import { RoleAssignments } from '../role-assignments.tsx'
import { changeActions } from '../user-actions.ts'
import { UserState } from '../user-cells.tsx'
import { EditForm } from '../user-edit-form.tsx'
import { UserSessions } from '../user-sessions.tsx'
import { EffectiveGrants, type GrantsView } from './effective-grants.tsx'
import { userFigures } from './user-figures.tsx'
import { UserOverview } from './user-overview.tsx'

const { get, update, sessions } = usersContract
const noun = t('用户')
type Tab = 'overview' | 'grants' | 'roles' | 'sessions' | 'comments' | 'timeline' | MoreTab['key']

const acts: readonly RowAction<UserRow>[] = [{ label: t('编辑'), endpoint: update, drawer: EditForm }, ...changeActions]
const refresh = () => Promise.all(affected.map(invalidate))

/** Where the user mainly belongs, and as what. */
const placeText = ({ orgs: [first] }: UserDetail): string =>
  first ? [pathText(first.above, first.orgName), first.post].filter(Boolean).join(' · ') : ''

type UserPageProps = {
  /** Shows where a user's rights come from. */
  Grants: GrantsView
  /** The address of the list of organisations; undefined if the reader cannot open it. */
  organizations: string | undefined
  /** Tabs of modules. */
  moreTabs: readonly MoreTab[]
}

const LoadedUser = ({ user, Grants, organizations, moreTabs }: UserPageProps & { user: UserDetail }) => {
  usePageTitle(user.name)
  const [toActs, overlays] = useObjectActions(acts, refresh)
  const maySeeRoles = useCan(userRolesContract.roles)
  const maySeeSessions = useCan(sessions)
  const maySeeTimeline = useCanSeeTimelines()
  const more = useMoreTabs(moreTabs)
  const comments = useCommentsTab({ entity: 'user', id: user.id })
  const tabs: { key: Tab; text: string }[] = [
    { key: 'overview', text: t('概况') },
    { key: 'grants', text: t('有效权限') },
    ...(maySeeRoles ? [{ key: 'roles' as const, text: t('角色', { context: 'plural' }) }] : []),
    ...(maySeeSessions ? [{ key: 'sessions' as const, text: t('会话') }] : []),
    ...more,
    comments,
    ...(maySeeTimeline ? [{ key: 'timeline' as const, text: t('变更记录') }] : []),
  ]
  const [tab, selectTab] = useAddressTab(tabs, 'overview')
  return (
    <>
      <ObjectPage
        noun={noun}
        face={<PersonAvatar {...user} />}
        name={user.name}
        state={
          <>
            <UserState {...user} />
            {user.outside && <Tag>{t('外部')}</Tag>}
            {user.self && <Tag tone="accent">{t('本人')}</Tag>}
          </>
        }
        facts={{ account: user.account, place: placeText(user) }}
        tags={<RowTags entity="user" id={user.id} />}
        acts={toActs({ ...user, roleCount: user.roles.length })}
        figures={userFigures(user)}
        tabs={tabs}
        tab={tab}
        onTab={selectTab}
      >
        {tab === 'overview' && <UserOverview user={user} organizations={organizations} />}
        {tab === 'grants' && <EffectiveGrants user={user} Grants={Grants} />}
        {tab === 'roles' && (
          <ObjectCard>
            <RoleAssignments user={user} />
          </ObjectCard>
        )}
        {tab === 'sessions' && (
          <ObjectCard>
            <UserSessions user={user} />
          </ObjectCard>
        )}
        <MoreTabContent tabs={more} tab={tab} id={user.id} />
        {tab === 'comments' && (
          <ObjectCard>
            <RowComments entity="user" id={user.id} />
          </ObjectCard>
        )}
        {tab === 'timeline' && (
          <ObjectCard>
            <RowTimeline entity="user" id={user.id} />
          </ObjectCard>
        )}
      </ObjectPage>
      {overlays}
    </>
  )
}

/** The page of one user. */
export const UserPage = (props: UserPageProps) => {
  const id = useObjectId()
  const read = useRead(get, { params: { id } }, { toasts: false })
  return (
    <ObjectState noun={noun} read={read}>
      {(user) => <LoadedUser user={user} {...props} />}
    </ObjectState>
  )
}
