import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Bell, Building2, House, type LucideIcon, User } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { usePicture } from '../../kernel/page/use-picture.ts'
import { BrandMark } from '../../ui/brand.tsx'
import { t } from '../../ui/texts.ts'
import { prefetchPage } from '../load-page.tsx'
import { pages, type TabName } from '../pages.ts'
import { paths } from '../paths.ts'
import { ownEnterpriseQuery } from '../session.ts'

const UnreadBadge = lazy(async () => ({ default: (await import('./unread-badge.tsx')).UnreadBadge }))

const tabs: readonly { name: TabName; text: string; path: string; icon: LucideIcon }[] = [
  { name: 'home', text: t('首页'), path: paths.home, icon: House },
  { name: 'messages', text: t('消息'), path: paths.messages, icon: Bell },
  { name: 'enterprise', text: t('公司'), path: paths.enterprise, icon: Building2 },
  { name: 'me', text: t('我的'), path: paths.me, icon: User },
]

const prefetch = (path: string) => {
  const page = pages.find((each) => each.path === path)
  if (page) prefetchPage(page)
}

type NavigationProps = {
  title: string
  /** Mark of the company's logo; empty without one. */
  logo: string
  /** The current tab; undefined on pages outside all. */
  tab: TabName | undefined
}

/** Whether the user acts for a registered company. Known when the frame is shown, unless reading it has failed. */
const useIsOfEnterprise = (): boolean => {
  const { data } = useQuery(ownEnterpriseQuery)
  return data !== null
}

/** The tabs: at the bottom of a phone, in the bar above a wide page. */
export const Navigation = ({ title, logo, tab }: NavigationProps) => {
  const src = usePicture(sessionContract.logo, {}, logo)
  const isOfEnterprise = useIsOfEnterprise()
  const shown = tabs.filter(({ name }) => name !== 'enterprise' || isOfEnterprise)
  return (
    <header className="portal-bar" data-tab={tab}>
      <span className="portal-brand">
        {src ? <img src={src} alt="" /> : <BrandMark />}
        <span>{title}</span>
      </span>
      <nav className="portal-tabs" aria-label={t('主导航')}>
        {shown.map(({ name, text, path, icon: Drawn }) => (
          <Link
            key={name}
            to={path}
            aria-current={tab === name ? 'page' : undefined}
            onPointerEnter={() => prefetch(path)}
            onPointerDown={() => prefetch(path)}
          >
            <span className="portal-tab-icon">
              <Drawn size={22} strokeWidth={1.75} aria-hidden="true" />
              {name === 'messages' && (
                <Suspense>
                  <UnreadBadge />
                </Suspense>
              )}
            </span>
            {text}
          </Link>
        ))}
      </nav>
    </header>
  )
}
