import type { MenuRow } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { ChevronRight, GripVertical } from 'lucide-react'
import type { ComponentProps, CSSProperties } from 'react'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import type { Zone } from './menu-branches.ts'

type MenuNameProps = {
  row: MenuRow
  depth: number
  hidden: boolean
  /** Whether its branch is expanded; undefined without children. */
  open: boolean | undefined
  onToggle: () => void
  /** Listeners of the drag handle; undefined if menus cannot be moved now. */
  handle: ComponentProps<'button'> | undefined
  lifted: boolean
  drop: Zone | undefined
}

/** A menu's name, indented by depth, with drag handle and expand button. */
export const MenuName = ({ row, depth, hidden, open, onToggle, handle, lifted, drop }: MenuNameProps) => (
  <span
    className="menu-name"
    data-menu={row.id}
    data-lifted={lifted || undefined}
    data-drop={drop}
    style={{ '--depth': depth } as CSSProperties}
  >
    {handle && (
      <button
        type="button"
        className="menu-handle"
        data-menu-handle={row.id}
        aria-label={t('移动{name}', { name: row.name })}
        aria-pressed={lifted}
        title={t('拖动排序；按回车后也可以用方向键移动')}
        {...handle}
      >
        <GripVertical size={16} aria-hidden="true" />
      </button>
    )}
    <span className="menu-indent" />
    {open === undefined ? (
      <span className="menu-toggle" />
    ) : (
      <button
        type="button"
        className="menu-toggle"
        aria-expanded={open}
        aria-label={t('{name}的下级', { name: row.name })}
        onClick={onToggle}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    )}
    <EllipsisText>{row.name}</EllipsisText>
    {hidden && <Tag>{t('隐藏')}</Tag>}
  </span>
)
