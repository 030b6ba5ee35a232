import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { t } from '../../../../ui/texts.ts'
import { type Branch, withBranches } from '../public/grant-tree/branches.ts'
import type { TickStore } from '../public/grant-tree/tree-ticks.ts'
import { isOpen, openBranches, shownBranches, type TreeViewStore } from '../public/grant-tree/tree-view.ts'
import { BranchRow } from './branch-row.tsx'
import { ElementLine } from './element-line.tsx'
import { treeStep } from './tree-keys.ts'
import { treeLines } from './tree-lines.ts'
import { findRow, tickRow } from './tree-rows.ts'
import { useTreeWindow } from './use-tree-window.ts'
import './grant-tree.css'

export type GrantTreeProps = {
  /** The complete tree. */
  branches: readonly Branch[]
  store: TickStore
  view: TreeViewStore
  isReadOnly: boolean
}

const closestRow = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
/**
 * Menus with their elements as one tree of checkboxes. Arrows move, open and close; Space ticks a row, with Shift
 * everything below it (ARIA tree pattern). Only lines near the window are drawn.
 */
export const GrantTree = ({ branches, store, view, isReadOnly }: GrantTreeProps) => {
  const [tree, setTree] = useState<HTMLElement | null>(null)
  const { from, to, layout } = useTreeWindow(tree)
  const latest = useStore(view)
  const { accepted, filter, showsUngrantable, current, target, opened, set } = latest
  // Deferred, so that typing stays responsive with many rows.
  const search = useDeferredValue(latest.search)
  const shown = useMemo(
    () => shownBranches(branches, { search, accepted, showsUngrantable }),
    [branches, search, accepted, showsUngrantable],
  )
  const byKey = useMemo(() => new Map(branches.flatMap(withBranches).map((each) => [each.key, each])), [branches])
  const arranged = { search, filter, opened }
  const rows = useMemo(() => openBranches(shown, { search, filter, opened }), [shown, search, filter, opened])
  const lines = useMemo(
    () => treeLines(rows, (branch) => isOpen({ search, filter, opened }, branch), layout),
    [rows, search, filter, opened, layout],
  )
  const tabStop = findRow(rows, current) ? current : rows[0]?.key
  // The row with the focus is never removed, and the one that gets it is drawn first.
  const isDrawn = ({ top, height, keys }: (typeof lines)[number]) =>
    (top + height > from && top < to) || keys.some((key) => key === tabStop || key === target)

  const find = (key: string) => tree?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
  const focus = (key: string | undefined) => {
    if (key === undefined) return
    const row = find(key)
    if (row) row.focus()
    else set({ target: key })
  }
  const showTarget = useEffectEvent((key: string) => {
    const row = find(key)
    row?.scrollIntoView({ block: 'center' })
    row?.focus({ preventScroll: true })
    set({ target: undefined })
  })
  useEffect(() => {
    if (target !== undefined) showTarget(target)
  }, [target])

  const setOpen = (key: string, open: boolean) => set({ opened: new Map([...opened, [key, open]]) })
  const tick = (key: string, isBelow: boolean) => {
    const row = findRow(rows, key)
    if (row && !isReadOnly) tickRow(store, branches, row, isBelow)
  }
  const click = ({ target: clicked }: MouseEvent) => {
    const key = closestRow(clicked)?.dataset.key
    const row = findRow(rows, key)
    if (!row || key === undefined || !(clicked instanceof Element)) return
    const part = clicked.closest<HTMLElement>('[data-part]')?.dataset.part
    if (part === 'toggle') setOpen(key, !isOpen(arranged, row.branch))
    else tick(key, part === 'below')
  }
  const press = (event: KeyboardEvent) => {
    const key = closestRow(event.target)?.dataset.key
    const row = findRow(rows, key)
    if (!row || key === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const { branch, element } = row
    const place = { open: element ? undefined : isOpen(arranged, branch), parent: element ? branch.key : branch.parent }
    const step = treeStep(
      lines.map(({ keys }) => keys),
      key,
      place,
      event,
    )
    if (!step) return
    event.preventDefault()
    if (step === 'tick' || step === 'tickBelow') tick(key, step === 'tickBelow')
    else if ('open' in step) setOpen(key, step.open)
    else focus(step.go)
  }
  const follow = (event: FocusEvent) => set({ current: closestRow(event.target)?.dataset.key })

  const last = lines.at(-1)
  if (!last) return <p className="grant-nothing">{t('没有符合条件的菜单和权限点')}</p>
  return (
    <div
      ref={setTree}
      role="tree"
      aria-label={t('菜单和权限点')}
      className="grant-tree"
      style={{ height: last.top + last.height }}
      onClick={click}
      onKeyDown={press}
      onFocus={follow}
    >
      {lines.filter(isDrawn).map((line) => {
        const { branch, elements, keys, top, position, siblings } = line
        return (
          <div key={keys[0]} role="none" className="grant-line" style={{ top }}>
            {elements ? (
              <ElementLine
                store={store}
                line={line}
                isReadOnly={isReadOnly}
                search={search}
                current={keys.find((key) => key === tabStop)}
              />
            ) : (
              <BranchRow
                store={store}
                branch={branch}
                position={position}
                siblings={siblings}
                isReadOnly={isReadOnly}
                search={search}
                open={isOpen(arranged, branch)}
                whole={byKey.get(branch.key) ?? branch}
                isFocusable={tabStop === branch.key}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
