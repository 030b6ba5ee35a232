import { createContext, useCallback, useContext, useMemo } from 'react'
import { useNavigate } from 'react-router'

/**
 * What a page may know about where it stands. Each kept-alive page has its own copy, frozen while another page is
 * shown: a hidden page must not read the address of the visible one.
 */
export type Page = { readonly path: string; readonly title: string; readonly search: string; readonly active: boolean }

export const PageContext = createContext<Page | undefined>(undefined)

/** The page this component is part of. */
export const usePage = (): Page => {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is called outside a page')
  return page
}

type SearchValues = Record<string, string | number | undefined>

/**
 * The page's own query string, and the way to another one. Out: the parameters, and a function that goes to exactly
 * the parameters given (those undefined or empty are left out), so a list state is one address.
 */
export const usePageSearch = (): [URLSearchParams, (next: SearchValues, how?: { replace: boolean }) => void] => {
  const { path, search } = usePage()
  const navigate = useNavigate()
  const current = useMemo(() => new URLSearchParams(search), [search])
  const go = useCallback(
    (next: SearchValues, how = { replace: false }) => {
      const given = Object.entries(next).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      )
      const text = new URLSearchParams(given).toString()
      void navigate({ pathname: path, search: text && `?${text}` }, how)
    },
    [navigate, path],
  )
  return [current, go]
}
