import { t } from '../../ui/texts.ts'
import './tag-bar.css'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { Link } from 'react-router'
import { type PopupAnchor, PopupMenu } from '../../ui/popup-menu.tsx'
import type { PageEntry } from '../menu-tree.ts'
import { isFixedTag, moveTag, type Tag, useTags } from './tag-store.ts'
import { useShownPath } from './use-shown-page.ts'
import { useTagCommands } from './use-tag-commands.ts'

type OpenMenu = { tag: Tag; anchor: PopupAnchor }

const toPoint = ({ clientX, clientY }: MouseEvent): PopupAnchor => ({ left: clientX, right: clientX, bottom: clientY })
const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)
const middle = 1

/** Scrolls the bar horizontally with a vertical mouse wheel. */
const scrollAlong = (event: WheelEvent<HTMLElement>) => {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
}

/** Bar of visited pages, the workbench first. */
export const TagBar = ({ pages }: { pages: ReadonlyMap<string, PageEntry> }) => {
  const tags = useTags(({ tags }) => tags)
  const path = useShownPath()
  const commands = useTagCommands()
  const [menu, setMenu] = useState<OpenMenu>()
  const [dragged, setDragged] = useState<string>()
  const current = useRef<HTMLLIElement>(null)

  // Another page, or another number of tags, moves the bar. Before the browser paints, so that it is never seen to jump.
  const showCurrent = useEffectEvent((_path: string, _count: number) => {
    const tag = current.current
    const bar = tag?.parentElement
    if (!tag || !bar) return
    // By hand: after `scrollIntoView` the Tab key starts from here, and skips the menu.
    const frame = bar.getBoundingClientRect()
    const { left, right } = tag.getBoundingClientRect()
    if (left < frame.left) bar.scrollLeft -= frame.left - left
    else if (right > frame.right) bar.scrollLeft += right - frame.right
  })
  useLayoutEffect(() => showCurrent(path, tags.length), [path, tags.length])

  return (
    <nav className="tag-bar" aria-label={t('已打开的页面')}>
      <ul className="tag-bar-tags" onWheel={scrollAlong}>
        {tags.map((tag) => {
          const title = tag.title ?? pages.get(tag.path)?.title
          const active = tag.path === path
          const fixed = isFixedTag(tag.path)
          return (
            <li
              key={tag.path}
              ref={active ? current : null}
              className={active ? 'tag-bar-tag tag-bar-active' : 'tag-bar-tag'}
              draggable={!fixed}
              data-dragged={dragged === tag.path || undefined}
              onDragStart={() => setDragged(tag.path)}
              onDragEnd={() => setDragged(undefined)}
              onDragEnter={() => dragged && moveTag(dragged, tag.path)}
              onDragOver={(event) => event.preventDefault()}
              onContextMenu={(event) => {
                event.preventDefault()
                setMenu({ tag, anchor: toPoint(event) })
              }}
              onAuxClick={(event) => {
                if (event.button !== middle) return
                event.preventDefault()
                commands.close(tag)
              }}
              onMouseDown={(event) => event.button === middle && event.preventDefault()}
              onKeyDown={(event) => {
                if (!isMenuKey(event)) return
                event.preventDefault()
                setMenu({ tag, anchor: event.currentTarget.getBoundingClientRect() })
              }}
            >
              <Link
                className="tag-bar-link"
                to={tag.path + tag.search}
                draggable={false}
                aria-current={active ? 'page' : undefined}
                aria-keyshortcuts="Shift+F10"
              >
                {title}
              </Link>
              {!fixed && (
                <button
                  type="button"
                  className="tag-bar-close"
                  aria-label={t('关闭{title}', { title })}
                  onClick={() => commands.close(tag)}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {menu && (
        <PopupMenu
          label={t('{title}：页签操作', { title: menu.tag.title ?? pages.get(menu.tag.path)?.title })}
          anchor={menu.anchor}
          sections={[
            {
              items: [
                { label: t('刷新'), onPick: () => void commands.refresh(menu.tag) },
                {
                  label: t('关闭'),
                  disabled: isFixedTag(menu.tag.path),
                  onPick: () => commands.close(menu.tag),
                },
                { label: t('关闭其他'), onPick: () => commands.closeOthers(menu.tag) },
                { label: t('关闭全部'), onPick: commands.closeAll },
              ],
            },
          ]}
          onClose={() => setMenu(undefined)}
        />
      )}
    </nav>
  )
}
