import { useState } from 'react'
import type { Ticks } from '../../ui/data-table-props.ts'

/**
 * The rows a person has ticked, among those on screen: what has left the page is ticked no more.
 * In: the rows, and what one is called. Out: the ticked rows, and what the table needs.
 */
export const useTicks = <Row extends { id: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): [readonly Row[], Ticks<Row>] => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const ticked = rows.filter(({ id }) => chosen.includes(id))
  return [ticked, { ids: ticked.map(({ id }) => id), onChange: setChosen, nameOf }]
}
