import '../explanations.ts'
import '../list-tools.ts'
import '../error-recording.ts'
import '../timelines.ts'
import './main-layout.css'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { refreshListSettings } from '../../features/communication/list-views/kept-list-settings.ts'
import { recordBreadcrumb } from '../../kernel/api/breadcrumbs.ts'
import { followDuplicateTabs } from '../../kernel/api/duplicate-tabs.ts'
import { takeArrivalMessage } from '../../kernel/api/session-switch.ts'
import { onSessionChangedElsewhere } from '../../kernel/api/tokens.ts'
import { useRead } from '../../kernel/api/use-read.ts'
import { DraftOwnerContext } from '../../kernel/forms/use-draft.ts'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { usePicture } from '../../kernel/page/use-picture.ts'
import { KitProvider } from '../../ui/kit-provider.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { toast } from '../../ui/toast.ts'
import { CompanyChanged } from '../company-changed.tsx'
import { cspNonce } from '../csp-nonce.ts'
import { visibleMenus } from '../menu-tree.ts'
import { usePreferences } from '../preferences.ts'
import { SessionRefused } from '../session-refused.tsx'
import { dashboardEntry } from '../shell-session.ts'
import { useSiteTitle } from '../site-title.ts'
import { LiveSession, useLiveSession } from '../use-live-session.ts'
import { whenSettled } from '../when-settled.ts'
import { ExplanationDrawer } from './explanation-drawer.tsx'
import { showPage, syncPages } from './kept-pages.ts'
import { NewVersionBar } from './new-version-bar.tsx'
import { PageStage } from './page-stage.tsx'
import { Sidebar } from './sidebar.tsx'
import { TagBar } from './tag-bar.tsx'
import { openTag, restoreTags } from './tag-store.ts'
import { TopBar } from './top-bar.tsx'
import { useEventStream } from './use-event-stream.ts'
import { useGrantChanges } from './use-grant-changes.ts'
import { useSidebar } from './use-sidebar.ts'

const VisitBanner = lazy(async () => ({
  default: (await import('../../features/governance/visits/visit-banner.tsx')).VisitBanner,
}))

/** Seconds: long enough to read why a visit ended. */
const arrivalWarningSeconds = 6

const forever = { staleTime: Number.POSITIVE_INFINITY }

/** Layout around every page of a signed-in user. */
export const MainLayout = () => {
  const session = useLiveSession()
  const { pathname, search, key } = useLocation()
  const { dark, density } = usePreferences()
  const sidebar = useSidebar()
  const page = session.pages.get(pathname) ?? dashboardEntry
  const owner = `${session.info.company} ${session.info.id}`
  const menus = useMemo(() => visibleMenus(session.menus), [session.menus])
  // The portrait may change during the session.
  const info = useRead(sessionContract.loginInfo, {}, forever).data ?? session.info
  const { branding } = info
  const platformTitle = useSiteTitle()
  const site = branding.title || platformTitle
  const logo = usePicture(sessionContract.logo, {}, branding.logo)
  // The title distinguishes a tab that is visiting another company.
  useDocumentTitle(info.act ? `【${info.view}】${page.title}` : page.title, site)
  useEventStream()
  useGrantChanges()

  useLayoutEffect(() => {
    restoreTags(owner, session.pages)
    syncPages(session.pages)
  }, [session, owner])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refresh arrives at the same address with another key
  useLayoutEffect(() => {
    openTag({ path: page.path, search })
    showPage(page, search)
  }, [page, search, key])
  useEffect(() => {
    const arrival = takeArrivalMessage()
    if (arrival) toast[arrival.kind](arrival.text, { seconds: arrival.kind === 'warning' ? arrivalWarningSeconds : 2 })
  }, [])
  useEffect(followDuplicateTabs, [])
  useEffect(() => whenSettled(() => void refreshListSettings()), [])
  useEffect(() => recordBreadcrumb({ kind: 'route', path: page.path }), [page.path])
  // Reload when another tab signs out.
  useEffect(() => onSessionChangedElsewhere((signedIn) => signedIn || location.reload()), [])

  const sidebarProps = { title: site ?? '', logo, menus, page }
  return (
    <KitProvider dark={dark} compact={density === 'compact'} accent={branding.theme} nonce={cspNonce}>
      <a className="skip-link" href="#content">
        跳到主要内容
      </a>
      <div className="main-layout">
        {sidebar.mobile ? (
          <SidePanel label="主菜单" open={sidebar.open} onClose={sidebar.close}>
            <Sidebar {...sidebarProps} collapsed={false} onNavigate={sidebar.close} />
          </SidePanel>
        ) : (
          <Sidebar {...sidebarProps} collapsed={!sidebar.open} />
        )}
        <div className="main-layout-column">
          <NewVersionBar loaded={session.version} />
          {info.act && (
            <Suspense>
              <VisitBanner info={info} act={info.act} />
            </Suspense>
          )}
          {info.notice && (
            <p className="main-layout-notice" role="status">
              {info.notice}
            </p>
          )}
          <TopBar info={info} page={page} sidebarOpen={sidebar.open} onToggle={sidebar.toggle} />
          <TagBar pages={session.pages} />
          <main id="content" className="main-layout-content" tabIndex={-1}>
            <LiveSession value={session}>
              <DraftOwnerContext value={owner}>
                <PageStage activePath={page.path} />
              </DraftOwnerContext>
            </LiveSession>
          </main>
          <p className="visually-hidden" role="status">
            {page.title}
          </p>
        </div>
      </div>
      <ExplanationDrawer />
      <SessionRefused />
      <CompanyChanged />
    </KitProvider>
  )
}
