import {
  type OrganizationRow,
  organizationsContract,
} from '@atrium/contract/features/organizations/organizations.contract.ts'
import { maxSearchLength } from '@atrium/contract/kernel/fields.ts'
import { Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { Can } from '../../kernel/access/can.tsx'
import { useCan } from '../../kernel/access/use-can.ts'
import { useRead, useWrite } from '../../kernel/api/use-endpoint.ts'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Button } from '../../ui/button.tsx'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Drop, LazyTree, type TreeNode } from '../../ui/lazy-tree.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { affected } from './affected-reads.ts'
import { AddForm } from './organization-form.tsx'
import { useMoveImpact } from './use-impact-lines.tsx'
import { loadLevel, useOrganizations } from './use-organizations.ts'
import './organizations.css'

const { get, create, move } = organizationsContract
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

/** Where a row goes that was dropped: below whom, and before whom there. */
const placeOf = async (rows: readonly OrganizationRow[], { at, zone }: Drop) => {
  const target = rows.find(({ id }) => id === at)
  if (!target) return undefined
  if (zone !== 'inside') return { parent: target.parent, sort: target.sort + (zone === 'after' ? 1 : 0) }
  const last = (await loadLevel(at)).at(-1)
  return { parent: at, sort: (last?.sort ?? -1) + 1 }
}

type OrganizationTreeProps = { selected: string | undefined; onSelect: (id: string) => void }

/** The tree of the company, read level by level; the search opens the way to its finds. */
export const OrganizationTree = ({ selected, onSelect }: OrganizationTreeProps) => {
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search.trim())
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  // The same read as the panel's: the way to what is selected is shown, wherever the selection comes from.
  const { data: shown } = useRead(get, { params: { id: selected ?? '' } }, { enabled: selected !== undefined })
  useEffect(() => {
    if (shown?.id === selected && shown) setOpen((now) => new Set([...now, ...shown.above.map(({ id }) => id)]))
  }, [shown, selected])
  const { below, read, more } = useOrganizations(open, words)
  const [drawer, openDrawer] = useOpened()
  const [card, confirms] = useMoveImpact('移动')
  const write = useWrite(move, { confirms, invalidates: affected })
  const mayMove = useCan(move)
  const rows = [...below.values()].flat()
  const drop = async (dropped: Drop) => {
    const body = await placeOf(rows, dropped)
    if (body) await write.mutateAsync({ params: { id: dropped.dragged }, body }).catch(() => undefined)
  }
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
        <Can endpoint={create}>
          <Button
            icon={<Plus aria-hidden size={16} />}
            onClick={() =>
              openDrawer((onClosed) => <AddForm parent={selected ?? null} onSaved={onSelect} onClosed={onClosed} />)
            }
          >
            新增
          </Button>
        </Can>
      </div>
      <ReadState read={read}>
        {() =>
          rows.length === 0 ? (
            <Empty
              title={words ? '没有找到组织' : '还没有组织'}
              {...(words ? {} : { hint: '新增组织后，可以把用户放进去，并按组织划分数据范围。' })}
            />
          ) : (
            <LazyTree
              label="组织"
              nodes={nodesOf(below, '')}
              open={words ? new Set(below.keys()) : open}
              selected={selected}
              onOpen={words ? () => undefined : setOpen}
              onSelect={onSelect}
              load={loadLevel}
              onDrop={mayMove && words === '' ? (dropped) => void drop(dropped) : undefined}
            />
          )
        }
      </ReadState>
      {more && (
        <p className="organization-note">
          {words ? '找到的太多，只列出一部分，请输入更多文字。' : '同级组织太多，只列出一部分，请用搜索。'}
        </p>
      )}
      {drawer}
      {card}
    </section>
  )
}
