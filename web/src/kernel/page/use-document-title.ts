import { useEffect } from 'react'

/** Sets the browser tab's title to `{page} - {site}`. */
export const useDocumentTitle = (page: string, site: string | undefined): void => {
  useEffect(() => {
    document.title = site ? `${page} - ${site}` : page
  }, [page, site])
}
