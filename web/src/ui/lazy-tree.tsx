import { Tree } from 'antd'
import { ChevronDown } from 'lucide-react'
import { type Key, type ReactNode, useState } from 'react'
import './lazy-tree.css'

export type TreeNode = {
  key: string
  title: ReactNode
  /** Nothing stands below it. */
  isLeaf: boolean
  /** Undefined as long as nobody has opened it. */
  children?: TreeNode[]
}
/** Where something was dropped: at one node, before it, in it, or behind it. */
export type Drop = { dragged: string; at: string; zone: 'before' | 'inside' | 'after' }

type LazyTreeProps = {
  label: string
  nodes: readonly TreeNode[]
  open: ReadonlySet<string>
  selected: string | undefined
  onOpen: (open: ReadonlySet<string>) => void
  onSelect: (key: string) => void
  /** Reads what stands below a node before it is shown open. */
  load: (key: string) => Promise<unknown>
  /** Nodes can be dragged, where this is given. */
  onDrop?: ((drop: Drop) => void) | undefined
}

const text = (key: Key) => String(key)
/** What was found empty is a leaf, or it would be read again and again. */
const settled = (node: TreeNode): TreeNode => ({
  ...node,
  isLeaf: node.isLeaf || node.children?.length === 0,
  ...(node.children && { children: node.children.map(settled) }),
})

/**
 * A tree that reads its branches when they are opened; what could not be read closes again, for another try. Arrows move,
 * left and right open and close, Space selects.
 */
export const LazyTree = ({ label, nodes, open, selected, onOpen, onSelect, load, onDrop }: LazyTreeProps) => {
  // Left open without anything below it, the kit would ask for it without end.
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  return (
    <Tree<TreeNode>
      blockNode
      switcherIcon={({ isLeaf }) => !isLeaf && <ChevronDown aria-hidden size={14} />}
      aria-label={label}
      className="lazy-tree"
      treeData={nodes.map(settled)}
      expandedKeys={[...open].filter((key) => !failed.has(key))}
      selectedKeys={selected === undefined ? [] : [selected]}
      onExpand={(keys, { node }) => {
        setFailed((before) => new Set([...before].filter((key) => key !== text(node.key))))
        onOpen(new Set(keys.map(text)))
      }}
      onSelect={([key]) => key !== undefined && onSelect(text(key))}
      loadData={({ key }) => load(text(key)).catch(() => setFailed((before) => new Set([...before, text(key)])))}
      // Every branch is loaded by whoever gives the nodes; the kit need not remember which.
      loadedKeys={[]}
      draggable={onDrop ? { icon: false } : false}
      onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
        const at = Number(node.pos.split('-').at(-1))
        const zone = dropToGap ? (dropPosition < at ? 'before' : 'after') : 'inside'
        onDrop?.({ dragged: text(dragNode.key), at: text(node.key), zone })
      }}
    />
  )
}
