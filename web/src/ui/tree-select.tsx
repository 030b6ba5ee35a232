import { TreeSelect as KitTreeSelect } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Control } from './control.ts'
import { t } from './texts.ts'
import './select.css'
import './tree-select.css'
import { type Find, useFoundOptions } from './use-found-options.ts'

/** A selectable node. `isLeaf`: has no children. */
export type TreeChoice = { value: string; label: string; isLeaf: boolean }
type Node = TreeChoice & { children?: Node[] }
type TreeSelectProps = Control<string | undefined> & {
  /** Searches nodes; results are labelled with their path. */
  find: Find
  /** Loads the children of a node, or the top level. */
  load: (parent: string | undefined) => Promise<readonly TreeChoice[]>
  placeholder?: string
}

const top = ''

/** Select for one node of a tree: branches load when they are opened; typing searches. */
export const TreeSelect = ({ find, load, value, onChange, ...rest }: TreeSelectProps) => {
  const { options, select } = useFoundOptions(find, value || undefined)
  const [choicesByParent, setChoicesByParent] = useState<ReadonlyMap<string, readonly TreeChoice[]>>(new Map())
  const [keyword, setKeyword] = useState('')
  const read = async (above: string) => {
    const level = await load(above || undefined)
    setChoicesByParent((known) => new Map([...known, [above, level]]))
  }
  const listNodes = (above: string): Node[] =>
    (choicesByParent.get(above) ?? []).map((choice) => ({
      ...choice,
      isLeaf: choice.isLeaf || choicesByParent.get(choice.value)?.length === 0,
      ...(choicesByParent.has(choice.value) && { children: listNodes(choice.value) }),
    }))
  const found = options.map((option) => ({ ...option, isLeaf: true }))
  const label = options.find((option) => option.value === value)?.label ?? nodeIn(choicesByParent, value)
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
      allowClear={{ label: t('清空') }}
      labelInValue
      switcherIcon={({ isLeaf }: { isLeaf?: boolean }) => !isLeaf && <ChevronDown aria-hidden size={14} />}
      treeData={keyword.trim() === '' ? listNodes(top) : found}
      loadData={(node) => read(String(node.value))}
      onOpenChange={(open) => {
        if (open && !choicesByParent.has(top)) void read(top)
      }}
      // The kit is empty with null, which its type leaves out.
      value={value ? { value, label: label ?? t('加载中...') } : (null as never)}
      onChange={(next: { value: string } | undefined) => onChange?.(next?.value)}
      {...rest}
    />
  )
}

const nodeIn = (below: ReadonlyMap<string, readonly TreeChoice[]>, value: string | undefined) =>
  [...below.values()].flat().find((choice) => choice.value === value)?.label
