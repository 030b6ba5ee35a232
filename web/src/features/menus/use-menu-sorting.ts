import { type MenuImpact, type MenuRow, menusContract } from '@atrium/contract/features/menus/menus.contract.ts'
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import {
  moveRow,
  movesBetween,
  type Place,
  placeByKey,
  placeByZone,
  takesChildren,
  type Zone,
} from './menu-branches.ts'
import { affectedReads } from './menu-form.tsx'

type Confirms = (impact: MenuImpact) => Promise<boolean>
type Over = { id: string; zone: Zone }
/** One menu that is being moved, and the rows as they would stand. */
type Lifted = { id: string; rows: readonly MenuRow[] }

const handleOf = (id: string) => document.querySelector<HTMLElement>(`[data-menu-handle="${id}"]`)
const rowElement = (cell: Element) => cell.closest('tr, .ant-table-row, li') ?? cell

/** The row under the pointer, and which part of it: its edges are before and behind, its middle is inside. */
const underPointer = (rows: readonly MenuRow[], y: number): Over | undefined => {
  for (const cell of document.querySelectorAll<HTMLElement>('[data-menu]')) {
    const { top, bottom, height } = rowElement(cell).getBoundingClientRect()
    const row = rows.find(({ id }) => id === cell.dataset.menu)
    if (!row || height === 0 || y < top || y >= bottom) continue
    const part = (y - top) / height
    const edge = takesChildren(row) ? 0.3 : 0.5
    return { id: row.id, zone: part < edge ? 'before' : part >= 1 - edge ? 'after' : 'inside' }
  }
  return undefined
}
const placeText = (rows: readonly MenuRow[], id: string) => {
  const row = rows.find((each) => each.id === id)
  const parent = rows.find((each) => each.id === row?.parent)
  const siblings = rows.filter((each) => each.parent === row?.parent)
  const at = siblings.findIndex((each) => each.id === id) + 1
  return `“${row?.name}”，${parent ? `“${parent.name}”下` : '顶级'}第 ${at} 个，共 ${siblings.length} 个`
}

/**
 * Moves menus with the pointer or with keys and saves what was moved in one call. With keys: Enter or Space lifts a
 * menu, arrows move it, Enter or Space puts it down, Esc leaves everything as it was.
 * In: the rows, each after its parent, and what shows whom a move takes pages from. Out: the rows as they would stand, what is going on, and a handle's listeners.
 */
export const useMenuSorting = (rows: readonly MenuRow[], confirms: Confirms) => {
  const [lifted, setLifted] = useState<Lifted>()
  const [over, setOver] = useState<Over>()
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const write = useWrite(menusContract.sort, { confirms, invalidates: affectedReads })
  const focused = useRef<string>(undefined)

  // A row that goes elsewhere in the document loses the focus on its way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have moved
  useLayoutEffect(() => {
    if (focused.current !== undefined) handleOf(focused.current)?.focus({ preventScroll: false })
  }, [lifted])

  const save = async (id: string, after: readonly MenuRow[]) => {
    const moves = movesBetween(rows, after)
    if (moves.length === 0) return setLifted(undefined)
    setLifted({ id, rows: after })
    try {
      await write.mutateAsync({ body: { moves } })
      setSaid(`已放到 ${placeText(after, id)}`)
    } catch {
      setSaid('没有移动')
    } finally {
      setLifted(undefined)
    }
  }
  const cancel = () => {
    setDragged(undefined)
    setOver(undefined)
    if (lifted) setSaid('已取消移动')
    setLifted(undefined)
  }
  const move = (id: string, now: readonly MenuRow[], place: Place | undefined) => {
    if (!place) return setSaid('不能再往这边移动')
    const next = moveRow(now, id, place)
    setLifted({ id, rows: next })
    setSaid(placeText(next, id))
  }

  const onKeyDown = (id: string) => (event: KeyboardEvent) => {
    if (write.isPending) return
    const { key } = event
    if (key === 'Escape' && (lifted || dragged)) {
      event.stopPropagation()
      return cancel()
    }
    const isLifted = lifted?.id === id
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      focused.current = id
      if (isLifted) return void save(id, lifted.rows)
      setLifted({ id, rows })
      return setSaid(`已拿起 ${placeText(rows, id)}。用方向键移动，回车放下，Esc 取消`)
    }
    if (!isLifted || !key.startsWith('Arrow')) return
    event.preventDefault()
    move(id, lifted.rows, placeByKey(lifted.rows, id, key))
  }
  const onPointerDown = (id: string) => (event: PointerEvent) => {
    if (event.button !== 0 || write.isPending) return
    event.currentTarget.setPointerCapture(event.pointerId)
    focused.current = undefined
    setLifted(undefined)
    setDragged(id)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (dragged !== undefined) setOver(underPointer(rows, event.clientY))
  }
  const onPointerUp = () => {
    if (dragged === undefined) return
    const place = over && placeByZone(rows, over.id, over.zone)
    setDragged(undefined)
    setOver(undefined)
    if (place) void save(dragged, moveRow(rows, dragged, place))
  }
  // Moving the row takes the focus away for a moment and gives it back.
  const onBlur = (id: string) => () =>
    requestAnimationFrame(() => {
      if (document.activeElement === handleOf(id) || focused.current !== id) return
      focused.current = undefined
      if (!write.isPending) setLifted(undefined)
    })
  return {
    rows: lifted?.rows ?? rows,
    lifted: lifted?.id,
    dragged,
    over,
    said,
    handle: (id: string) => ({
      onKeyDown: onKeyDown(id),
      onPointerDown: onPointerDown(id),
      onPointerMove,
      onPointerUp,
      onPointerCancel: cancel,
      onBlur: onBlur(id),
    }),
  }
}
