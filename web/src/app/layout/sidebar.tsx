import { t } from '../../ui/texts.ts'
import './sidebar.css'
import { ChevronDown, ExternalLink, Search } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { BrandMark } from '../../ui/brand.tsx'
import { Flyout } from '../../ui/flyout.tsx'
import { Icon } from '../../ui/icon.tsx'
import { prefetchView } from '../lazy-view.ts'
import { findMenus, listLeaves, type MenuEntry, type PageEntry } from '../menu-tree.ts'
import { paths } from '../paths.ts'
import { type OpenGroups, useOpenGroups } from './use-open-groups.ts'
import { useWaitingCounts, waitingText } from './waiting-counts.ts'

type Props = {
  title: string
  /** The company's logo; the platform's by default. */
  logo: string | undefined
  /** The workbench and the user's own pages. */
  own: readonly MenuEntry[]
  /** The granted menus. */
  menus: readonly MenuEntry[]
  page: PageEntry
  collapsed: boolean
  onNavigate?: (() => void) | undefined
}
type EntryProps = Pick<Props, 'page' | 'onNavigate'>
/** Number of entries above which the search is shown. */
const searchThreshold = 15

/** How much waits on these pages. */
const Waiting = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const count = useWaitingCounts((counts) => entries.reduce((sum, { component }) => sum + (counts[component] ?? 0), 0))
  const text = waitingText(count)
  return (
    text !== undefined && (
      <span className="sidebar-count" title={t('{text} 项待处理', { text })}>
        {text}
      </span>
    )
  )
}

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
      {!iconOnly && <Waiting entries={[entry]} />}
      {!iconOnly && entry.openMode === 'tab' && (
        <ExternalLink className="sidebar-chevron" size={14} aria-label={t('（新标签页）')} />
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
              {!open && <Waiting entries={listLeaves([entry])} />}
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

/** Opens the group of the own pages on each of them. */
const markOwnGroup = (own: readonly MenuEntry[], page: PageEntry): PageEntry => {
  const group = own.find(({ children }) => children.some(({ path }) => path === page.path))
  return group ? { ...page, menuIds: [group.id] } : page
}

type SearchBoxProps = { text: string; onChange: (text: string) => void }

const SearchBox = ({ text, onChange }: SearchBoxProps) => (
  <div className="sidebar-search">
    <Search size={16} aria-hidden="true" />
    <input
      type="search"
      placeholder={t('搜索菜单')}
      aria-label={t('搜索菜单')}
      maxLength={64}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)

/** Sidebar with logo, the user's own pages and the granted menus. */
export const Sidebar = ({ title, logo, own, menus, page, collapsed, onNavigate }: Props) => {
  const [searchText, setSearchText] = useState('')
  const searching = !collapsed && searchText.trim() !== ''
  const all = [...own, ...menus]
  const entries = searching ? findMenus(all, searchText) : menus
  // The own pages come last here: the first granted group is open before the first choice.
  const shown = markOwnGroup(own, page)
  const groups = useOpenGroups([...menus, ...own], shown)
  const List = collapsed ? CollapsedEntries : Entries
  const list = { groups, page: shown, onNavigate }
  return (
    <aside className="sidebar" data-collapsed={collapsed || undefined}>
      <Link
        className="sidebar-brand"
        to={paths.dashboard}
        aria-label={t('{title}，回到工作台', { title })}
        onClick={onNavigate}
      >
        {logo ? <img className="sidebar-logo" src={logo} alt="" /> : <BrandMark size={28} />}
        {!collapsed && <span className="sidebar-words">{title}</span>}
      </Link>
      {!collapsed && listLeaves(menus).length > searchThreshold && (
        <SearchBox text={searchText} onChange={setSearchText} />
      )}
      <div className="sidebar-menus">
        {!searching && (
          <nav aria-label={t('我的页面')}>
            <List entries={own} {...list} />
          </nav>
        )}
        <nav aria-label={t('主菜单')}>
          <List entries={entries} {...list} />
        </nav>
        {menus.length === 0 && !collapsed && (
          <p className="sidebar-none">{t('暂无可用菜单，获得权限后会显示在这里。')}</p>
        )}
        {searching && entries.length === 0 && <p className="sidebar-none">{t('未找到菜单')}</p>}
      </div>
    </aside>
  )
}
