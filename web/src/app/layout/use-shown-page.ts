import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePageTitles } from '../../kernel/page/page-context.ts'
import type { PageEntry } from '../menu-tree.ts'
import type { ShellSession } from '../shell-session.ts'
import { shownAddress } from '../shown-address.ts'
import { showPage, syncPages } from './kept-pages.ts'
import { openTag, restoreTags } from './tag-store.ts'

/** The path of the visible page; while it is being refreshed, its own. */
export const useShownPath = (): string => shownAddress(useLocation().pathname)

/**
 * Shows the page with a tag at every navigation; a refresh replaces its address and leads back to it.
 * @returns the title of the page
 */
export const useShownPage = (session: ShellSession, owner: string, page: PageEntry): string => {
  const location = useLocation()
  const own = usePageTitles((titles) => titles[page.path])
  useLayoutEffect(() => {
    restoreTags(owner, session.pages)
    syncPages(session.pages)
  }, [session, owner])
  useLayoutEffect(() => {
    showPage(page, location.search)
  }, [page, location])
  useLayoutEffect(() => openTag({ path: page.path, search: location.search, title: own }), [page, location, own])
  const { pathname, search } = location
  const navigate = useNavigate()
  useEffect(() => {
    const path = shownAddress(pathname)
    if (path !== pathname) void navigate(path + search, { replace: true })
  }, [pathname, search, navigate])
  return own ?? page.title
}
