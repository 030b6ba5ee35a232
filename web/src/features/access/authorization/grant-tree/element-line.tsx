import { type CSSProperties, memo } from 'react'
import type { TickStore } from '../public/grant-tree/tree-ticks.ts'
import { ElementItem } from './element-item.tsx'
import type { TreeLine } from './tree-lines.ts'

type ElementLineProps = {
  store: TickStore
  line: TreeLine
  isReadOnly: boolean
  /** Key of the item in the tab order, if it is one of these. */
  current: string | undefined
  /** Search text, in lower case. */
  search: string
}

/** Elements of a branch, side by side. */
export const ElementLine = memo(({ store, line, isReadOnly, current, search }: ElementLineProps) => {
  const { branch, elements = [], keys, position, siblings } = line
  return (
    <div role="none" className="grant-elements" style={{ '--depth': branch.depth } as CSSProperties}>
      {elements.map((element, at) => {
        const itemKey = keys[at] ?? ''
        return (
          <ElementItem
            key={itemKey}
            store={store}
            element={element}
            itemKey={itemKey}
            depth={branch.depth}
            isReadOnly={isReadOnly}
            search={search}
            siblings={siblings}
            position={position + at}
            isFocusable={current === itemKey}
          />
        )
      })}
    </div>
  )
})
