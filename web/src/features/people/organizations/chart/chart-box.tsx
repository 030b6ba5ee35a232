import type { OrganizationRow } from '@atrium/contract/features/people/organizations/organizations.contract.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { memo } from 'react'
import { fittingText } from '../../../../ui/drawing/fitting-text.ts'
import { t } from '../../../../ui/texts.ts'
import { countText, dutyNames } from '../organization-words.ts'
import { type ChartBox as Box, boxSize } from './layout-chart.ts'

const padding = 12
const textWidth = boxSize.width - 2 * padding

const leaderText = ({ leaders: [leader] }: OrganizationRow): string =>
  leader ? `${dutyNames[leader.duty]} ${leader.name}` : t('未设负责人')
const spokenText = (row: OrganizationRow) =>
  clausesText([row.name, row.status === 0 && t('停用'), leaderText(row), countText(row)])

/** Whether an event is about the button that opens a box. */
export const isToggle = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.chart-box-toggle') !== null
/** The id of the organisation whose box an event is about. */
export const idOfBox = (target: EventTarget): string | null =>
  (target as Element).closest('.chart-box')?.getAttribute('data-id') ?? null

type ChartBoxProps = {
  box: Box<OrganizationRow>
  isOpen: boolean
  isSelected: boolean
  /** The one that the Tab key reaches. */
  isCurrent: boolean
  /** Another box is held over it. */
  isTarget: boolean
  isGrip: boolean
  /** One of too many to read: without texts, which are laid out again at each change of the scale. */
  isBare: boolean
}

const Texts = ({ row }: { row: OrganizationRow }) => (
  <>
    <text>
      <tspan className="chart-box-name" x={padding} y={26}>
        {fittingText(row.name, textWidth - (row.status === 0 ? 40 : 0), 14)}
      </tspan>
      <tspan className="chart-box-note" x={padding} y={48}>
        {fittingText(leaderText(row), textWidth, 13)}
      </tspan>
      <tspan className="chart-box-note" x={padding} y={68}>
        {fittingText(countText(row), textWidth, 13)}
      </tspan>
    </text>
    {row.status === 0 && (
      <text className="chart-box-state" x={boxSize.width - padding} y={26}>
        {t('停用')}
      </text>
    )}
  </>
)

/**
 * An organisation as a box: its name, who leads it, and how many belong to it. Of thousands those alone are drawn again
 * that have changed.
 */
export const ChartBox = memo(({ box, isOpen, isSelected, isCurrent, isTarget, isGrip, isBare }: ChartBoxProps) => {
  const { row, x, y, level } = box
  const { width, height } = boxSize
  const marks = {
    className: 'chart-box',
    'data-id': row.id,
    'data-grip': isGrip || undefined,
    'data-target': isTarget || undefined,
    'data-stopped': row.status === 0 || undefined,
    role: 'treeitem',
    tabIndex: isCurrent ? 0 : -1,
    'aria-label': spokenText(row),
    'aria-level': level,
    'aria-selected': isSelected,
    ...(!row.leaf && { 'aria-expanded': isOpen }),
  }
  if (isBare)
    return (
      <rect {...marks} data-bare x={x} y={y} width={width} height={height} rx={8}>
        <title>{row.name}</title>
      </rect>
    )
  return (
    <g {...marks} transform={`translate(${x} ${y})`}>
      <title>{row.name}</title>
      <rect className="chart-box-frame" width={width} height={height} rx={8} />
      <Texts row={row} />
      {!row.leaf && (
        <g className="chart-box-toggle" transform={`translate(${width / 2} ${height})`}>
          <circle r={11} />
          <path d={isOpen ? 'M-4 0H4' : 'M-4 0H4M0 -4V4'} />
        </g>
      )}
    </g>
  )
})
