import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { HomeSection } from '../../../ui/home-section.tsx'
import { t } from '../../../ui/texts.ts'
import { AllApps } from './all-apps.tsx'
import { AppTiles } from './app-tiles.tsx'
import { byLastUse } from './by-last-use.ts'
import { Favorites } from './favorites.tsx'
import { useOpenApp } from './use-open-app.tsx'

/** Two rows of a phone. */
const recentTiles = 8

type HomeAppsProps = {
  /** Address of the page to ask for applications. */
  requests: string
  /** What is shown before the whole list, which may be long. */
  between: ReactNode
}

/** The user's applications: favourites in their own order, the last used ones, and all. */
export const HomeApps = ({ requests, between }: HomeAppsProps) => {
  const read = useRead(portalAppsContract.apps, { query: {} }, { staleTime: 0, toasts: false })
  const [openApp, question] = useOpenApp()
  const open = (app: PortalApp) => void openApp(app)
  const apps = read.data ?? []
  const recent = apps.filter(({ lastTime }) => lastTime !== null).toSorted(byLastUse)
  return (
    <>
      {/* The reply has favourites first, in their order. */}
      <Favorites apps={apps.filter(({ favorite }) => favorite)} onOpen={open} />
      {recent.length > 0 && (
        <HomeSection title={t('最近使用')}>
          <AppTiles label={t('最近使用')} apps={recent.slice(0, recentTiles)} onOpen={open} />
        </HomeSection>
      )}
      {between}
      <HomeSection
        title={t('全部应用')}
        end={
          <Link className="home-section-action" to={requests}>
            {t('申请应用')}
          </Link>
        }
      >
        <ReadState read={read} lines={8}>
          {(all) => <AllApps apps={all} onOpen={open} />}
        </ReadState>
      </HomeSection>
      {question}
    </>
  )
}
