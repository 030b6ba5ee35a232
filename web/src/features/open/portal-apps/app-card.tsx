import type { PortalApp } from '@atrium/contract/features/open/portal-apps/portal-app-fields.ts'
import { Tag } from '../../../ui/tag.tsx'
import { AppLogo } from '../open-apps/public/app-logo.tsx'
import { FavoriteButton } from './favorite-button.tsx'
import './own-apps.css'

/** One application, and whether it is a favourite. */
export const AppCard = ({ app, onOpen }: { app: PortalApp; onOpen: () => void }) => (
  <li className="own-app">
    <button type="button" className="own-app-open" onClick={onOpen}>
      <AppLogo name={app.name} logo={app.logo} />
      <span className="own-app-text">
        <span className="own-app-name">{app.name}</span>
        <span className="own-app-desc">{app.desc || app.company}</span>
      </span>
      {app.category && <Tag>{app.category}</Tag>}
    </button>
    <FavoriteButton app={app} />
  </li>
)
