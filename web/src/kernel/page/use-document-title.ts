import { useEffect } from 'react'

/** Names the browser tab `{page} - {site}` (spec §2: the site's name comes from the subject call). */
export const useDocumentTitle = (page: string, site: string | undefined): void => {
  useEffect(() => {
    document.title = site ? `${page} - ${site}` : page
  }, [page, site])
}
