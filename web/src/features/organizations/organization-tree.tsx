import {
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Drop, LazyTree, type TreeNode } from '../../ui/lazy-tree.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Tag } from '../../ui/tag.tsx'
import { loadLevel, useOrganizations } from './use-organizations.ts'
import './organizations.css'

type Below = ReadonlyMap<string, readonly OrganizationRow[]>

const Title = ({ name, users, leaders, status }: OrganizationRow) => (
  <span className="organization-title">
    <EllipsisText>{name}</EllipsisText>
    {status === 0 && <Tag>停用</Tag>}
    <span className="organization-count">
      {[leaders[0]?.name, users > 0 && `${users} 人`].filter(Boolean).join(' · ')}
    </span>
  </span>
)
const nodesOf = (below: Below, parent: string): TreeNode[] =>
  (below.get(parent) ?? []).map((row) => ({
    key: row.id,
    title: <Title {...row} />,
    isLeaf: row.leaf,
    ...(below.has(row.id) && { children: nodesOf(below, row.id) }),
  }))

type OrganizationTreeProps = {
  selected: string | undefined
  onSelect: (id: string) => void
  /** What organisations are good for; said where there are none. */
  hint?: string
  /** They can be dragged, where this is given. In: where one was dropped, among all that are known. */
  onDrop?: ((drop: Drop, rows: readonly OrganizationRow[]) => void) | undefined
  /** What else can be done, beside the search. */
  children?: ReactNode
}

/** The tree of the company, read level by level; the search opens the way to its finds. */
export const OrganizationTree = ({ selected, onSelect, hint, onDrop, children }: OrganizationTreeProps) => {
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search.trim())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  // The same read as the panel's: the way to what is selected is shown, wherever the selection comes from.
  const { data: shown } = useRead(
    organizationsContract.get,
    { params: { id: selected ?? '' } },
    { enabled: selected !== undefined },
  )
  useEffect(() => {
    if (shown?.id === selected && shown) setOpen((now) => new Set([...now, ...shown.above.map(({ id }) => id)]))
  }, [shown, selected])
  const { below, read, more } = useOrganizations(open, words)
  const rows = [...below.values()].flat()
  return (
    <section className="organization-tree" aria-label="组织">
      <div className="organization-bar">
        <SearchInput
          aria-label="搜索组织名称、编码"
          placeholder="搜索组织名称、编码"
          maxLength={maxSearchLength}
          value={search}
          onChange={setSearch}
        />
        {children}
      </div>
      <ReadState read={read}>
        {() =>
          rows.length === 0 ? (
            <Empty title={words ? '没有找到组织' : '还没有组织'} {...(words || !hint ? {} : { hint })} />
          ) : (
            <LazyTree
              label="组织"
              nodes={nodesOf(below, '')}
              open={words ? new Set(below.keys()) : open}
              selected={selected}
              onOpen={words ? () => undefined : setOpen}
              onSelect={onSelect}
              load={loadLevel}
              onDrop={onDrop && words === '' ? (drop) => onDrop(drop, rows) : undefined}
            />
          )
        }
      </ReadState>
      {more && (
        <p className="organization-note">
          {words ? '找到的太多，只列出一部分，请输入更多文字。' : '同级组织太多，只列出一部分，请用搜索。'}
        </p>
      )}
    </section>
  )
}
