import { t } from '../texts.ts'
import './object-acts.css'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { type PopupAnchor, PopupMenu, type PopupSection } from '../popup-menu.tsx'
import type { RowAction } from '../row-actions.tsx'
import { useIsPhone } from '../use-media.ts'

const shownAtMost = { wide: 3, narrow: 1 }

/** The common acts, then those that destroy something. */
const toSections = (acts: readonly RowAction[]): PopupSection[] =>
  [false, true]
    .map((danger) => acts.filter((act) => (act.danger ?? false) === danger))
    .filter((group) => group.length > 0)
    .map((group) => ({
      items: group.map(({ label, danger, run }) => ({ label, danger, onPick: run })),
    }))

/** What can be done with an object: the first acts as buttons, the rest under 更多. */
export const ObjectActs = ({ acts }: { acts: readonly RowAction[] }) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  const narrow = useIsPhone()
  const shown = acts.filter(({ danger }) => !danger).slice(0, narrow ? shownAtMost.narrow : shownAtMost.wide)
  const rest = acts.filter((act) => !shown.includes(act))
  if (acts.length === 0) return null
  return (
    <div className="object-acts">
      {shown.map(({ label, run }) => (
        <Button key={label} onClick={run}>
          {label}
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
      {anchor && (
        <PopupMenu
          label={t('更多')}
          anchor={anchor}
          align="end"
          sections={toSections(rest)}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </div>
  )
}
