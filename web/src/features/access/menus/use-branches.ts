import type { MenuRow } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { useMemo, useState } from 'react'
import { measureDepths, openRows } from './menu-branches.ts'

/** Opens and closes the branches of a tree; `rows` each follow their parent, and all branches are open at first. */
export const useBranches = (rows: readonly MenuRow[]) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const depths = useMemo(() => measureDepths(rows), [rows])
  const parents = useMemo(() => new Set(rows.map(({ parent }) => parent)), [rows])
  return {
    visible: openRows(rows, closed),
    measureDepth: (id: string) => depths.get(id) ?? 0,
    /** undefined: the row has no children. */
    isOpen: (id: string) => (parents.has(id) ? !closed.has(id) : undefined),
    toggle: (id: string) => {
      const next = new Set(closed)
      if (!next.delete(id)) next.add(id)
      setClosed(next)
    },
    openAll: () => setClosed(new Set()),
    closeAll: () => setClosed(new Set(rows.map(({ id }) => id).filter((id) => parents.has(id)))),
  }
}
