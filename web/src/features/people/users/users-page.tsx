import { organizationsContract } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { usePageSearch } from '../../../kernel/page/page-context.ts'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { t } from '../../../ui/texts.ts'
import { OrganizationFilter, type OrganizationTree } from './organization-filter.tsx'
import { RecycleBin } from './recycle-bin.tsx'
import { UserList } from './user-list.tsx'
import './users.css'

const tabs = [
  { key: 'users', text: t('用户', { context: 'plural' }) },
  { key: 'bin', text: t('回收站') },
] as const

/** Users of the company with the organisation filter, and the recycle bin. */
export const UsersPage = ({ Organizations }: { Organizations: OrganizationTree }) => {
  const [tab, setTab] = useState<(typeof tabs)[number]['key']>('users')
  const [, go] = usePageSearch()
  const mayRestore = useCan(usersContract.bin)
  const maySeeOrganizations = useCan(organizationsContract.list)
  // The lists do not share search and filters.
  const selectTab = (next: typeof tab) => {
    go({})
    setTab(next)
  }
  return (
    <div className="users-page">
      <PlainTabs label={t('用户')} tabs={mayRestore ? tabs : tabs.slice(0, 1)} active={tab} onSelect={selectTab}>
        {tab === 'users' ? (
          <div className="users-beside">
            {maySeeOrganizations && <OrganizationFilter Tree={Organizations} />}
            <UserList />
          </div>
        ) : (
          <RecycleBin />
        )}
      </PlainTabs>
    </div>
  )
}
