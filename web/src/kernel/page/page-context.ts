import { createContext, useCallback, useContext, useMemo } from 'react'
import { useNavigate } from 'react-router'

type SearchValues = Readonly<Record<string, string | number | undefined>>

/**
 * A page's own address and title. Each kept page has its own copy, frozen while another page is shown: a hidden page
 * must not read the visible one's address.
 */
export type Page = {
  readonly path: string
  readonly title: string
  readonly search: string
  readonly active: boolean
  /** Parameters that every address carries, to tell the part of the page that is shown. */
  readonly part?: SearchValues
}

export const PageContext = createContext<Page | undefined>(undefined)

/** The page this component belongs to. */
export const usePage = (): Page => {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is called outside a page')
  return page
}

/**
 * The page's query parameters, and a function that navigates to exactly the given parameters (undefined and empty ones
 * are left out), so that each list state has one address.
 */
export const usePageSearch = (): [URLSearchParams, (next: SearchValues, how?: { replace: boolean }) => void] => {
  const { path, search, part } = usePage()
  const navigate = useNavigate()
  const current = useMemo(() => new URLSearchParams(search), [search])
  const go = useCallback(
    (next: SearchValues, how = { replace: false }) => {
      const given = Object.entries({ ...part, ...next }).flatMap(([name, value]) =>
        value === undefined || value === '' ? [] : [[name, String(value)]],
      )
      const text = new URLSearchParams(given).toString()
      void navigate({ pathname: path, search: text && `?${text}` }, how)
    },
    [navigate, path, part],
  )
  return [current, go]
}
