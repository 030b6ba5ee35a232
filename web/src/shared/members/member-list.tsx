import { pageSizes } from '@atrium/contract/kernel/listing.ts'
import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { PlainCheckbox } from '../../ui/plain-checkbox.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import './members.css'
import { PagingSearch } from '../../kernel/listing/paging-search.tsx'
import type { Paging } from '../../kernel/listing/use-paging.ts'
import { PersonAvatar } from '../people/person-avatar.tsx'

export type Member = { id: string; account: string; name: string; status: number }
type Page<Row> = { data: readonly Row[]; total: number; more?: boolean | undefined }
type Read<Row> = ComponentProps<typeof ReadState<Page<Row>>>['read'] & { isFetching: boolean }

const person: TableColumn<Member> = {
  key: 'name',
  title: '用户',
  width: 160,
  grows: true,
  sortable: true,
  alignRight: false,
  render: ({ id, name, account, status }) => (
    <span className="member">
      <PersonAvatar id={id} name={name} />
      <span className="member-words">
        <EllipsisText>{name}</EllipsisText>
        <span className="member-account">
          <EllipsisText>{account}</EllipsisText>
        </span>
      </span>
      {status !== 1 && <Tag tone="warn">{status === 2 ? '锁定' : '停用'}</Tag>}
    </span>
  ),
}

type MemberListProps<Row extends Member> = {
  paging: Paging
  read: Read<Row>
  /** Columns beside the user's. */
  columns: readonly TableColumn<Row>[]
  /** Checkbox that includes further users. */
  includeMore: { label: string; chosen: boolean; onChange: (chosen: boolean) => void }
  /** Without it, members cannot be added. */
  onAdd: (() => void) | undefined
  /** Purpose of adding members, shown when there are none. */
  hint: string
  /** Content between table and pagination. */
  children?: ReactNode
} & Pick<ComponentProps<typeof DataTable<Row>>, 'actions' | 'actionWidth' | 'ticks'>

/** Members of a group: searched by account and name, paged, extended. */
export const MemberList = <Row extends Member>(props: MemberListProps<Row>) => {
  const { paging, read, columns, includeMore, onAdd, hint, children, ...table } = props
  const { page, size, sort, search } = paging.query
  return (
    <section className="members" aria-label="成员">
      <div className="members-bar">
        <PagingSearch paging={paging} label="搜索账号、姓名" placeholder="搜索账号、姓名" />
        <PlainCheckbox
          checked={includeMore.chosen}
          onChange={(chosen) => {
            paging.restart()
            includeMore.onChange(chosen)
          }}
        >
          {includeMore.label}
        </PlainCheckbox>
        {onAdd && (
          <Button look="primary" icon={<Plus aria-hidden size={16} />} onClick={onAdd}>
            添加成员
          </Button>
        )}
      </div>
      <ReadState read={read}>
        {({ data, total, more = false }) => (
          <>
            <DataTable<Row>
              {...table}
              label="成员"
              columns={[person, ...columns]}
              rows={data}
              firstNumber={(page - 1) * size + 1}
              loading={read.isFetching}
              placeholder={<Empty title={search ? '没有符合条件的成员' : '暂无成员'} {...(search ? {} : { hint })} />}
              sort={sort}
              onSort={paging.onSort}
            />
            {children}
            {total > data.length && (
              <Pagination
                page={page}
                size={size}
                sizes={pageSizes}
                total={total}
                more={more}
                onChange={paging.onPage}
              />
            )}
          </>
        )}
      </ReadState>
    </section>
  )
}
