import { t } from '../../ui/texts.ts'
import '../../ui/bar-button.css'
import './top-bar.css'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Bell, VisitBell } from '../../features/content/notices/bell.tsx'
import { CompanyChip } from '../../features/governance/visits/company-chip.tsx'
import type { LoginInfo } from '../../shared/entry/read-session.ts'
import { whenSettled } from '../../shared/entry/when-settled.ts'
import { HelpLink } from '../help/help-link.tsx'
import type { PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'
import type { ShellSession } from '../shell-session.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { PaletteHint } from './palette-hint.tsx'
import { SettledSlots } from './settled-slots.tsx'

const CompanySwitch = lazy(async () => ({
  default: (await import('../../features/governance/visits/company-switch.tsx')).CompanySwitch,
}))

const noticePath = (id: string) => `${paths.news}/${id}`

type Props = {
  session: ShellSession
  info: LoginInfo
  page: PageEntry
  sidebarOpen: boolean
  onToggle: () => void
}

/** Bar above every page. */
export const TopBar = ({ session, info, page, sidebarOpen, onToggle }: Props) => {
  const visited = info.grant === 1
  // The company switch reports whether switching is possible; until it loads, expected for platform users.
  const [canSwitch, setCanSwitch] = useState(info.platform || visited)
  const [openCount, setOpenCount] = useState(0)
  const toggleLabel = sidebarOpen ? t('收起侧边栏') : t('展开侧边栏')
  const ToggleIcon = sidebarOpen ? PanelLeftClose : PanelLeftOpen
  return (
    <header className="top-bar">
      <button
        type="button"
        className="bar-button"
        aria-label={toggleLabel}
        title={toggleLabel}
        aria-expanded={sidebarOpen}
        onClick={onToggle}
      >
        <ToggleIcon size={18} aria-hidden="true" />
      </button>
      <Breadcrumb page={page} />
      <span className="top-bar-space" />
      <PaletteHint session={session} />
      <HelpLink page={page} />
      <SettledSlots isVisiting={visited} />
      {visited ? (
        <VisitBell all={paths.publicNews} />
      ) : (
        <Bell whenSettled={whenSettled} all={paths.publicNews} one={noticePath} />
      )}
      <CompanyChip
        name={info.view}
        visited={visited}
        canSwitch={canSwitch}
        onOpen={() => setOpenCount(openCount + 1)}
      />
      <Suspense>
        <CompanySwitch info={info} openRequests={openCount} onCanSwitch={setCanSwitch} />
      </Suspense>
      <AvatarMenu info={info} page={page} />
    </header>
  )
}
