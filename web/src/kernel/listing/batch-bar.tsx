import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Group } from '../../ui/group.tsx'
import { type PopupAnchor, PopupMenu } from '../../ui/popup-menu.tsx'
import { toSections } from '../../ui/row-actions.tsx'
import { t } from '../../ui/texts.ts'
import './batch-bar.css'

type Choice = { label: string; danger?: boolean }
type BatchBarProps<Action extends Choice> = {
  /** Text with the number of ticked rows. */
  count: string
  actions: readonly Action[]
  /** Chooses all rows that the list finds; its label says how many. */
  all?: { label: string; onChoose: () => void } | undefined
  onChoose: (action: Action) => void
  onNone: () => void
}

const shownAtMost = 3

/** The first actions that destroy nothing, and those under 更多; as few as these are all shown. */
const divide = <Action extends Choice>(actions: readonly Action[]) => {
  const shown = actions.length > shownAtMost ? actions.filter(({ danger }) => !danger).slice(0, shownAtMost) : actions
  return [shown, actions.filter((action) => !shown.includes(action))] as const
}

/** Actions on the ticked rows. Floats over the end of the list, so that nothing moves. */
export const BatchBar = <Action extends Choice>({ count, actions, all, onChoose, onNone }: BatchBarProps<Action>) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  const [shown, rest] = divide(actions)
  return (
    <div className="batch-bar-place">
      <Group className="batch-bar" label={t('批量操作')}>
        <span role="status">{count}</span>
        {all && (
          <Button look="link" onClick={all.onChoose}>
            {all.label}
          </Button>
        )}
        <span className="batch-bar-acts">
          {shown.map((action) => (
            <Button key={action.label} danger={action.danger ?? false} onClick={() => onChoose(action)}>
              {action.label}
            </Button>
          ))}
          {rest.length > 0 && (
            <Button
              aria-haspopup="menu"
              aria-expanded={anchor !== undefined}
              onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
            >
              {t('更多')}
              <ChevronDown aria-hidden size={14} />
            </Button>
          )}
        </span>
        <Button
          look="quiet"
          aria-label={t('取消选择')}
          title={t('取消选择')}
          icon={<X aria-hidden size={16} />}
          onClick={onNone}
        />
      </Group>
      {anchor && (
        <PopupMenu
          label={t('更多')}
          anchor={anchor}
          align="end"
          sections={toSections(rest.map((action) => ({ ...action, run: () => onChoose(action) })))}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </div>
  )
}
