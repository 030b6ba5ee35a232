import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useStore } from 'zustand'
import { BranchRow } from './branch-row.tsx'
import { type Branch, withBranches } from './branches.ts'
import { ElementGroup } from './element-group.tsx'
import { treeStep } from './tree-keys.ts'
import { findRow, tickRow } from './tree-rows.ts'
import type { TickStore } from './tree-ticks.ts'
import { isOpen, keyLines, openBranches, shownBranches, type TreeViewStore } from './tree-view.ts'
import './grant-tree.css'

export type GrantTreeProps = {
  /** The complete tree. */
  branches: readonly Branch[]
  store: TickStore
  view: TreeViewStore
  isReadOnly: boolean
}

const rowOf = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null)
/** Number of elements side by side, as the style sheet says. */
const columnsOf = (tree: Element) => Number(getComputedStyle(tree).getPropertyValue('--columns')) || 1

/**
 * Menus with their elements as one tree of checkboxes. Arrows move, open and close; Space ticks a row, with Shift
 * everything below it (ARIA tree pattern).
 */
export const GrantTree = ({ branches, store, view, isReadOnly }: GrantTreeProps) => {
  const tree = useRef<HTMLDivElement>(null)
  const latest = useStore(view)
  const { accepted, showsUngrantable, current, target, opened, set } = latest
  // Deferred, so that typing stays responsive with many rows.
  const search = useDeferredValue(latest.search)
  const now = { ...latest, search }
  const shown = useMemo(
    () => shownBranches(branches, { search, accepted, showsUngrantable }),
    [branches, search, accepted, showsUngrantable],
  )
  const byKey = useMemo(() => new Map(branches.flatMap(withBranches).map((each) => [each.key, each])), [branches])
  const rows = openBranches(shown, now)
  const tabStop = findRow(rows, current) ? current : rows[0]?.key

  const focus = (key: string | undefined) =>
    key !== undefined && tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
  useEffect(() => {
    if (target === undefined) return
    const row = tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(target)}"]`)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
    set({ target: undefined })
  }, [target, set])

  const setOpen = (key: string, open: boolean) => set({ opened: new Map([...opened, [key, open]]) })
  const tick = (key: string, isBelow: boolean) => {
    const row = findRow(rows, key)
    if (row && !isReadOnly) tickRow(store, branches, row, isBelow)
  }
  const click = ({ target: clicked }: MouseEvent) => {
    const key = rowOf(clicked)?.dataset.key
    const row = findRow(rows, key)
    if (!row || key === undefined || !(clicked instanceof Element)) return
    const part = clicked.closest<HTMLElement>('[data-part]')?.dataset.part
    if (part === 'toggle') setOpen(key, !isOpen(now, row.branch))
    else tick(key, part === 'below')
  }
  const press = (event: KeyboardEvent) => {
    const key = rowOf(event.target)?.dataset.key
    const row = findRow(rows, key)
    if (!tree.current || !row || key === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const { branch, element } = row
    const place = { open: element ? undefined : isOpen(now, branch), parent: element ? branch.key : branch.parent }
    const step = treeStep(keyLines(rows, now, columnsOf(tree.current)), key, place, event)
    if (!step) return
    event.preventDefault()
    if (step === 'tick' || step === 'tickBelow') tick(key, step === 'tickBelow')
    else if ('open' in step) setOpen(key, step.open)
    else focus(step.go)
  }
  const follow = (event: FocusEvent) => set({ current: rowOf(event.target)?.dataset.key })

  if (rows.length === 0) return <p className="grant-nothing">没有符合条件的菜单和权限点</p>
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="菜单和权限点"
      className="grant-tree"
      onClick={click}
      onKeyDown={press}
      onFocus={follow}
    >
      {rows.map((branch) => {
        const open = isOpen(now, branch)
        const isHere = tabStop?.startsWith(`${branch.key}/`)
        return [
          <BranchRow
            key={branch.key}
            {...{ store, branch, open, isReadOnly, search }}
            whole={byKey.get(branch.key) ?? branch}
            isFocusable={tabStop === branch.key}
          />,
          open && branch.elements.length > 0 && (
            <ElementGroup
              key={`${branch.key}/`}
              {...{ store, branch, isReadOnly, search }}
              current={isHere ? tabStop : undefined}
            />
          ),
        ]
      })}
    </div>
  )
}
