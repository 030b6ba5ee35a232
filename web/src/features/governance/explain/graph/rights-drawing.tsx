import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { t } from '../../../../ui/texts.ts'
import type { RightsBox as Box, RightsLayout } from './layout-rights.ts'
import { findNeighbour } from './neighbour.ts'
import { RightsBox } from './rights-box.tsx'
import type { RightsGraph } from './rights-graph.ts'
import { boxNotes } from './rights-words.ts'

type RightsDrawingProps = {
  ref: Ref<SVGSVGElement>
  person: { name: string }
  graph: RightsGraph
  layout: RightsLayout
  /** The code of a right to begin with. */
  sought: string | undefined
}

/** Keys of all boxes on the ways through one. */
const relatedTo = (boxes: readonly Box[], key: string): ReadonlySet<string> => {
  const own = boxes.find((box) => box.key === key)
  const below = boxes.filter(({ before }) => before.includes(key)).map((box) => box.key)
  return new Set(['user', key, ...(own?.before ?? []), ...(own?.after ?? []), ...below])
}

/** Rights as a drawing. A press on a box shows the ways through it. */
export const RightsDrawing = ({ ref, person, graph, layout, sought }: RightsDrawingProps) => {
  const { boxes, lines, width, height } = layout
  const [current, setCurrent] = useState('user')
  const [chosen, setChosen] = useState(sought === undefined ? undefined : `point ${sought}`)
  const tree = useRef<SVGGElement>(null)
  const notes = boxNotes(graph)
  const selected = boxes.some(({ key }) => key === chosen) ? chosen : undefined
  const related = selected === undefined ? undefined : relatedTo(boxes, selected)
  const reachable = boxes.some(({ key }) => key === current) ? current : 'user'

  const select = (key: string) => {
    setCurrent(key)
    setChosen(key === selected ? undefined : key)
  }
  const moveTo = (key: string | undefined) => {
    if (key === undefined) return
    setCurrent(key)
    const element = tree.current?.querySelector<SVGGElement>(`[data-key="${CSS.escape(key)}"]`)
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    const box = boxes.find(({ key }) => key === (event.target as Element).getAttribute('data-key'))
    if (!box) return
    if (event.key === 'Enter' || event.key === ' ') select(box.key)
    else if (event.key === 'Escape' && selected !== undefined) setChosen(undefined)
    else if (event.key === 'Home' || event.key.startsWith('Arrow')) moveTo(findNeighbour(boxes, box, event.key))
    else return
    event.preventDefault()
  }
  return (
    <svg ref={ref} className="rights-drawing" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <title>{t('{name}的权限来源', { name: person.name })}</title>
      <g>
        {lines.map(({ from, to, path, isMissing, isPartial }) => (
          <path
            key={`${from} ${to}`}
            className="rights-line"
            d={path}
            data-missing={isMissing || undefined}
            data-partial={isPartial || undefined}
            data-on={(related?.has(from) && related.has(to)) || undefined}
            data-off={(related && !(related.has(from) && related.has(to)) && !isMissing) || undefined}
          />
        ))}
      </g>
      <g ref={tree} role="tree" aria-label={t('用户、角色、菜单、权限点')} onKeyDown={press}>
        {boxes.map((box) => (
          <RightsBox
            key={box.key}
            box={box}
            note={notes.get(box.key) ?? ''}
            isSelected={box.key === selected}
            isCurrent={box.key === reachable}
            isOff={related !== undefined && !related.has(box.key) && !box.isMissing}
            onSelect={() => select(box.key)}
          />
        ))}
      </g>
    </svg>
  )
}
