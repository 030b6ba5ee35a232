import {
  type OrganizationDetail,
  type OrganizationMember,
  organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useCan } from '../../kernel/access/use-can.ts'
import { useRead, useWrite } from '../../kernel/api/use-endpoint.ts'
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
import { useOpened } from '../../ui/use-opened.tsx'
import { AddPeople } from './add-people.tsx'
import { affected } from './affected-reads.ts'
import { MembershipForm } from './membership-form.tsx'
import { dutyNames } from './organization-words.ts'

const fixed = { grows: false, sortable: false, alignRight: false }
const columns: readonly TableColumn<OrganizationMember>[] = [
  {
    key: 'name',
    title: '用户',
    width: 160,
    grows: true,
    sortable: true,
    alignRight: false,
    render: ({ name, account, status }) => (
      <span className="organization-person">
        <span className="organization-person-words">
          <EllipsisText>{name}</EllipsisText>
          <span className="organization-quiet">
            <EllipsisText>{account}</EllipsisText>
          </span>
        </span>
        {status !== 1 && <Tag tone="warn">{status === 2 ? '锁定' : '停用'}</Tag>}
      </span>
    ),
  },
  {
    ...fixed,
    key: 'duty',
    title: '职务',
    width: 88,
    render: ({ duty }) => (duty === 'member' ? dutyNames.member : <Tag tone="good">{dutyNames[duty]}</Tag>),
  },
  {
    ...fixed,
    key: 'post',
    title: '岗位',
    width: 112,
    render: ({ post }) => <EllipsisText>{post?.name ?? '—'}</EllipsisText>,
  },
  {
    ...fixed,
    key: 'organization',
    title: '所在组织',
    width: 152,
    render: ({ organization, primary }) => (
      <span className="organization-person">
        <EllipsisText>{organization.name}</EllipsisText>
        {primary && <Tag>主</Tag>}
      </span>
    ),
  },
]

/** Who belongs to an organisation, and to all below it where that is asked for. */
export const OrganizationMembers = ({ organization }: { organization: OrganizationDetail }) => {
  const [{ page, size, sort }, turn] = useState({ page: 1, size: pageSizes[0] as number, sort: '' })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const [below, setBelow] = useState(true)
  const read = useRead(organizationsContract.members, {
    params: { id: organization.id },
    query: { page, size, sort, search: wanted, below: below ? '1' : '0' },
  })
  const write = useWrite(organizationsContract.changeMembers, { invalidates: affected })
  const mayFindUsers = useCan(usersContract.list)
  const [drawer, open] = useOpened()
  const [ask, question] = useConfirm()
  const narrow = (change: () => void) => {
    turn({ page: 1, size, sort })
    change()
  }
  const askToRemove = ({ id, name, account, organization: from }: OrganizationMember) =>
    ask({
      title: `将“${name}（${account}）”移出“${from.name}”？`,
      body: '账号仍然保留；按组织划分的数据范围会立即变化。',
      confirm: '移出',
      danger: true,
      run: () => write.mutateAsync({ params: { id: from.id }, body: { remove: [id] } }),
    })
  return (
    <section className="organization-members" aria-label="成员">
      <div className="organization-bar">
        <SearchInput
          aria-label="搜索账号、姓名"
          placeholder="搜索账号、姓名"
          maxLength={maxSearchLength}
          value={search}
          onChange={(next) => narrow(() => setSearch(next))}
        />
        <PlainCheckbox checked={below} onChange={(next) => narrow(() => setBelow(next))}>
          包括下级
        </PlainCheckbox>
        {mayFindUsers && (
          <Button
            look="primary"
            icon={<Plus aria-hidden size={16} />}
            onClick={() => open((onClosed) => <AddPeople organization={organization} onClosed={onClosed} />)}
          >
            添加成员
          </Button>
        )}
      </div>
      <ReadState read={read}>
        {({ data, total, more = false }) => (
          <>
            <DataTable<OrganizationMember>
              label="成员"
              columns={columns}
              rows={data}
              firstNumber={(page - 1) * size + 1}
              actions={(row) => [
                {
                  label: '修改',
                  run: () => open((onClosed) => <MembershipForm member={row} onClosed={onClosed} />),
                },
                { label: '移出', danger: true, run: () => askToRemove(row) },
              ]}
              actionWidth={112}
              loading={read.isFetching}
              placeholder={
                <Empty
                  title={wanted ? '没有符合条件的成员' : '还没有成员'}
                  {...(wanted ? {} : { hint: '添加成员后，按组织划分数据范围的角色就能看到他们。' })}
                />
              }
              sort={sort}
              onSort={(next) => turn({ page: 1, size, sort: next })}
            />
            {total > data.length && (
              <Pagination
                page={page}
                size={size}
                sizes={pageSizes}
                total={total}
                more={more}
                onChange={(next, nextSize) => turn({ page: nextSize === size ? next : 1, size: nextSize, sort })}
              />
            )}
          </>
        )}
      </ReadState>
      {drawer}
      {question}
    </section>
  )
}
