import './sidebar.css'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { BrandMark } from '../../ui/brand.tsx'
import { Flyout } from '../../ui/flyout.tsx'
import { Icon } from '../../ui/icon.tsx'
import { prefetchView } from '../lazy-view.ts'
import { findMenus, listLeaves, type MenuEntry, type PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'
import { type OpenGroups, useOpenGroups } from './use-open-groups.ts'

type Props = {
  title: string
  /** The company's logo; the platform's by default. */
  logo: string | undefined
  menus: readonly MenuEntry[]
  page: PageEntry
  collapsed: boolean
  onNavigate?: (() => void) | undefined
}
type EntryProps = Pick<Props, 'page' | 'onNavigate'>
/** Number of entries above which the search is shown. */
const searchThreshold = 15

const EntryLink = ({
  entry,
  page,
  onNavigate,
  iconOnly = false,
}: EntryProps & { entry: MenuEntry; iconOnly?: boolean }) => {
  const prefetch = () => prefetchView(entry.component)
  const words = (
    <>
      <Icon name={entry.icon} />
      {!iconOnly && <span className="sidebar-words">{entry.title}</span>}
      {!iconOnly && entry.badge !== '' && <span className="sidebar-badge">{entry.badge}</span>}
      {!iconOnly && entry.openMode === 'tab' && (
        <ExternalLink className="sidebar-chevron" size={14} aria-label="（新标签页）" />
      )}
    </>
  )
  const named = {
    className: 'sidebar-entry',
    'aria-label': iconOnly ? entry.title : undefined,
    title: iconOnly ? undefined : entry.title,
  }
  if (entry.openMode)
    return (
      <a {...named} href={entry.to} rel="noopener noreferrer" {...(entry.openMode === 'tab' && { target: '_blank' })}>
        {words}
      </a>
    )
  // A page without an entry of its own marks the one its menu names.
  const isMarked = page.menuIds.at(-1) === entry.id
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

type EntriesProps = EntryProps & { entries: readonly MenuEntry[]; groups: OpenGroups }

/** Nested entries. */
const Entries = ({ entries, groups, page, onNavigate }: EntriesProps) => {
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
        const open = groups.isOpen(entry.id)
        return (
          <li key={entry.id}>
            <button
              type="button"
              className="sidebar-entry"
              data-active={page.menuIds.includes(entry.id) || undefined}
              aria-expanded={open}
              aria-controls={`${name}-${entry.id}`}
              onClick={() => groups.toggle(entry.id)}
            >
              <Icon name={entry.icon} />
              <span className="sidebar-words">{entry.title}</span>
              {entry.badge !== '' && <span className="sidebar-badge">{entry.badge}</span>}
              <ChevronDown className="sidebar-chevron" size={16} aria-hidden="true" />
            </button>
            <div id={`${name}-${entry.id}`} className="sidebar-group" hidden={!open}>
              <Entries entries={entry.children} groups={groups} page={page} onNavigate={onNavigate} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Collapsed sidebar: icons, with labels and submenus on hover. */
const CollapsedEntries = ({ entries, groups, page }: EntriesProps) => (
  <ul>
    {entries.map((entry) => (
      <li key={entry.id}>
        {entry.children.length === 0 ? (
          <Flyout trigger={<EntryLink entry={entry} page={page} iconOnly />}>
            <div className="flyout-body">
              <span className="sidebar-flyout-title">{entry.title}</span>
            </div>
          </Flyout>
        ) : (
          <Flyout
            trigger={
              <button
                type="button"
                className="sidebar-entry"
                aria-label={entry.title}
                data-active={page.menuIds.includes(entry.id) || undefined}
              >
                <Icon name={entry.icon} />
              </button>
            }
          >
            <div className="flyout-body">
              <span className="sidebar-flyout-title">{entry.title}</span>
              <Entries entries={entry.children} groups={groups} page={page} />
            </div>
          </Flyout>
        )}
      </li>
    ))}
  </ul>
)

/** Sidebar with logo and granted menus. */
export const Sidebar = ({ title, logo, menus, page, collapsed, onNavigate }: Props) => {
  const [searchText, setSearchText] = useState('')
  const searching = searchText.trim() !== ''
  const entries = searching ? findMenus(menus, searchText) : menus
  const groups = useOpenGroups(menus, page)
  return (
    <nav className="sidebar" aria-label="主菜单" data-collapsed={collapsed || undefined}>
      <Link className="sidebar-brand" to={paths.dashboard} aria-label={`${title}，回到工作台`} onClick={onNavigate}>
        {logo ? <img className="sidebar-logo" src={logo} alt="" /> : <BrandMark size={28} />}
        {!collapsed && <span className="sidebar-words">{title}</span>}
      </Link>
      {!collapsed && listLeaves(menus).length > searchThreshold && (
        <input
          className="sidebar-search"
          type="search"
          placeholder="搜索菜单"
          aria-label="搜索菜单"
          maxLength={64}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      )}
      <div className="sidebar-menus">
        {collapsed ? (
          <CollapsedEntries entries={menus} groups={groups} page={page} />
        ) : (
          <Entries entries={entries} groups={groups} page={page} onNavigate={onNavigate} />
        )}
        {menus.length === 0 && !collapsed && <p className="sidebar-none">暂无可用菜单，获得权限后会显示在这里。</p>}
        {searching && entries.length === 0 && <p className="sidebar-none">未找到菜单</p>}
      </div>
    </nav>
  )
}
