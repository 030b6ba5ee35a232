import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { Palette } from '../features/governance/palette/palette.tsx'
import type { PaletteContext } from '../features/governance/palette/palette-context.ts'
import type { PalettePage } from '../features/governance/palette/palette-item.ts'
import { toCompanyDestination } from '../features/governance/visits/destination.ts'
import { useEnterCompany } from '../features/governance/visits/use-enter-company.tsx'
import { useGrants } from '../kernel/access/grants.ts'
import { canCall } from '../kernel/access/use-can.ts'
import { explain } from '../kernel/api/failure-toast.ts'
import { handbookGroups } from './help/handbook-contents.ts'
import { toHelpAddress, usualLanguage } from './help/help-params.ts'
import { type MenuEntry, visibleMenus } from './menu-tree.ts'
import { moduleForms } from './module-surface.tsx'
import { basename } from './paths.ts'
import {
  approvalsEntry,
  appsEntry,
  dashboardEntry,
  helpEntry,
  newsEntry,
  profileEntry,
  requestsEntry,
  reviewsEntry,
  type ShellSession,
  securityEntry,
} from './shell-session.ts'

const menuPage = (group: string, { to, title, icon, component, openMode }: MenuEntry): PalettePage => ({
  to,
  title,
  group,
  icon,
  component,
  external: openMode !== undefined,
})
/** Pages of a menu tree, each with the title of the group above it. */
const menuPages = (entries: readonly MenuEntry[], group = ''): PalettePage[] =>
  entries.flatMap((entry) =>
    entry.children.length > 0 ? menuPages(entry.children, entry.title) : menuPage(group, entry),
  )
const ownPages = [
  { entry: dashboardEntry, icon: 'house' },
  { entry: profileEntry, icon: 'user' },
  { entry: securityEntry, icon: 'shield-check' },
  { entry: requestsEntry, icon: 'key-round' },
  { entry: approvalsEntry, icon: 'list-checks' },
  { entry: reviewsEntry, icon: 'clipboard-list' },
  { entry: appsEntry, icon: 'layout-grid' },
  { entry: newsEntry, icon: 'bell' },
  { entry: helpEntry, icon: 'book-open' },
] as const

const listPages = ({ menus, pages }: ShellSession): PalettePage[] => [
  ...ownPages
    .filter(({ entry }) => pages.has(entry.path))
    .map(({ entry: { path, title, component }, icon }) => ({
      to: path,
      title,
      group: '',
      icon,
      component,
      external: false,
    })),
  ...menuPages(visibleMenus(menus)),
]

/** Pages of the handbook. */
const helpPages: readonly PalettePage[] = handbookGroups[usualLanguage].flatMap(({ title: group, pages }) =>
  pages.map(({ name, title }) => ({
    to: toHelpAddress(name),
    title,
    group,
    icon: 'book-open',
    component: helpEntry.component,
    external: false,
  })),
)

type PaletteViewProps = { session: ShellSession; open: boolean; onHelp: () => void; onClose: () => void }

/** The command palette with the session's pages and rights; stays mounted for the dialogs that it opens. */
export const PaletteView = ({ session, open, onHelp, onClose }: PaletteViewProps): ReactNode => {
  const navigate = useNavigate()
  const granted = useGrants()
  const [dialog, enter] = useEnterCompany()
  const [pages] = useState(() => new Map<ShellSession, PalettePage[]>())
  const { info } = session
  const shown = pages.get(session) ?? listPages(session)
  pages.set(session, shown)
  const context: PaletteContext = {
    pages: shown,
    helpPages,
    moreForms: moduleForms,
    can: (endpoint) => canCall(granted, endpoint),
    selfId: info.id,
    enter: (company) => void enter(toCompanyDestination({ ...company, pinned: false })),
    explain: (traceId) => explain(traceId),
  }
  const go = (to: string, { newTab, external }: { newTab: boolean; external: boolean }) => {
    if (external) window.open(to, '_blank', 'noopener')
    else if (newTab) window.open(basename + to, '_blank')
    else void navigate(to)
  }
  return (
    <>
      {open && (
        <Palette owner={`${info.company} ${info.id}`} context={context} onGo={go} onHelp={onHelp} onClose={onClose} />
      )}
      {dialog}
    </>
  )
}
