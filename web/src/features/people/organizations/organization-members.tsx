import {
  type OrganizationDetail,
  type OrganizationMember,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { NamePath } from '../../../ui/name-path.tsx'
import type { TableColumn } from '../../../ui/table-column.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { AddMembers } from '../users/public/add-members.tsx'
import { findPeople } from '../users/public/find-people.ts'
import { MemberList } from '../users/public/member-list.tsx'
import { affected } from './affected-reads.ts'
import { MembershipForm } from './membership-form.tsx'
import { dutyNames } from './organization-words.ts'
import { RemoveMember } from './remove-member.tsx'

const fixedColumn = { grows: false, sortable: false, alignRight: false }
const columns: readonly TableColumn<OrganizationMember>[] = [
  {
    ...fixedColumn,
    key: 'duty',
    title: t('职务'),
    width: 88,
    render: ({ duty }) => (duty === 'member' ? dutyNames.member : <Tag tone="good">{dutyNames[duty]}</Tag>),
  },
  {
    ...fixedColumn,
    key: 'post',
    title: t('岗位'),
    width: 112,
    render: ({ post }) => <EllipsisText>{post?.name ?? '—'}</EllipsisText>,
  },
  {
    ...fixedColumn,
    key: 'organization',
    title: t('所在组织'),
    width: 168,
    render: ({ organization: { name, above }, primary }) => (
      <span className="organization-title">
        <NamePath above={above} name={name} />
        {!primary && <Tag>{t('兼任')}</Tag>}
      </span>
    ),
  },
]

/** Members of an organisation, optionally of its descendants. */
export const OrganizationMembers = ({ organization }: { organization: OrganizationDetail }) => {
  const paging = usePaging()
  const [below, setBelow] = useState(true)
  const query = { ...paging.query, below: below ? '1' : '0' } as const
  const read = useRead(organizationsContract.members, { params: { id: organization.id }, query })
  const mayChange = useCan(organizationsContract.changeMembers)
  const mayFind = useCan(usersContract.list)
  const [drawer, open] = useOverlay()
  const add = () =>
    open((onClosed) => (
      <AddMembers
        to={organization}
        find={findPeople}
        endpoint={organizationsContract.changeMembers}
        invalidates={affected}
        onClosed={onClosed}
      />
    ))
  return (
    <>
      <MemberList<OrganizationMember>
        paging={paging}
        read={read}
        columns={columns}
        includeMore={{ label: t('包括下级'), chosen: below, onChange: setBelow }}
        onAdd={mayChange && mayFind && organization.status === 1 ? add : undefined}
        hint={t('添加成员后，按组织划分数据范围的角色可查看其数据。')}
        actions={
          mayChange
            ? (row) => [
                {
                  label: t('修改', { context: 'edit' }),
                  run: () => open((onClosed) => <MembershipForm member={row} onClosed={onClosed} />),
                },
                {
                  label: t('移出'),
                  danger: true,
                  run: () => open((onClosed) => <RemoveMember member={row} onClosed={onClosed} />),
                },
              ]
            : undefined
        }
        actionWidth={112}
      />
      {drawer}
    </>
  )
}
