import { type KeyboardEvent, useId } from 'react'
import { KeyArea } from '../../../../../ui/key-area.tsx'
import { GrantTree, type GrantTreeProps } from '../../grant-tree/grant-tree.tsx'
import { TreeToolbar } from '../../grant-tree/tree-toolbar.tsx'

const isText = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'

/** The tree of grants below its search and filters; the key / leads to the search. */
export const GrantTreePanel = (props: GrantTreeProps) => {
  const id = useId()
  const press = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return
    event.preventDefault()
    document.getElementById(id)?.focus()
  }
  return (
    <KeyArea className="grant-panel" onKeyDown={press}>
      <TreeToolbar id={id} {...props} />
      <GrantTree {...props} />
    </KeyArea>
  )
}
