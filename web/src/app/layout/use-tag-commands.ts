import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { queryClient } from '../../kernel/api/query-client.ts'
import { tagsQuery } from '../api-calls.ts'
import { paths } from '../paths.ts'
import { grantsQuery, loginInfoQuery } from '../shell-session.ts'
import { keepPages } from './kept-pages.ts'
import { isFixedTag, keepTags, neighbourOf, type Tag } from './tag-store.ts'

const ofTheShell = [tagsQuery, loginInfoQuery, grantsQuery].map(({ queryKey }) => JSON.stringify(queryKey))
/** A page opened anew asks the server again for whatever it shows. */
const forgetAnswers = () =>
  queryClient.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey }) => !ofTheShell.includes(JSON.stringify(queryKey)),
  })

/** What the tag bar's context menu does (spec §2). */
export const useTagCommands = () => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useMemo(() => {
    const keepOnly = (kept: (path: string) => boolean) => {
      keepTags(kept)
      keepPages((path) => isFixedTag(path) || kept(path))
    }
    return {
      refresh: async ({ path, search }: Tag) => {
        await forgetAnswers()
        keepPages((kept) => kept !== path)
        await navigate(paths.refresh(path + search), { replace: true })
      },
      close: (tag: Tag) => {
        if (isFixedTag(tag.path)) return
        const next = neighbourOf(tag.path)
        keepOnly((path) => path !== tag.path)
        if (tag.path === pathname) void navigate(next.path + next.search)
      },
      closeOthers: (tag: Tag) => {
        keepOnly((path) => path === tag.path)
        if (tag.path !== pathname) void navigate(tag.path + tag.search)
      },
      closeAll: () => {
        keepOnly(() => false)
        void navigate(paths.dashboard)
      },
    }
  }, [navigate, pathname])
}
