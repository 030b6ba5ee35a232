import './message-page.css'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { isActing, storedTokens } from '../kernel/api/tokens.ts'
import { useDocumentTitle } from '../kernel/page/use-document-title.ts'
import { PlainButton } from '../ui/plain-button.tsx'
import { lostAddress } from './lost-address.ts'
import { basename, paths } from './paths.ts'
import { useSiteTitle } from './site-title.ts'

// It comes with the kit, and hardly anybody asks.
const WhyNotOpened = lazy(async () => ({ default: (await import('./why-not-opened.tsx')).WhyNotOpened }))

/** Where unknown addresses end, with a way back; whoever is signed in may ask why his did not open. */
export const NotFoundPage = () => {
  useDocumentTitle('页面不存在', useSiteTitle())
  const [asked, setAsked] = useState(0)
  const lost = lostAddress()
  const mayAsk = lost?.startsWith(paths.menu([])) && storedTokens() && !isActing()
  return (
    <main className="message-page">
      <p className="message-page-code">404</p>
      <h1>页面不存在</h1>
      {lost && <code>{basename + lost}</code>}
      <p>地址可能输错了，或者您没有打开它的权限</p>
      <Link className="plain-button plain-button-primary" to={paths.root} replace>
        返回首页
      </Link>
      {mayAsk && <PlainButton onClick={() => setAsked(asked + 1)}>为什么打不开？</PlainButton>}
      {asked > 0 && (
        <Suspense>
          <WhyNotOpened key={asked} address={lost ?? ''} />
        </Suspense>
      )}
    </main>
  )
}
