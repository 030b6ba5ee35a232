import { createContext, useCallback, useContext, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { create } from 'zustand'

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

/** Titles of pages that are named after what they show, by address. */
export const usePageTitles = create<Readonly<Record<string, string>>>(() => ({}))

/** Names the page after what it shows: in its tag and in the browser's tab. Undefined until that is known. */
export const usePageTitle = (title: string | undefined): void => {
  const { path } = usePage()
  useEffect(() => {
    if (title !== undefined) usePageTitles.setState({ [path]: title })
  }, [path, title])
}
