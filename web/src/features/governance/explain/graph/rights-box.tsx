import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { fittingText } from '../../../../ui/drawing/fitting-text.ts'
import { t } from '../../../../ui/texts.ts'
import { type RightsBox as Box, sizes } from './layout-rights.ts'

const levels = { user: 1, role: 2, menu: 3, point: 4 } as const
const kindNames = { user: t('用户'), role: t('角色'), menu: t('菜单'), point: t('权限点') } as const
const padding = 10
/** The name's line: in the middle of a box that says nothing else. */
const nameAt = (kind: Box['kind'], note: string) => {
  if (kind === 'point') return 19
  return note === '' ? 33 : 24
}

type RightsBoxProps = {
  box: Box
  /** What stands below the name. */
  note: string
  isSelected: boolean
  /** The one that the Tab key reaches. */
  isCurrent: boolean
  /** On no way through the selected one. */
  isOff: boolean
  onSelect: () => void
}

/** A user, role, menu or right as a box. */
export const RightsBox = ({ box, note, isSelected, isCurrent, isOff, onSelect }: RightsBoxProps) => {
  const { key, kind, name, x, y, isMissing } = box
  const { width, height } = sizes[kind]
  const spoken = clausesText([
    isMissing ? t('缺少的{kind} {name}', { kind: kindNames[kind], name }) : `${kindNames[kind]} ${name}`,
    note,
  ])
  return (
    <g
      className="rights-box"
      data-key={key}
      data-kind={kind}
      data-missing={isMissing || undefined}
      data-off={isOff || undefined}
      transform={`translate(${x} ${y})`}
      role="treeitem"
      tabIndex={isCurrent ? 0 : -1}
      aria-level={levels[kind]}
      aria-selected={isSelected}
      onClick={onSelect}
    >
      <title>{spoken}</title>
      <rect className="rights-box-frame" width={width} height={height} rx={kind === 'point' ? 6 : 8} />
      <text className="rights-box-name" x={padding} y={nameAt(kind, note)}>
        {fittingText(
          `${isMissing && kind === 'point' ? '× ' : ''}${name}`,
          width - 2 * padding,
          kind === 'point' ? 13 : 14,
        )}
      </text>
      {kind !== 'point' && note !== '' && (
        <text className="rights-box-note" x={padding} y={43}>
          {fittingText(note, width - 2 * padding, 12)}
        </text>
      )}
    </g>
  )
}
