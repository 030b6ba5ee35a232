import type { ReactNode } from 'react'
import type { PortalPage } from './pages.ts'

const loadKit = async () => (await import('./kit-page.tsx')).KitPage

/** Loads the page of a route, with the component library if it needs it. */
export const loadPage = async (page: PortalPage): Promise<{ element: ReactNode }> => {
  const [View, Kit, { PageFrame }] = await Promise.all([
    page.load(),
    page.kit && loadKit(),
    import('./layout/page-frame.tsx'),
  ])
  const content = Kit ? (
    <Kit>
      <View />
    </Kit>
  ) : (
    <View />
  )
  // The key drops a failure when another page is opened.
  const element = (
    <PageFrame key={page.path} page={page}>
      {content}
    </PageFrame>
  )
  return { element }
}

/** Preloads a page. A failure is reported when the page is opened. */
export const prefetchPage = (page: PortalPage): void => void loadPage(page).catch(() => undefined)
