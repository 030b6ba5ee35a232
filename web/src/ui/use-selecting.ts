import { useState } from 'react'
import type { Selecting, Ticks } from './data-table-props.ts'

/** Selection of several cards; its end unticks them. */
export const useSelecting = <Row>(ticks: Ticks<Row> | undefined): Selecting => {
  const [asked, ask] = useState(false)
  return {
    isOn: ticks !== undefined && (asked || ticks.ids.length > 0),
    set: (on) => {
      ask(on)
      if (!on) ticks?.onChange([])
    },
  }
}
