import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { useStore } from 'zustand'
import { Icon } from '../../../../ui/icon.tsx'
import { t } from '../../../../ui/texts.ts'
import type { Branch } from '../public/grant-tree/branches.ts'
import { lockWords } from '../public/grant-tree/grant-rights.ts'
import {
  countGranted,
  isAllBelow,
  isBarePage,
  isChangeableBelow,
  lockOfBox,
  type TickStore,
  toState,
} from '../public/grant-tree/tree-ticks.ts'
import { LockNote } from './lock-note.tsx'
import { MarkedText } from './marked-text.tsx'

type BranchRowProps = {
  store: TickStore
  /** As far as it is shown. */
  branch: Branch
  /** With what search and filters hide. */
  whole: Branch
  open: boolean | undefined
  /** Among the siblings, which may not all be drawn. */
  position: number
  siblings: number
  isReadOnly: boolean
  isFocusable: boolean
  /** Search text, in lower case. */
  search: string
}

const spoken = { true: true, false: false, mixed: 'mixed' } as const

/** A button for the mouse; the keyboard has Shift and Space. */
const BelowButton = ({ isAll }: { isAll: boolean }) => (
  <button
    type="button"
    tabIndex={-1}
    aria-hidden="true"
    data-part="below"
    className="grant-below"
    title={isAll ? t('取消勾选所有下级（Shift + 空格）') : t('勾选本级和所有下级（Shift + 空格）')}
  >
    {isAll ? t('取消下级') : t('全选下级')}
  </button>
)

/** A menu, the heading of elements without a menu, or a module below it. Memoised: it redraws when its own state changes. */
export const BranchRow = memo((props: BranchRowProps) => {
  const { store, branch, whole, open, position, siblings, isReadOnly, isFocusable, search } = props
  const { key, name, icon, depth, allElements, needed } = branch
  const state = useStore(store, (ticks) => toState(isReadOnly ? undefined : ticks, whole))
  const granted = useStore(store, (ticks) => countGranted(isReadOnly ? undefined : ticks, branch))
  const isBare = useStore(store, (ticks) => isBarePage(isReadOnly ? undefined : ticks, branch))
  const isAll = useStore(store, (ticks) => isAllBelow(ticks, branch))
  const hasBelow = !isReadOnly && open !== undefined && isChangeableBelow(branch)
  const lock = lockOfBox(branch)
  const count = allElements.length > 0 ? `${granted} / ${allElements.length}` : ''
  const bareText = isBare ? t('缺少“{name}”，打开后无内容', { name: needed[0]?.name }) : ''
  const spokenCount = count && t('权限点 {count}', { count })
  return (
    <div
      role="treeitem"
      data-key={key}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-checked={spoken[state]}
      aria-expanded={open}
      aria-disabled={isReadOnly || lock !== undefined || undefined}
      aria-keyshortcuts={hasBelow ? 'Shift+Space' : undefined}
      aria-description={clausesText([spokenCount, bareText]) || undefined}
      tabIndex={isFocusable ? 0 : -1}
      className="grant-branch"
      style={{ '--depth': depth } as CSSProperties}
    >
      <span className="grant-toggle" data-part={open === undefined ? undefined : 'toggle'} aria-hidden="true">
        {open !== undefined && <ChevronRight size={16} data-open={open} />}
      </span>
      <span className="grant-box" data-state={state} aria-hidden="true" />
      <Icon name={icon} size={16} />
      <span className="grant-name" title={name}>
        <MarkedText text={name} search={search} />
        {lock && !isReadOnly && (
          <span className="visually-hidden">
            {t('，')}
            {lockWords[lock].sentence}
          </span>
        )}
      </span>
      {!isReadOnly && lock && <LockNote lock={lock} />}
      {isBare && (
        <span className="grant-bare" aria-hidden="true">
          <TriangleAlert size={14} aria-hidden="true" />
          <span title={bareText}>{bareText}</span>
        </span>
      )}
      {hasBelow && <BelowButton isAll={isAll} />}
      <span className="grant-count" aria-hidden="true">
        {count}
      </span>
    </div>
  )
})
