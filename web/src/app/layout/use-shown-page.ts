import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'
import type { PageEntry } from '../menu-tree.ts'
import type { ShellSession } from '../shell-session.ts'
import { showPage, syncPages } from './kept-pages.ts'
import { openTag, restoreTags } from './tag-store.ts'

/** Shows the page with a tag at every navigation; a refresh arrives at the same address as another location. */
export const useShownPage = (session: ShellSession, owner: string, page: PageEntry) => {
  const location = useLocation()
  useLayoutEffect(() => {
    restoreTags(owner, session.pages)
    syncPages(session.pages)
  }, [session, owner])
  useLayoutEffect(() => {
    openTag({ path: page.path, search: location.search })
    showPage(page, location.search)
  }, [page, location])
}
