import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { EllipsisText } from '../../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { PlainCheckbox } from '../../../../ui/plain-checkbox.tsx'
import type { TableColumn } from '../../../../ui/table-column.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import '../members.css'
import { PagedTable } from '../../../../kernel/listing/paged-table.tsx'
import { PagingSearch } from '../../../../kernel/listing/paging-search.tsx'
import { PersonAvatar } from './person-avatar.tsx'

export type Member = { id: string; account: string; name: string; status: number }

const person: TableColumn<Member> = {
  key: 'name',
  title: t('用户'),
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
      {status !== 1 && <Tag tone="warn">{status === 2 ? t('锁定') : t('停用')}</Tag>}
    </span>
  ),
}

type MemberListProps<Row extends Member> = {
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
} & Pick<ComponentProps<typeof PagedTable<Row>>, 'read' | 'paging' | 'actions' | 'actionWidth' | 'ticks'>

/** Members of a group: searched by account and name, paged, extended. */
export const MemberList = <Row extends Member>(props: MemberListProps<Row>) => {
  const { paging, read, columns, includeMore, onAdd, hint, children, ...table } = props
  const { search } = paging.query
  return (
    <section className="members" aria-label={t('成员')}>
      <div className="members-bar">
        <PagingSearch paging={paging} label={t('搜索账号、姓名')} placeholder={t('搜索账号、姓名')} />
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
            {t('添加成员')}
          </Button>
        )}
      </div>
      <PagedTable<Row>
        {...table}
        label={t('成员')}
        columns={[person, ...columns]}
        read={read}
        paging={paging}
        placeholder={<Empty title={search ? t('没有符合条件的成员') : t('暂无成员')} {...(search ? {} : { hint })} />}
      >
        {children}
      </PagedTable>
    </section>
  )
}
