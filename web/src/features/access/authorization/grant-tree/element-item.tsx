import { effectNames } from '@atrium/contract/features/access/registry/restrictable.ts'
import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import { memo } from 'react'
import { useStore } from 'zustand'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import type { PlacedElement } from '../public/grant-tree/branches.ts'
import { isGranted, isUnlocked, lockWords } from '../public/grant-tree/grant-rights.ts'
import type { TickStore } from '../public/grant-tree/tree-ticks.ts'
import { riskNames } from '../public/risk-labels.ts'
import { LockNote } from './lock-note.tsx'
import { MarkedText } from './marked-text.tsx'

type ElementItemProps = {
  store: TickStore
  element: PlacedElement
  itemKey: string
  depth: number
  /** Among the siblings, which may not all be drawn. */
  position: number
  siblings: number
  isReadOnly: boolean
  isFocusable: boolean
  /** Search text, in lower case. */
  search: string
}

/** An element below a menu. Memoised: it redraws when its own tick changes. */
export const ElementItem = memo(
  ({ store, element, itemKey, depth, position, siblings, isReadOnly, isFocusable, search }: ElementItemProps) => {
    const { id, name, code, module, risk, effect, locked } = element
    const isTicked = useStore(store, (ticks) => isGranted(isReadOnly ? undefined : ticks, 'elems', element))
    const isChanged = useStore(store, ({ elems }) => elems.changes.has(id))
    const lock = isReadOnly ? undefined : (locked ?? undefined)
    const isFoundByCode = search !== '' && !name.toLowerCase().includes(search) && code.toLowerCase().includes(search)
    const spoken = [risk !== 'low' && riskNames[risk], lock && lockWords[lock].sentence].filter((each) => each)
    return (
      <div
        role="treeitem"
        data-key={itemKey}
        aria-level={depth + 2}
        aria-posinset={position}
        aria-setsize={siblings}
        aria-checked={isTicked}
        aria-disabled={isReadOnly || !isUnlocked(element) || undefined}
        title={[`${module} · ${name}`, code, lock && lockWords[lock].sentence].filter(Boolean).join('\n')}
        tabIndex={isFocusable ? 0 : -1}
        className="grant-element"
      >
        <span className="grant-box" data-state={isTicked} aria-hidden="true" />
        <span className="grant-name">
          <MarkedText text={name} search={search} />
          {spoken.length > 0 && (
            <span className="visually-hidden">
              {t('，')}
              {clausesText(spoken)}
            </span>
          )}
          {isFoundByCode && (
            <code aria-hidden="true">
              <MarkedText text={code} search={search} />
            </code>
          )}
        </span>
        {effect && <Tag>{t(effectNames[effect])}</Tag>}
        {risk !== 'low' && (
          <span className="grant-risk" data-risk={risk} aria-hidden="true">
            {risk === 'high' ? t('高') : t('中')}
          </span>
        )}
        {isChanged && (
          <span className="grant-change" data-on={isTicked} aria-hidden="true">
            {isTicked ? t('新') : t('取消', { context: 'state' })}
          </span>
        )}
        {lock && <LockNote lock={lock} />}
      </div>
    )
  },
)
