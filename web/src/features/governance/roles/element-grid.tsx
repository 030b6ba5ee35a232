import type { GrantedModule } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { ElementRow } from './element-row.tsx'
import { type GridPosition, moveInGrid } from './grid-steps.ts'

type ElementGridProps = {
  modules: readonly GrantedModule[]
  /** Search text, in lower case. */
  searchText: string
  readOnlyReason: string | undefined
}

/** A module whose own name matches is kept complete. */
const filterModules = (modules: readonly GrantedModule[], searchText: string): readonly GrantedModule[] => {
  const holds = ({ name, code }: { name: string; code: string }) =>
    name.toLowerCase().includes(searchText) || code.toLowerCase().includes(searchText)
  if (searchText === '') return modules
  return modules.flatMap((module) => {
    const elems = holds(module) ? module.elems : module.elems.filter(holds)
    return elems.length > 0 ? [{ ...module, elems }] : []
  })
}

const placeIn = (element: Element): GridPosition | undefined => {
  const [row, cell] = (element instanceof HTMLElement ? (element.dataset.place ?? '') : '').split(':').map(Number)
  return row !== undefined && cell !== undefined ? { row, cell } : undefined
}
/** Number of cells per line, as laid out by the style sheet. */
const columnsOf = (row: Element | null) => (row ? getComputedStyle(row).gridTemplateColumns.split(' ').length : 1)

/**
 * Elements by module. Arrows move between boxes, Home and End to the ends of a row, Space ticks (ARIA grid pattern).
 */
export const ElementGrid = ({ modules, searchText, readOnlyReason }: ElementGridProps) => {
  const [place, setPlace] = useState<GridPosition>({ row: 0, cell: -1 })
  const table = useRef<HTMLTableElement>(null)
  const rows = useMemo(() => filterModules(modules, searchText), [modules, searchText])
  const lengths = rows.map(({ elems }) => elems.length)
  const own = place.cell < (lengths[place.row] ?? -1) ? place : { row: 0, cell: -1 }

  const press = (event: KeyboardEvent) => {
    const from = placeIn(event.target as Element)
    if (!from || event.altKey || event.metaKey) return
    const to = moveInGrid(lengths, from, event, columnsOf((event.target as Element).closest('tr')))
    if (!to) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-place="${to.row}:${to.cell}"]`)?.focus()
  }
  const follow = (event: FocusEvent) => {
    const to = placeIn(event.target)
    if (to) setPlace(to)
  }
  if (rows.length === 0) return <p className="grant-nothing">没有符合条件的权限点</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are reached by arrows is a grid
    <table ref={table} role="grid" aria-label="权限点" className="grant-grid" onKeyDown={press} onFocus={follow}>
      <tbody>
        {rows.map((module, row) => (
          <ElementRow
            key={module.moduleId}
            module={module}
            row={row}
            cell={own.row === row ? own.cell : undefined}
            readOnlyReason={readOnlyReason}
          />
        ))}
      </tbody>
    </table>
  )
}
