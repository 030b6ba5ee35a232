import type { ValuesOf } from '@atrium/contract/kernel/texts.ts'
import { createElement, Fragment, type ReactNode } from 'react'
import { t } from './texts.ts'

// Not in any text: separates the places of elements from the words around them.
const mark = '\u0001'

/** A text with elements as values: `rich('请在 {dueTime} 前处理', { dueTime: <Time at={dueTime} /> })`. */
export const rich = <const S extends string>(source: S, ...[values]: ValuesOf<S, ReactNode>): ReactNode => {
  const elements: ReactNode[] = []
  const placed = Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' && value ? `${mark}${elements.push(value as ReactNode) - 1}${mark}` : value,
    ]),
  )
  const parts = (t as (source: string, values: object) => string)(source, placed).split(mark)
  // As children of their own they need no keys.
  return createElement(Fragment, null, ...parts.map((part, at) => (at % 2 === 0 ? part : elements[Number(part)])))
}
