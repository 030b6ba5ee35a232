import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { useEffect } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { listen } from '../../kernel/api/event-stream.ts'
import { toast } from '../../ui/toast.ts'
import { paths } from '../paths.ts'
import { reloadGrants, type ShellSession } from '../shell-session.ts'
import { keepPages, useKeptPages } from './kept-pages.ts'
import { keepTags } from './tag-store.ts'

const stampOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'stamp' in data ? data.stamp : undefined
/** Where the person is at the moment the news arrives, not where the page was when it began to listen. */
const shownNow = () =>
  useKeptPages.getState().pages.reduce((newest, page) => (page.shownAt > newest.shownAt ? page : newest))

/** Calls back when the server says that grants changed. A hidden tab does not listen; it learns what it missed when it is seen. */
const watch = (changed: () => void): (() => void) => {
  let stamp: unknown
  let connection: AbortController | undefined
  const heard = (name: string, data: unknown) => {
    if (name !== 'grants') return
    const known = stamp
    stamp = stampOf(data)
    // The first one tells what the page was loaded with.
    if (known !== undefined && known !== stamp) changed()
  }
  const begin = () => {
    connection = new AbortController()
    void listen(sessionContract.events, connection.signal, heard)
  }
  const turned = () => {
    connection?.abort()
    if (!document.hidden) begin()
  }
  begin()
  document.addEventListener('visibilitychange', turned)
  return () => {
    document.removeEventListener('visibilitychange', turned)
    connection?.abort()
  }
}

/**
 * Keeps menus, pages and buttons as they are granted, without a new sign-in. A page that is granted no longer closes;
 * whoever was looking at it is led to the workbench and told why.
 */
export const useGrantChanges = (): void => {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const follow = async ({ pages }: ShellSession) => {
      const { entry } = shownNow()
      if (pages.has(entry.path)) await revalidate()
      else {
        toast.warning(`“${entry.title}”的访问权限已被收回`)
        await navigate(paths.dashboard, { replace: true })
      }
      keepTags((path) => pages.has(path))
      keepPages((path) => pages.has(path))
    }
    // What could not be read now is read at the next change or the next call; the server decides in any case.
    return watch(() => void reloadGrants().then(follow, () => undefined))
  }, [navigate, revalidate])
}
