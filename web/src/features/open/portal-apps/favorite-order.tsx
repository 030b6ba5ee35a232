import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { portalAppsContract } from '@atrium/contract/features/open/portal-apps/portal-apps.contract.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { t } from '../../../ui/texts.ts'
import { FavoriteButton } from './favorite-button.tsx'

const { apps: list, favorite } = portalAppsContract
const steps = [
  { by: -1, text: (name: string) => t('上移“{name}”', { name }), icon: ArrowUp },
  { by: 1, text: (name: string) => t('下移“{name}”', { name }), icon: ArrowDown },
] as const

/** The favourites in their order, each to be moved or removed. */
export const FavoriteOrder = ({ apps }: { apps: readonly PortalApp[] }) => {
  const write = useWrite(favorite, { invalidates: [list], silentSuccess: true })
  return (
    <ul className="favorite-order" aria-label={t('收藏的顺序')}>
      {apps.map((app, at) => (
        <li key={app.id}>
          <span>{app.name}</span>
          {steps.map(({ by, text, icon: Drawn }) => (
            <button
              key={by}
              type="button"
              className="own-app-button"
              aria-label={text(app.name)}
              disabled={write.isPending || apps[at + by] === undefined}
              onClick={() => write.mutate({ body: { kind: 'app', id: app.id, on: true, sort: at + by } })}
            >
              <Drawn size={18} aria-hidden="true" />
            </button>
          ))}
          <FavoriteButton app={app} />
        </li>
      ))}
    </ul>
  )
}
