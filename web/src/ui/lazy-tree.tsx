import { Tree } from 'antd'
import { ChevronDown } from 'lucide-react'
import type { Key, ReactNode } from 'react'
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

/** A tree that reads its branches when they are opened. Arrows move, left and right open and close, Space selects. */
export const LazyTree = ({ label, nodes, open, selected, onOpen, onSelect, load, onDrop }: LazyTreeProps) => (
  <Tree<TreeNode>
    blockNode
    switcherIcon={({ isLeaf }) => !isLeaf && <ChevronDown aria-hidden size={14} />}
    aria-label={label}
    className="lazy-tree"
    treeData={[...nodes]}
    expandedKeys={[...open]}
    selectedKeys={selected === undefined ? [] : [selected]}
    onExpand={(keys) => onOpen(new Set(keys.map(text)))}
    onSelect={([key]) => key !== undefined && onSelect(text(key))}
    loadData={(node) => load(text(node.key))}
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
