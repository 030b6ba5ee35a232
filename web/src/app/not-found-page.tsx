import '../shared/entry/message-page.css'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { hasTabSession, storedTokens } from '../kernel/api/tokens.ts'
import { useDocumentTitle } from '../kernel/page/use-document-title.ts'
import { useSiteTitle } from '../shared/entry/site-title.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import { notFoundPath } from './not-found-path.ts'
import { basename, paths } from './paths.ts'

// Lazy: loads the kit, and is rarely used.
const WhyNotOpened = lazy(async () => ({ default: (await import('./why-not-opened.tsx')).WhyNotOpened }))

/** 404 page with a link back; signed-in users can ask why an address did not open. */
export const NotFoundPage = () => {
  useDocumentTitle('页面不存在', useSiteTitle())
  const [asked, setAsked] = useState(0)
  const lost = notFoundPath()
  const canAsk = lost?.startsWith(paths.menu([])) && storedTokens() && !hasTabSession()
  return (
    <main className="message-page">
      <p className="message-page-code">404</p>
      <h1>页面不存在</h1>
      {lost && <code>{basename + lost}</code>}
      <p>地址可能有误，或您没有该页面的访问权限</p>
      <Link className="plain-button plain-button-primary" to={paths.root} replace>
        返回首页
      </Link>
      {canAsk && <PlainButton onClick={() => setAsked(asked + 1)}>为什么打不开？</PlainButton>}
      {asked > 0 && (
        <Suspense>
          <WhyNotOpened key={asked} address={lost ?? ''} />
        </Suspense>
      )}
    </main>
  )
}
