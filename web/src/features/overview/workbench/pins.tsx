import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { PopupPanel } from '../../../ui/popup-panel.tsx'
import { t } from '../../../ui/texts.ts'
import type { WorkbenchPage } from './public/page-link.ts'

const mostUsed = 3

type PinsProps = {
  pages: readonly WorkbenchPage[]
  /** Ids of the pinned pages, in order. */
  pinned: readonly string[]
  visits: Readonly<Record<string, number>>
  onPin: (pinned: string[]) => void
}

const PageLink = ({ page: { path, icon, title } }: { page: WorkbenchPage }) => (
  <li>
    <Link className="workbench-pin" to={path}>
      <Icon name={icon} size={16} />
      {title}
    </Link>
  </li>
)

/** Pinned pages, and those the user opens most. */
export const Pins = ({ pages, pinned, visits, onPin }: PinsProps) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const byId = new Map(pages.map((page) => [page.id, page]))
  const fixed = pinned.flatMap((id) => byId.get(id) ?? [])
  const used = pages
    .filter(({ id }) => !pinned.includes(id) && visits[id])
    .sort((one, other) => (visits[other.id] ?? 0) - (visits[one.id] ?? 0))
    .slice(0, mostUsed)
  if (pages.length === 0) return null
  const toggle = (id: string, isPinned: boolean) =>
    onPin([...fixed.map((page) => page.id).filter((each) => each !== id), ...(isPinned ? [id] : [])])
  return (
    <nav className="workbench-pins" aria-label={t('固定与常用页面')}>
      <span aria-hidden="true">{t('固定')}</span>
      <ul aria-label={t('固定')}>
        {fixed.map((page) => (
          <PageLink key={page.id} page={page} />
        ))}
        <li>
          <button
            ref={button}
            type="button"
            className="workbench-pin workbench-pin-add"
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            onClick={() => setOpen(!isOpen)}
          >
            <Plus aria-hidden size={16} />
            {t('添加')}
          </button>
        </li>
      </ul>
      {used.length > 0 && (
        <>
          <span aria-hidden="true">{t('常用')}</span>
          <ul aria-label={t('常用')}>
            {used.map((page) => (
              <PageLink key={page.id} page={page} />
            ))}
          </ul>
        </>
      )}
      {isOpen && (
        <PopupPanel title={t('固定页面')} beside={button} onClose={() => setOpen(false)}>
          <div className="workbench-pin-list">
            {pages.map(({ id, title }) => (
              <PlainCheckbox key={id} checked={pinned.includes(id)} onChange={(checked) => toggle(id, checked)}>
                {title}
              </PlainCheckbox>
            ))}
          </div>
        </PopupPanel>
      )}
    </nav>
  )
}
