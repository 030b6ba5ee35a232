import { Tree } from 'antd'
import { ChevronDown } from 'lucide-react'
import { type Key, type ReactNode, useState } from 'react'
import './lazy-tree.css'

export type TreeNode = {
  key: string
  title: ReactNode
  /** Has no children. */
  isLeaf: boolean
  /** Undefined until the node has been opened. */
  children?: TreeNode[]
}
/** Drop target: a node, and whether before, inside or after it. */
export type Drop = { dragged: string; target: string; zone: 'before' | 'inside' | 'after' }

type LazyTreeProps = {
  label: string
  nodes: readonly TreeNode[]
  open: ReadonlySet<string>
  selected: string | undefined
  onOpen: (open: ReadonlySet<string>) => void
  onSelect: (key: string) => void
  /** Loads the children of a node before it is opened. */
  load: (key: string) => Promise<unknown>
  /** Makes nodes draggable. */
  onDrop?: ((drop: Drop) => void) | undefined
}

const text = (key: Key) => String(key)
/** A node found empty becomes a leaf, or it would be loaded again and again. */
const withLeaves = (node: TreeNode): TreeNode => ({
  ...node,
  isLeaf: node.isLeaf || node.children?.length === 0,
  ...(node.children && { children: node.children.map(withLeaves) }),
})

/**
 * Tree that loads branches when they are opened; a branch that failed to load closes again. Arrow keys move, left and
 * right open and close, Space selects.
 */
export const LazyTree = ({ label, nodes, open, selected, onOpen, onSelect, load, onDrop }: LazyTreeProps) => {
  // The kit would reload an open node without children endlessly.
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  return (
    <Tree<TreeNode>
      blockNode
      switcherIcon={({ isLeaf }) => !isLeaf && <ChevronDown aria-hidden size={14} />}
      aria-label={label}
      className="lazy-tree"
      treeData={nodes.map(withLeaves)}
      expandedKeys={[...open].filter((key) => !failed.has(key))}
      selectedKeys={selected === undefined ? [] : [selected]}
      onExpand={(keys, { node }) => {
        setFailed((before) => new Set([...before].filter((key) => key !== text(node.key))))
        onOpen(new Set(keys.map(text)))
      }}
      onSelect={([key]) => key !== undefined && onSelect(text(key))}
      loadData={({ key }) => load(text(key)).catch(() => setFailed((before) => new Set([...before, text(key)])))}
      // The owner of the nodes tracks what is loaded.
      loadedKeys={[]}
      draggable={onDrop ? { icon: false } : false}
      onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
        const at = Number(node.pos.split('-').at(-1))
        const zone = dropToGap ? (dropPosition < at ? 'before' : 'after') : 'inside'
        onDrop?.({ dragged: text(dragNode.key), target: text(node.key), zone })
      }}
    />
  )
}
