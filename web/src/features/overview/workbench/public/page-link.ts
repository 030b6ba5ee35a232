import { createContext, use } from 'react'

/** A page the user may open, as a menu grants it. */
export type WorkbenchPage = {
  /** Of the menu. */
  id: string
  component: string
  title: string
  icon: string
  path: string
}

/** Path of the page of a component; undefined if the user does not have it. */
export const PagePaths = createContext<(component: string) => string | undefined>(() => undefined)

export type Search = Readonly<Record<string, string>>

/**
 * Builds addresses of granted pages.
 * @returns undefined for pages that are not granted
 */
export const usePageLink = () => {
  const toPath = use(PagePaths)
  return (component: string, search: Search = {}): string | undefined => {
    const path = toPath(component)
    const query = new URLSearchParams(search).toString()
    return path && (query === '' ? path : `${path}?${query}`)
  }
}
