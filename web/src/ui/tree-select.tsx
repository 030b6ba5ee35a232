import { TreeSelect as KitTreeSelect } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Control } from './control.ts'
import './select.css'
import './tree-select.css'
import { type Find, useFoundOptions } from './use-found-options.ts'

/** Something to choose; whether more stands below it. */
export type TreeChoice = { value: string; label: string; isLeaf: boolean }
type Node = TreeChoice & { children?: Node[] }
type TreeSelectProps = Control<string | undefined> & {
  /** Finds by words, each with the way to it. */
  find: Find
  /** Reads what stands below one, or at the top. */
  load: (above: string | undefined) => Promise<readonly TreeChoice[]>
  placeholder?: string
}

const top = ''

/** One of many that stand below each other: branches are read when they are opened, and found while typing. */
export const TreeSelect = ({ find, load, value, onChange, ...rest }: TreeSelectProps) => {
  const { options, select } = useFoundOptions(find, value || undefined)
  const [below, setBelow] = useState<ReadonlyMap<string, readonly TreeChoice[]>>(new Map())
  const [keyword, setKeyword] = useState('')
  const read = async (above: string) => {
    const level = await load(above || undefined)
    setBelow((known) => new Map([...known, [above, level]]))
  }
  const nodesOf = (above: string): Node[] =>
    (below.get(above) ?? []).map((choice) => ({
      ...choice,
      isLeaf: choice.isLeaf || below.get(choice.value)?.length === 0,
      ...(below.has(choice.value) && { children: nodesOf(choice.value) }),
    }))
  const found = options.map((option) => ({ ...option, isLeaf: true }))
  const label = options.find((option) => option.value === value)?.label ?? nodeIn(below, value)
  const { showSearch, ...shown } = select
  return (
    <KitTreeSelect<{ value: string; label: string }, Node>
      {...shown}
      showSearch={{
        filterTreeNode: false,
        onSearch: (words) => {
          setKeyword(words)
          showSearch.onSearch(words)
        },
      }}
      allowClear={{ label: '清空' }}
      labelInValue
      switcherIcon={({ isLeaf }: { isLeaf?: boolean }) => !isLeaf && <ChevronDown aria-hidden size={14} />}
      treeData={keyword.trim() === '' ? nodesOf(top) : found}
      loadData={(node) => read(String(node.value))}
      onOpenChange={(open) => {
        if (open && !below.has(top)) void read(top)
      }}
      value={value ? { value, label: label ?? '加载中...' } : (null as never)}
      onChange={(next: { value: string } | undefined) => onChange?.(next?.value)}
      {...rest}
    />
  )
}

const nodeIn = (below: ReadonlyMap<string, readonly TreeChoice[]>, value: string | undefined) =>
  [...below.values()].flat().find((choice) => choice.value === value)?.label
