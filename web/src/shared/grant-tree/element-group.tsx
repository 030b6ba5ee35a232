import { type CSSProperties, memo } from 'react'
import { type Branch, keyOfElement } from './branches.ts'
import { ElementItem } from './element-item.tsx'
import type { TickStore } from './tree-ticks.ts'

type ElementGroupProps = {
  store: TickStore
  branch: Branch
  isReadOnly: boolean
  /** Key of the item in the tab order, if it is one of these. */
  current: string | undefined
  /** Search text, in lower case. */
  search: string
}

/** The elements of a branch, side by side. */
export const ElementGroup = memo(({ store, branch, isReadOnly, current, search }: ElementGroupProps) => {
  const { key, elements, depth } = branch
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of tree items
    <div
      role="group"
      className="grant-elements"
      style={{ '--depth': depth, '--count': elements.length } as CSSProperties}
    >
      {elements.map((element) => {
        const itemKey = keyOfElement(key, element.id)
        return (
          <ElementItem
            key={itemKey}
            {...{ store, element, itemKey, depth, isReadOnly, search }}
            isFocusable={current === itemKey}
          />
        )
      })}
    </div>
  )
})
