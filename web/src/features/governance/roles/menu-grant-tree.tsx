import type { GrantedMenu, GrantedModule } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { ChevronRight, Lock } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useDraftValue, useGrantDraft } from './grant-draft.ts'
import {
  elementsById,
  type MenuLine,
  stateOf,
  type TriState,
  unlockedAncestors,
  unlockedIds,
  visibleLines,
} from './menu-grants.ts'
import { lockDescriptions } from './role-words.ts'

type MenuGrantTreeProps = {
  menus: readonly GrantedMenu[]
  /** Includes the elements that the menus need. */
  modules: readonly GrantedModule[]
  /** Search text, in lower case. */
  searchText: string
  /** Why nothing can be changed. */
  readOnlyReason: string | undefined
}

const reasonOf = ({ menu }: MenuLine, readOnlyReason: string | undefined) => {
  if (readOnlyReason !== undefined) return readOnlyReason
  return menu.locked && unlockedIds(menu).length === 0 ? lockDescriptions[menu.locked] : undefined
}

type LineProps = {
  line: MenuLine
  /** Required elements as text; empty if none. */
  needs: string
  open: boolean | undefined
  reason: string | undefined
  isReadOnly: boolean
  focusable: boolean
  onFocus: () => void
  onOpen: () => void
  onToggle: () => void
}
/** Effect of a key on a line that is open, closed or a leaf. */
const keyAction = (key: string, open: boolean | undefined) => {
  switch (key) {
    case 'ArrowDown':
      return 'next'
    case 'ArrowUp':
      return 'former'
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    case 'ArrowRight':
      return open === false ? 'open' : open && 'next'
    case 'ArrowLeft':
      return open ? 'close' : 'parent'
    case ' ':
    case 'Enter':
      return 'toggle'
    default:
      return undefined
  }
}
const spoken: Record<TriState, boolean | 'mixed'> = { true: true, false: false, mixed: 'mixed' }

const Line = ({
  line: { menu, depth },
  needs,
  open,
  reason,
  isReadOnly,
  focusable,
  onFocus,
  onOpen,
  onToggle,
}: LineProps) => {
  const state = useDraftValue(({ menus }) => stateOf(isReadOnly ? undefined : menus, menu))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to its keys
    <div
      role="treeitem"
      data-menu-line={menu.id}
      aria-level={depth + 1}
      aria-checked={spoken[state]}
      aria-expanded={open}
      aria-disabled={reason !== undefined || undefined}
      aria-label={reason === undefined ? menu.name : `${menu.name}，${reason}`}
      aria-description={needs || undefined}
      title={reason}
      tabIndex={focusable ? 0 : -1}
      className="grant-menu"
      style={{ '--depth': depth } as CSSProperties}
      onFocus={onFocus}
      onClick={onToggle}
    >
      <span
        className="grant-menu-toggle"
        aria-hidden="true"
        onClick={(event) => {
          if (open === undefined) return
          event.stopPropagation()
          onOpen()
        }}
      >
        {open !== undefined && <ChevronRight size={16} data-open={open} />}
      </span>
      <span className="grant-menu-box" data-state={state} aria-hidden="true" />
      <Icon name={menu.icon} />
      <span className="grant-menu-name">
        {menu.name}
        {needs !== '' && <span className="grant-menu-needs">{needs}</span>}
      </span>
      {!isReadOnly && reason !== undefined && <Lock size={12} aria-hidden="true" className="grant-lock" />}
    </div>
  )
}

/** Required elements of a gated menu; those of product pages are shown only where missing. */
const needsText = ({ gated, needs }: GrantedMenu, known: ReturnType<typeof elementsById>) => {
  const names = needs.flatMap((id) => known.get(id) ?? []).map(({ element, module }) => `${module} · ${element.name}`)
  return gated && names.length > 0 ? `需要 ${names.join(' 或 ')}` : ''
}

/** Menus as a tree of checkboxes. Arrows move and open branches, Space ticks (ARIA tree pattern). */
export const MenuGrantTree = ({ menus, modules, searchText, readOnlyReason }: MenuGrantTreeProps) => {
  const draft = useGrantDraft()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const known = useMemo(() => elementsById(modules), [modules])
  const lines = visibleLines(menus, closed, searchText)
  const current = lines.find(({ menu }) => menu.id === at) ?? lines[0]

  const setOpen = (id: string, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const isOpen = ({ menu }: MenuLine) =>
    menu.children.length === 0 ? undefined : searchText !== '' || !closed.has(menu.id)
  const toggle = (line: MenuLine) => {
    if (reasonOf(line, readOnlyReason) !== undefined) return
    const { tick, menus: ticks } = draft.getState()
    const ids = unlockedIds(line.menu)
    const isAll = ids.every((id) => ticks.changes.get(id) ?? ticks.base.has(id))
    tick('menus', isAll ? ids : [...ids, ...unlockedAncestors(menus, line.menu.id)], !isAll)
  }
  const go = (line: MenuLine | undefined) => {
    if (!line) return
    setAt(line.menu.id)
    list.current?.querySelector<HTMLElement>(`[data-menu-line="${line.menu.id}"]`)?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (!current || event.ctrlKey || event.metaKey || event.altKey) return
    const index = lines.indexOf(current)
    const open = isOpen(current)
    const step = keyAction(event.key, open)
    if (!step) return
    event.preventDefault()
    switch (step) {
      case 'open':
        return setOpen(current.menu.id, true)
      case 'close':
        return setOpen(current.menu.id, false)
      case 'toggle':
        return toggle(current)
      case 'parent':
        return go(lines.find(({ menu }) => menu.id === current.parent))
      default:
        return go(lines.at(step === 'last' ? -1 : Math.max(0, { first: 0, next: index + 1, former: index - 1 }[step])))
    }
  }
  if (lines.length === 0) return <p className="grant-nothing">没有符合条件的菜单</p>
  return (
    <div ref={list} role="tree" aria-label="菜单" className="grant-menus" onKeyDown={press}>
      {lines.map((line) => (
        <Line
          key={line.menu.id}
          line={line}
          needs={needsText(line.menu, known)}
          open={isOpen(line)}
          reason={reasonOf(line, readOnlyReason)}
          isReadOnly={readOnlyReason !== undefined}
          focusable={line === current}
          onFocus={() => setAt(line.menu.id)}
          onOpen={() => setOpen(line.menu.id, !isOpen(line))}
          onToggle={() => toggle(line)}
        />
      ))}
    </div>
  )
}
