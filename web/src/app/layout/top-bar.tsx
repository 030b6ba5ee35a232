import './top-bar.css'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { CompanyChip } from '../../features/visits/company-chip.tsx'
import type { PageEntry } from '../menu-tree.ts'
import type { LoginInfo } from '../shell-session.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const CompanySwitch = lazy(async () => ({
  default: (await import('../../features/visits/company-switch.tsx')).CompanySwitch,
}))

type Props = { info: LoginInfo; page: PageEntry; sidebarOpen: boolean; onToggle: () => void }

/** The bar above every page. */
export const TopBar = ({ info, page, sidebarOpen, onToggle }: Props) => {
  const visited = info.grant === 1
  // Whether he may switch is known with what switches; until then it is expected of whoever is of the platform.
  const [leads, setLeads] = useState(info.platform || visited)
  const [asked, setAsked] = useState(0)
  const words = sidebarOpen ? '收起侧边栏' : '展开侧边栏'
  const Drawn = sidebarOpen ? PanelLeftClose : PanelLeftOpen
  return (
    <header className="top-bar">
      <button
        type="button"
        className="top-bar-toggle"
        aria-label={words}
        title={words}
        aria-expanded={sidebarOpen}
        onClick={onToggle}
      >
        <Drawn size={18} aria-hidden="true" />
      </button>
      <Breadcrumb page={page} />
      <span className="top-bar-space" />
      <CompanyChip name={info.view} visited={visited} leads={leads} onOpen={() => setAsked(asked + 1)} />
      <Suspense>
        <CompanySwitch info={info} asked={asked} onKnown={setLeads} />
      </Suspense>
      <AvatarMenu info={info} />
    </header>
  )
}
