import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { useState } from 'react'
import { HomeSection } from '../../../ui/home-section.tsx'
import { t } from '../../../ui/texts.ts'
import { AppTiles } from './app-tiles.tsx'
import { FavoriteOrder } from './favorite-order.tsx'

type FavoritesProps = {
  /** In the user's own order. */
  apps: readonly PortalApp[]
  onOpen: (app: PortalApp) => void
}

/** The favourites, which may be put in another order; nothing without any. */
export const Favorites = ({ apps, onOpen }: FavoritesProps) => {
  const [ordering, setOrdering] = useState(false)
  if (apps.length === 0) return null
  const button = (
    <button type="button" className="home-section-action" onClick={() => setOrdering(!ordering)}>
      {ordering ? t('完成') : t('调整', { context: 'order' })}
    </button>
  )
  return (
    <HomeSection title={t('我的收藏')} end={button}>
      {ordering ? <FavoriteOrder apps={apps} /> : <AppTiles label={t('我的收藏')} apps={apps} onOpen={onOpen} />}
    </HomeSection>
  )
}
