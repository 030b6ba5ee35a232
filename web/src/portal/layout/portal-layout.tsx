import { t } from '../../ui/texts.ts'
import '../../shared/entry/error-recording.ts'
import './portal-layout.css'
import { useLayoutEffect } from 'react'
import { Outlet, useLoaderData, useMatches, useNavigation } from 'react-router'
import { SessionRefused } from '../../features/identity/session/session-refused.tsx'
import { useDocumentTitle } from '../../kernel/page/use-document-title.ts'
import { CompanyChanged } from '../../shared/entry/company-changed.tsx'
import { NewVersionBar } from '../../shared/entry/new-version-bar.tsx'
import { applyAccent } from '../../ui/accent.ts'
import type { PortalPage } from '../pages.ts'
import type { PortalSession } from '../session.ts'
import { useBranding } from '../use-branding.ts'
import { useSession } from '../use-session.ts'
import { DuringVisit } from './during-visit.tsx'
import { Navigation } from './navigation.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useTabDuties } from './use-tab-duties.ts'

/** Frame around every page of a signed-in user: a bottom navigation on phones, a top bar on wide screens. */
export const PortalLayout = () => {
  const { version } = useLoaderData<PortalSession>()
  const info = useSession()
  const { title, theme, logo } = useBranding()
  const shown = useMatches().at(-1)?.handle as PortalPage | undefined
  const isLoading = useNavigation().state !== 'idle'
  useLayoutEffect(() => applyAccent(theme), [theme])
  useDocumentTitle(shown?.title ?? t('页面不存在'), title)
  useTabDuties(shown?.path ?? '/404')
  if (info.act) return <DuringVisit company={info.view} />
  return (
    <div className="portal" aria-busy={isLoading}>
      <a className="skip-link" href="#content">
        {t('跳到主要内容')}
      </a>
      <NewVersionBar loaded={version} />
      <OfflineBar />
      {info.notice && (
        <p className="portal-notice" role="status">
          {info.notice}
        </p>
      )}
      <Navigation title={title} logo={logo} tab={shown?.tab} />
      <main id="content" className="portal-content" tabIndex={-1}>
        <Outlet />
      </main>
      <SessionRefused />
      <CompanyChanged />
    </div>
  )
}
