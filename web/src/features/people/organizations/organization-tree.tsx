import {
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { type Drop, LazyTree, type TreeNode } from '../../../ui/lazy-tree.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { dutyNames, nodeCount, nodeCountTip } from './organization-words.ts'
import { loadLevel, useOrganizations } from './use-organizations.ts'
import './organizations.css'

type RowsByParent = ReadonlyMap<string, readonly OrganizationRow[]>

const Title = ({ leaders, ...row }: OrganizationRow) => (
  <span className="organization-title" title={leaders[0] && `${dutyNames[leaders[0].duty]} ${leaders[0].name}`}>
    <EllipsisText>{row.name}</EllipsisText>
    {leaders[0] && (
      <span className="organization-leader">
        <EllipsisText>{leaders[0].name}</EllipsisText>
      </span>
    )}
    {row.status === 0 && <Tag>{t('停用')}</Tag>}
    <span className="organization-count" title={nodeCountTip(row)}>
      {nodeCount(row)}
    </span>
  </span>
)
const listNodes = (rowsByParent: RowsByParent, parent: string): TreeNode[] =>
  (rowsByParent.get(parent) ?? []).map((row) => ({
    key: row.id,
    title: <Title {...row} />,
    isLeaf: row.leaf,
    ...(rowsByParent.has(row.id) && { children: listNodes(rowsByParent, row.id) }),
  }))

type OrganizationTreeProps = {
  selected: string | undefined
  onSelect: (id: string) => void
  /** Explains the purpose of organisations in an empty tree. */
  hint?: string
  /** Enables dragging. `rows`: all loaded rows. */
  onDrop?: ((drop: Drop, rows: readonly OrganizationRow[]) => void) | undefined
  /** Further actions beside the search. */
  children?: ReactNode
}

/** The tree of the company, loaded level by level; search shows the ancestors of each result. */
export const OrganizationTree = ({ selected, onSelect, hint, onDrop, children }: OrganizationTreeProps) => {
  const [search, setSearch] = useState('')
  const searchText = useDeferredValue(search.trim())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  // Same read as the panel. Expands the ancestors of the selection.
  const { data: selectedDetail } = useRead(
    organizationsContract.get,
    { params: { id: selected ?? '' } },
    { enabled: selected !== undefined },
  )
  useEffect(() => {
    if (selectedDetail?.id === selected && selectedDetail)
      setOpen((now) => new Set([...now, ...selectedDetail.above.map(({ id }) => id)]))
  }, [selectedDetail, selected])
  const { below, read, more } = useOrganizations(open, searchText)
  const rows = [...below.values()].flat()
  return (
    <section className="organization-tree" aria-label={t('组织')}>
      <div className="organization-bar">
        <SearchInput
          aria-label={t('搜索组织名称、编码')}
          placeholder={t('搜索组织名称、编码')}
          maxLength={maxSearchLength}
          value={search}
          onChange={setSearch}
        />
        {children}
      </div>
      <ReadState read={read}>
        {() =>
          rows.length === 0 ? (
            <Empty title={searchText ? t('未找到组织') : t('暂无组织')} {...(searchText || !hint ? {} : { hint })} />
          ) : (
            <LazyTree
              label={t('组织')}
              nodes={listNodes(below, '')}
              open={searchText ? new Set(below.keys()) : open}
              selected={selected}
              onOpen={searchText ? () => undefined : setOpen}
              onSelect={onSelect}
              load={loadLevel}
              onDrop={onDrop && searchText === '' ? (drop) => onDrop(drop, rows) : undefined}
            />
          )
        }
      </ReadState>
      {more && (
        <p className="organization-note">
          {searchText ? t('结果过多，仅列出一部分，请补充关键词。') : t('同级组织过多，仅列出一部分，请搜索查找。')}
        </p>
      )}
    </section>
  )
}
