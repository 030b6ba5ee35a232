import {
  type MemberRow,
  roleMembersContract,
} from '@atrium/contract/features/governance/roles/role-members.contract.ts'
import type { RoleRow } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { BatchBar } from '../../../kernel/listing/batch-bar.tsx'
import { usePaging } from '../../../kernel/listing/use-paging.ts'
import { useTicks } from '../../../kernel/listing/use-ticks.ts'
import { userName } from '../../../shared/texts/user-name.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Note } from '../../../ui/note.tsx'
import type { TableColumn } from '../../../ui/table-column.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { termState, termText } from '../../access/authorization/public/term-text.ts'
import { AddMembers } from '../../people/users/public/add-members.tsx'
import { findPeople } from '../../people/users/public/find-people.ts'
import { MemberList } from '../../people/users/public/member-list.tsx'
import { affectedReads } from './affected-reads.ts'
import { RemoveMembers } from './remove-members.tsx'

/** Roles held through an organisation or a descendant cannot be removed here. */
const isDirect = ({ via }: MemberRow) => via === 'direct'
const sourceText = ({ via, viaRole, viaOrg }: MemberRow) =>
  ({ direct: t('直接授予'), org: t('通过组织 {viaOrg}', { viaOrg }), inherited: t('通过{viaRole}', { viaRole }) })[via]
const columns: readonly TableColumn<MemberRow>[] = [
  {
    key: 'via',
    title: t('来源'),
    width: 140,
    grows: false,
    sortable: false,
    alignRight: false,
    render: (row) => (
      <span className="role-name-words">
        <EllipsisText>{sourceText(row)}</EllipsisText>
        {row.anchor && (
          <span className="role-quiet">
            <EllipsisText>{t('适用于 {name}', { name: row.anchor.name })}</EllipsisText>
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'expireTime',
    title: t('有效期'),
    width: 180,
    grows: false,
    sortable: true,
    alignRight: false,
    render: (row) => {
      const state = termState(row)
      return (
        <span className="role-name">
          <EllipsisText>{termText(row)}</EllipsisText>
          {state && <Tag tone="warn">{state}</Tag>}
        </span>
      )
    },
  },
]

/** Members of a role, optionally with those of its descendants. */
export const MembersTab = ({ role }: { role: RoleRow }) => {
  const paging = usePaging()
  const [inherited, setInherited] = useState(false)
  const query = { ...paging.query, effective: inherited ? '1' : '0' } as const
  const read = useRead(roleMembersContract.members, { params: { id: role.id }, query })
  const canChange = useCan(roleMembersContract.changeMembers)
  const canFindUsers = useCan(usersContract.list)
  const canAdd = canChange && canFindUsers && role.type !== 'template'
  const [drawer, open] = useOverlay()
  const add = () =>
    open((onClosed) => (
      <AddMembers
        to={role}
        find={findPeople}
        endpoint={roleMembersContract.changeMembers}
        invalidates={affectedReads}
        onClosed={onClosed}
      />
    ))
  const [ticked, ticks] = useTicks(read.data?.data ?? [], userName, isDirect)
  const askToRemove = (members: readonly MemberRow[]) =>
    open((onClosed) => (
      <RemoveMembers role={role} members={members} onMade={() => ticks.onChange([])} onClosed={onClosed} />
    ))
  return (
    <>
      {role.type === 'template' && <Note space="around">{t('模板角色不能直接授予用户，请先复制。')}</Note>}
      <MemberList<MemberRow>
        paging={paging}
        read={read}
        columns={columns}
        includeMore={{ label: t('包括继承'), chosen: inherited, onChange: setInherited }}
        onAdd={canAdd ? add : undefined}
        hint={t('添加后，成员即拥有该角色的权限。')}
        actions={
          canChange
            ? (row) => (isDirect(row) ? [{ label: t('移除'), danger: true, run: () => askToRemove([row]) }] : [])
            : undefined
        }
        actionWidth={72}
        ticks={canChange ? ticks : undefined}
      >
        {ticked.length > 0 && (
          <BatchBar
            count={t('已选 {count} 个成员', { count: ticked.length })}
            actions={[{ label: t('移除'), danger: true }]}
            onChoose={() => askToRemove(ticked)}
            onNone={() => ticks.onChange([])}
          />
        )}
      </MemberList>
      {drawer}
    </>
  )
}
