import { t } from '../../ui/texts.ts'
import '../explanations.ts'
import '../list-operations.ts'
import '../list-tools.ts'
import '../../shared/entry/error-recording.ts'
import '../comments.ts'
import '../tags.ts'
import '../timelines.ts'
import './main-layout.css'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { type ComponentProps, lazy, Suspense, useMemo } from 'react'
import { MoreCards } from '../../features/communication/preferences/public/more-cards.ts'
import { SessionRefused } from '../../features/identity/session/session-refused.tsx'
import { useRead } from '../../kernel/api/use-read.ts'
import { DraftOwnerContext } from '../../kernel/forms/use-draft.ts'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { usePicture } from '../../kernel/page/use-picture.ts'
import { CompanyChanged } from '../../shared/entry/company-changed.tsx'
import { cspNonce } from '../../shared/entry/csp-nonce.ts'
import { NewVersionBar } from '../../shared/entry/new-version-bar.tsx'
import { usePreferences } from '../../shared/entry/preferences.ts'
import { useSiteTitle } from '../../shared/entry/site-title.ts'
import { KitProvider } from '../../ui/kit-provider.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { visibleMenus } from '../menu-tree.ts'
import { moduleCards } from '../module-surface.tsx'
import { ownMenus } from '../own-menus.ts'
import { dashboardEntry } from '../shell-session.ts'
import { LiveSession, useLiveSession } from '../use-live-session.ts'
import { ExplanationDrawer } from './explanation-drawer.tsx'
import { PageStage } from './page-stage.tsx'
import { ConnectionSlot } from './settled-slots.tsx'
import { Sidebar } from './sidebar.tsx'
import { TagBar } from './tag-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useApprovalsLink } from './use-approvals-link.ts'
import { useShownPage, useShownPath } from './use-shown-page.ts'
import { useSidebar } from './use-sidebar.ts'
import { useTabDuties } from './use-tab-duties.ts'
import { useVisits } from './use-visits.ts'

const VisitBanner = lazy(async () => ({
  default: (await import('../../features/governance/visits/visit-banner.tsx')).VisitBanner,
}))

const forever = { staleTime: Number.POSITIVE_INFINITY }

type MainMenuProps = Pick<ComponentProps<typeof Sidebar>, 'title' | 'logo' | 'own' | 'menus' | 'page'> & {
  sidebar: ReturnType<typeof useSidebar>
}

/** The sidebar beside the page, or above it on a small screen. */
const MainMenu = ({ sidebar, ...content }: MainMenuProps) =>
  sidebar.mobile ? (
    <SidePanel label={t('主菜单')} open={sidebar.open} onClose={sidebar.close}>
      <Sidebar {...content} collapsed={false} onNavigate={sidebar.close} />
    </SidePanel>
  ) : (
    <Sidebar {...content} collapsed={!sidebar.open} />
  )

/** Layout around every page of a signed-in user. */
export const MainLayout = () => {
  const session = useLiveSession()
  const path = useShownPath()
  const { dark } = usePreferences()
  const sidebar = useSidebar()
  const page = session.pages.get(path) ?? dashboardEntry
  const owner = `${session.info.company} ${session.info.id}`
  const menus = useMemo(() => visibleMenus(session.menus), [session.menus])
  const own = useMemo(() => ownMenus(session.pages), [session.pages])
  // The portrait may change during the session.
  const info = useRead(sessionContract.loginInfo, {}, forever).data ?? session.info
  const { branding } = info
  const platformTitle = useSiteTitle()
  const site = branding.title || platformTitle
  const logo = usePicture(sessionContract.logo, {}, branding.logo)
  const title = useShownPage(session, owner, page)
  // The title distinguishes a tab that is visiting another company.
  useDocumentTitle(info.act ? `【${info.view}】${title}` : title, site)
  useVisits(page)
  useTabDuties(page.path)
  useApprovalsLink()

  return (
    <KitProvider dark={dark} accent={branding.theme} nonce={cspNonce}>
      <a className="skip-link" href="#content">
        {t('跳到主要内容')}
      </a>
      <div className="main-layout">
        <MainMenu sidebar={sidebar} title={site ?? ''} logo={logo} own={own} menus={menus} page={page} />
        <div className="main-layout-column">
          <NewVersionBar loaded={session.version} />
          <ConnectionSlot />
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
          <TopBar session={session} info={info} page={page} sidebarOpen={sidebar.open} onToggle={sidebar.toggle} />
          <TagBar pages={session.pages} />
          <main id="content" className="main-layout-content" tabIndex={-1}>
            <LiveSession value={session}>
              <DraftOwnerContext value={owner}>
                <MoreCards value={moduleCards}>
                  <PageStage activePath={page.path} />
                </MoreCards>
              </DraftOwnerContext>
            </LiveSession>
          </main>
          <p className="visually-hidden" role="status">
            {title}
          </p>
        </div>
      </div>
      <ExplanationDrawer />
      <SessionRefused />
      <CompanyChanged />
    </KitProvider>
  )
}
