import { type MemberRow, type RoleRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { useRead, useWrite } from '../../kernel/api/use-endpoint.ts'
import { BatchBar } from '../../kernel/listing/batch-bar.tsx'
import { useTicks } from '../../kernel/listing/use-ticks.ts'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { PlainCheckbox } from '../../ui/plain-checkbox.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import { formatMoment } from '../../ui/time.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { AddMembers } from './add-members.tsx'
import { affected } from './affected-reads.ts'

const term = ({ startTime, expireTime }: MemberRow) => {
  if (!startTime && !expireTime) return '长期有效'
  return `${startTime ? formatMoment(startTime) : '现在'} 至 ${expireTime ? formatMoment(expireTime) : '长期'}`
}

/** What comes by an organisation or by an heir is not taken from people here. */
const isDirect = ({ via }: MemberRow) => via === 'direct'
const memberName = ({ name, account }: MemberRow) => `${name}（${account}）`
/** One member by name, several by their number. */
const membersText = (members: readonly MemberRow[]) => {
  const [only, ...others] = members
  return only && others.length === 0 ? `“${memberName(only)}”` : ` ${members.length} 个成员`
}

const columns: readonly TableColumn<MemberRow>[] = [
  {
    key: 'name',
    title: '用户',
    width: 160,
    grows: true,
    sortable: true,
    alignRight: false,
    render: ({ name, account, status }) => (
      <span className="role-name">
        <span className="role-name-words">
          <EllipsisText>{name}</EllipsisText>
          <span className="role-code">
            <EllipsisText>{account}</EllipsisText>
          </span>
        </span>
        {status !== 1 && <Tag tone="warn">{status === 2 ? '锁定' : '停用'}</Tag>}
      </span>
    ),
  },
  {
    key: 'via',
    title: '来源',
    width: 140,
    grows: false,
    sortable: false,
    alignRight: false,
    render: ({ via, viaRole, viaOrg }) =>
      via === 'direct' ? (
        '直接授予'
      ) : (
        <EllipsisText>{via === 'org' ? `经组织 ${viaOrg}` : `经 ${viaRole}`}</EllipsisText>
      ),
  },
  {
    key: 'expireTime',
    title: '有效期',
    width: 180,
    grows: false,
    sortable: true,
    alignRight: false,
    render: (row) => (
      <span className="role-name">
        <EllipsisText>{term(row)}</EllipsisText>
        {!row.inForce && <Tag tone="warn">未生效</Tag>}
      </span>
    ),
  },
]

/** Who wears a role, by itself or by one that inherits from it. */
export const MembersTab = ({ role }: { role: RoleRow }) => {
  const [{ page, size, sort }, turn] = useState({ page: 1, size: pageSizes[0] as number, sort: '' })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const [inherited, setInherited] = useState(false)
  const read = useRead(rolesContract.members, {
    params: { id: role.id },
    query: { page, size, sort, search: wanted, effective: inherited ? '1' : '0' },
  })
  const write = useWrite(rolesContract.changeMembers, { invalidates: affected })
  const mayFindUsers = useCan(usersContract.list)
  const [drawer, open] = useOpened()
  const [ask, question] = useConfirm()
  const narrow = (change: () => void) => {
    turn({ page: 1, size, sort })
    change()
  }
  const [ticked, ticks] = useTicks(read.data?.data ?? [], memberName, isDirect)
  const askToRemove = (members: readonly MemberRow[]) =>
    ask({
      title: `从“${role.name}”移除${membersText(members)}？`,
      body: `${members.length > 1 ? '他们' : '他'}会立即失去这个角色的权限。`,
      confirm: '移除',
      danger: true,
      run: async () => {
        await write.mutateAsync({ params: { id: role.id }, body: { remove: members.map(({ id }) => id) } })
        ticks.onChange([])
      },
    })
  return (
    <div className="members">
      <div className="members-bar">
        <SearchInput
          aria-label="搜索账号、姓名"
          placeholder="搜索账号、姓名"
          maxLength={maxSearchLength}
          value={search}
          onChange={(next) => narrow(() => setSearch(next))}
        />
        <PlainCheckbox checked={inherited} onChange={(next) => narrow(() => setInherited(next))}>
          包括继承
        </PlainCheckbox>
        {mayFindUsers && role.type !== 'template' && (
          <Button
            look="primary"
            icon={<Plus aria-hidden size={16} />}
            onClick={() => open((onClosed) => <AddMembers role={role} onClosed={onClosed} />)}
          >
            添加成员
          </Button>
        )}
      </div>
      {role.type === 'template' && <p className="role-note">模板角色不能直接授予用户，请先复制。</p>}
      <ReadState read={read}>
        {({ data, total }) => (
          <>
            <DataTable<MemberRow>
              label="成员"
              columns={columns}
              rows={data}
              firstNumber={(page - 1) * size + 1}
              actions={(row) => (isDirect(row) ? [{ label: '移除', danger: true, run: () => askToRemove([row]) }] : [])}
              actionWidth={72}
              loading={read.isFetching}
              placeholder={
                <Empty
                  title={wanted ? '没有符合条件的成员' : '还没有成员'}
                  {...(wanted ? {} : { hint: '添加成员后，他们就有了这个角色的权限。' })}
                />
              }
              sort={sort}
              onSort={(next) => turn({ page: 1, size, sort: next })}
              ticks={ticks}
            />
            {ticked.length > 0 && (
              <BatchBar
                count={`已选 ${ticked.length} 个成员`}
                actions={[{ label: '批量移除', danger: true }]}
                onChoose={() => askToRemove(ticked)}
                onNone={() => ticks.onChange([])}
              />
            )}
            {total > data.length && (
              <Pagination
                page={page}
                size={size}
                sizes={pageSizes}
                total={total}
                more={false}
                onChange={(next, nextSize) => turn({ page: nextSize === size ? next : 1, size: nextSize, sort })}
              />
            )}
          </>
        )}
      </ReadState>
      {drawer}
      {question}
    </div>
  )
}
