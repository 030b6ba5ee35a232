import { useState } from 'react'
import type { Ticks } from '../../ui/data-table-props.ts'

/**
 * Ticked rows among those on screen; rows that leave the page lose their tick.
 * @returns the rows and the table's props
 */
export const useTicks = <Row extends { id: string }>(
  rows: readonly Row[],
  rowName: (row: Row) => string,
  canTick: (row: Row) => boolean = () => true,
): [readonly Row[], Ticks<Row>] => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const ticked = rows.filter((row) => chosen.includes(row.id) && canTick(row))
  return [ticked, { ids: ticked.map(({ id }) => id), onChange: setChosen, rowName, isFixed: (row) => !canTick(row) }]
}
