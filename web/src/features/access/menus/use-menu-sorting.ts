import { type MenuImpact, type MenuRow, menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { type KeyboardEvent, type PointerEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { t } from '../../../ui/texts.ts'
import {
  moveRow,
  movesBetween,
  type Position,
  positionByKey,
  positionByZone,
  takesChildren,
  type Zone,
} from './menu-branches.ts'
import { affectedReads } from './menu-form.tsx'

type Confirms = (impact: MenuImpact) => Promise<boolean>
type DropTarget = { id: string; zone: Zone }
/** The menu being moved, and the resulting rows. */
type LiftedMenu = { id: string; rows: readonly MenuRow[] }

const findHandle = (id: string) => document.querySelector<HTMLElement>(`[data-menu-handle="${id}"]`)
const rowElement = (cell: Element) => cell.closest('tr, li') ?? cell

/** The row under the pointer and the drop zone: before and after at its edges, inside in the middle. */
const findDropTarget = (rows: readonly MenuRow[], y: number): DropTarget | undefined => {
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
const positionText = (rows: readonly MenuRow[], id: string) => {
  const row = rows.find((each) => each.id === id)
  const parent = rows.find((each) => each.id === row?.parent)
  const siblings = rows.filter((each) => each.parent === row?.parent)
  const at = siblings.findIndex((each) => each.id === id) + 1
  return t('“{name}”，{value}第 {at} 个，共 {count} 个', {
    name: row?.name,
    value: parent ? t('“{name}”下', { name: parent.name }) : t('顶级'),
    at,
    count: siblings.length,
  })
}

/**
 * Moves menus by pointer or keyboard and saves the result in one call. Enter or Space lifts a menu, arrows move it,
 * Enter or Space drops it, Esc cancels. Takes the rows, each after its parent, and the confirmation of lost pages.
 * @returns the resulting rows, the drag state, and a handle's listeners
 */
export const useMenuSorting = (rows: readonly MenuRow[], confirms: Confirms) => {
  const [lifted, setLifted] = useState<LiftedMenu>()
  const [dropTarget, setDropTarget] = useState<DropTarget>()
  const [dragged, setDragged] = useState<string>()
  const [announcement, announce] = useState('')
  const write = useWrite(menusContract.sort, { confirms, invalidates: affectedReads })
  const focused = useRef<string>(undefined)

  // A row that goes elsewhere in the document loses the focus on its way.
  const refocus = useEffectEvent((_lifted: LiftedMenu | undefined) => {
    if (focused.current !== undefined) findHandle(focused.current)?.focus({ preventScroll: false })
  })
  useLayoutEffect(() => refocus(lifted), [lifted])

  const save = async (id: string, after: readonly MenuRow[]) => {
    const moves = movesBetween(rows, after)
    if (moves.length === 0) return setLifted(undefined)
    setLifted({ id, rows: after })
    try {
      await write.mutateAsync({ body: { moves } })
      announce(t('已放到 {after}', { after: positionText(after, id) }))
    } catch {
      announce(t('未移动'))
    } finally {
      setLifted(undefined)
    }
  }
  const cancel = () => {
    setDragged(undefined)
    setDropTarget(undefined)
    if (lifted) announce(t('已取消移动'))
    setLifted(undefined)
  }
  const move = (id: string, now: readonly MenuRow[], place: Position | undefined) => {
    if (!place) return announce(t('无法继续向该方向移动'))
    const next = moveRow(now, id, place)
    setLifted({ id, rows: next })
    announce(positionText(next, id))
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
      return announce(t('已拿起 {rows}。用方向键移动，回车放下，Esc 取消', { rows: positionText(rows, id) }))
    }
    if (!isLifted || !key.startsWith('Arrow')) return
    event.preventDefault()
    move(id, lifted.rows, positionByKey(lifted.rows, id, key))
  }
  const onPointerDown = (id: string) => (event: PointerEvent) => {
    if (event.button !== 0 || write.isPending) return
    event.currentTarget.setPointerCapture(event.pointerId)
    focused.current = undefined
    setLifted(undefined)
    setDragged(id)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (dragged !== undefined) setDropTarget(findDropTarget(rows, event.clientY))
  }
  const onPointerUp = () => {
    if (dragged === undefined) return
    const place = dropTarget && positionByZone(rows, dropTarget.id, dropTarget.zone)
    setDragged(undefined)
    setDropTarget(undefined)
    if (place) void save(dragged, moveRow(rows, dragged, place))
  }
  // Moving the row blurs and refocuses the handle.
  const onBlur = (id: string) => () =>
    requestAnimationFrame(() => {
      if (document.activeElement === findHandle(id) || focused.current !== id) return
      focused.current = undefined
      if (!write.isPending) setLifted(undefined)
    })
  return {
    rows: lifted?.rows ?? rows,
    lifted: lifted?.id,
    dragged,
    over: dropTarget,
    said: announcement,
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
