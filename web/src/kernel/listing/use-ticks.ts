import { useState } from 'react'
import type { Ticks } from '../../ui/data-table-props.ts'

/**
 * The rows a person has ticked, among those on screen: what has left the page is ticked no more.
 * In: the rows, what one is called, and which can be ticked. Out: the ticked rows, and what the table needs.
 */
export const useTicks = <Row extends { id: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  mayTick: (row: Row) => boolean = () => true,
): [readonly Row[], Ticks<Row>] => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const ticked = rows.filter((row) => chosen.includes(row.id) && mayTick(row))
  return [ticked, { ids: ticked.map(({ id }) => id), onChange: setChosen, nameOf, isFixed: (row) => !mayTick(row) }]
}
