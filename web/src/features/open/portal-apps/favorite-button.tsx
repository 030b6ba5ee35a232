import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { Star } from 'lucide-react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { t } from '../../../ui/texts.ts'
import './own-apps.css'

const { apps, favorite } = portalAppsContract

/** Adds an application to the favourites, or removes it. */
export const FavoriteButton = ({ app: { id, name, favorite: isFavorite } }: { app: PortalApp }) => {
  const write = useWrite(favorite, { invalidates: [apps], silentSuccess: true })
  return (
    <button
      type="button"
      className="own-app-button"
      aria-label={isFavorite ? t('取消收藏“{name}”', { name }) : t('收藏“{name}”', { name })}
      disabled={write.isPending}
      onClick={() => write.mutate({ body: { kind: 'app', id, on: !isFavorite } })}
    >
      <Star size={18} fill={isFavorite ? 'currentColor' : 'none'} aria-hidden="true" />
    </button>
  )
}
