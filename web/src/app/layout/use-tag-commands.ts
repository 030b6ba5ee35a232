import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { queryClient } from '../../kernel/api/query-client.ts'
import { grantsQuery, loginInfoQuery, tagsQuery } from '../../shared/entry/session-queries.ts'
import { paths } from '../paths.ts'
import { retainPages } from './kept-pages.ts'
import { findNeighbour, isFixedTag, retainTags, type Tag } from './tag-store.ts'
import { useShownPath } from './use-shown-page.ts'

const shellQueryKeys = [tagsQuery, loginInfoQuery, grantsQuery].map(({ queryKey }) => JSON.stringify(queryKey))
/** Marks cached replies as stale, except those of the shell, so that a reopened page refetches its data. */
const invalidatePageQueries = () =>
  queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey }) => !shellQueryKeys.includes(JSON.stringify(queryKey)),
  })

/** Commands of the tag bar's context menu. */
export const useTagCommands = () => {
  const navigate = useNavigate()
  const shown = useShownPath()
  return useMemo(() => {
    const retainOnly = (kept: (path: string) => boolean) => {
      retainTags(kept)
      retainPages((path) => isFixedTag(path) || kept(path))
    }
    return {
      refresh: async ({ path, search }: Tag) => {
        await invalidatePageQueries()
        retainPages((kept) => kept !== path)
        await navigate(paths.refresh(path + search), { replace: true })
      },
      close: (tag: Tag) => {
        if (isFixedTag(tag.path)) return
        const next = findNeighbour(tag.path)
        retainOnly((path) => path !== tag.path)
        if (tag.path === shown) void navigate(next.path + next.search)
      },
      closeOthers: (tag: Tag) => {
        retainOnly((path) => path === tag.path)
        if (tag.path !== shown) void navigate(tag.path + tag.search)
      },
      closeAll: () => {
        retainOnly(() => false)
        void navigate(paths.dashboard)
      },
    }
  }, [navigate, shown])
}
