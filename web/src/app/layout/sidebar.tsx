import './sidebar.css'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { BrandMark } from '../../ui/brand.tsx'
import { Flyout } from '../../ui/flyout.tsx'
import { Icon } from '../../ui/icon.tsx'
import { prefetchView } from '../lazy-view.ts'
import { findMenus, leavesOf, type MenuEntry, type PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'

type Props = {
  title: string
  /** The company's own, in place of the platform's. */
  logo: string | undefined
  menus: readonly MenuEntry[]
  page: PageEntry
  collapsed: boolean
  onNavigate?: (() => void) | undefined
}
type Shared = Pick<Props, 'page' | 'onNavigate'>
/** More entries than this are looked for by name. */
const manyEntries = 15

const EntryLink = ({ entry, page, onNavigate, bare = false }: Shared & { entry: MenuEntry; bare?: boolean }) => {
  const prefetch = () => prefetchView(entry.component)
  const words = (
    <>
      <Icon name={entry.icon} />
      {!bare && <span className="sidebar-words">{entry.title}</span>}
      {!bare && entry.badge !== '' && <span className="sidebar-badge">{entry.badge}</span>}
      {!bare && entry.opens === 'tab' && (
        <ExternalLink className="sidebar-chevron" size={14} aria-label="（新标签页）" />
      )}
    </>
  )
  const named = {
    className: 'sidebar-entry',
    'aria-label': bare ? entry.title : undefined,
    title: bare ? undefined : entry.title,
  }
  if (entry.opens)
    return (
      <a {...named} href={entry.to} rel="noopener noreferrer" {...(entry.opens === 'tab' && { target: '_blank' })}>
        {words}
      </a>
    )
  // A page that has no entry of its own marks the one its menu names.
  const isMarked = page.trail.at(-1) === entry.id
  return (
    <Link
      {...named}
      to={entry.to}
      aria-current={page.path === entry.path ? 'page' : isMarked ? 'true' : undefined}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={onNavigate}
    >
      {words}
    </Link>
  )
}

/** Entries below one another; of the groups on a level, one is open at a time. */
const Entries = ({ entries, page, onNavigate }: Shared & { entries: readonly MenuEntry[] }) => {
  const active = entries.find(({ id }) => page.trail.includes(id))?.id
  const [opened, setOpened] = useState({ id: active, because: active })
  // Another page opens its own group, and closes the one a person had opened before.
  if (opened.because !== active) setOpened({ id: active, because: active })
  const name = useId()
  return (
    <ul>
      {entries.map((entry) => {
        if (entry.children.length === 0)
          return (
            <li key={entry.id}>
              <EntryLink entry={entry} page={page} onNavigate={onNavigate} />
            </li>
          )
        const open = opened.id === entry.id
        return (
          <li key={entry.id}>
            <button
              type="button"
              className="sidebar-entry"
              data-active={active === entry.id || undefined}
              aria-expanded={open}
              aria-controls={`${name}-${entry.id}`}
              onClick={() => setOpened({ id: open ? undefined : entry.id, because: active })}
            >
              <Icon name={entry.icon} />
              <span className="sidebar-words">{entry.title}</span>
              {entry.badge !== '' && <span className="sidebar-badge">{entry.badge}</span>}
              <ChevronDown className="sidebar-chevron" size={16} aria-hidden="true" />
            </button>
            <div id={`${name}-${entry.id}`} className="sidebar-group" hidden={!open}>
              <Entries entries={entry.children} page={page} onNavigate={onNavigate} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The collapsed sidebar: icons, and what they stand for beside them when pointed at. */
const CollapsedEntries = ({ entries, page }: Pick<Props, 'page'> & { entries: readonly MenuEntry[] }) => (
  <ul>
    {entries.map((entry) => (
      <li key={entry.id}>
        {entry.children.length === 0 ? (
          <Flyout trigger={<EntryLink entry={entry} page={page} bare />}>
            <span className="sidebar-flyout-title">{entry.title}</span>
          </Flyout>
        ) : (
          <Flyout
            trigger={
              <button
                type="button"
                className="sidebar-entry"
                aria-label={entry.title}
                data-active={page.trail.includes(entry.id) || undefined}
              >
                <Icon name={entry.icon} />
              </button>
            }
          >
            <span className="sidebar-flyout-title">{entry.title}</span>
            <Entries entries={entry.children} page={page} />
          </Flyout>
        )}
      </li>
    ))}
  </ul>
)

/** The logo, and the granted menus. */
export const Sidebar = ({ title, logo, menus, page, collapsed, onNavigate }: Props) => {
  const [wanted, setWanted] = useState('')
  const searching = wanted.trim() !== ''
  const entries = searching ? findMenus(menus, wanted) : menus
  return (
    <nav className="sidebar" aria-label="主菜单" data-collapsed={collapsed || undefined}>
      <Link className="sidebar-brand" to={paths.dashboard} aria-label={`${title}，回到工作台`} onClick={onNavigate}>
        {logo ? <img className="sidebar-logo" src={logo} alt="" /> : <BrandMark size={28} />}
        {!collapsed && <span className="sidebar-words">{title}</span>}
      </Link>
      {!collapsed && leavesOf(menus).length > manyEntries && (
        <input
          className="sidebar-search"
          type="search"
          placeholder="搜索菜单"
          aria-label="搜索菜单"
          maxLength={64}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <div className="sidebar-menus">
        {collapsed ? (
          <CollapsedEntries entries={menus} page={page} />
        ) : (
          <Entries entries={entries} page={page} onNavigate={onNavigate} />
        )}
        {searching && entries.length === 0 && <p className="sidebar-none">没有找到菜单</p>}
      </div>
    </nav>
  )
}
