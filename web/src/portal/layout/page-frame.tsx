import { t } from '../../ui/texts.ts'
import './page-frame.css'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { PageContext } from '../../kernel/page/page-context.ts'
import { PageBoundary } from '../../shared/entry/page-boundary.tsx'
import type { PortalPage } from '../pages.ts'

/** A page below its title, with the way back. A page that fails leaves the navigation alive. */
export const PageFrame = ({ page: { title, back, tab }, children }: { page: PortalPage; children: ReactNode }) => {
  const { pathname, search } = useLocation()
  const [attempt, setAttempt] = useState(0)
  const page = useMemo(() => ({ path: pathname, title, search, active: true }), [pathname, title, search])
  return (
    <div className="portal-page" data-tab={tab}>
      <header className={tab === 'home' ? 'portal-page-head visually-hidden' : 'portal-page-head'}>
        {back && (
          <Link to={back} aria-label={t('返回')}>
            <ChevronLeft size={24} aria-hidden="true" />
          </Link>
        )}
        <h1>{title}</h1>
      </header>
      <PageContext value={page}>
        <PageBoundary key={attempt} title={title} path={pathname} onRetry={() => setAttempt(attempt + 1)}>
          {children}
        </PageBoundary>
      </PageContext>
    </div>
  )
}
